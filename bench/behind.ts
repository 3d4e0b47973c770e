/**
 * Never behind: guided against random in the same harness, with equal flags, from the first 15 CPU seconds on.
 *
 * `COUNTED=N` executes N tests with counted costs instead of times, so that the computer's load changes nothing: its
 * seconds are counted too. Sides run one after another. Curves lie in .cache/results/behind, in a folder for each
 * source and each `ROUND`, a name that you choose for a state of the code. A curve that is there is not measured again.
 * `SOURCES`, `SEEDS`, `SECONDS`, `TARGET` and `SIDES` in the environment make it another measurement. Lists have commas;
 * a source with a path is a module of yours, and `loom+ir` are two sources of one campaign.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { root, runCampaignSide } from './campaigns/campaign-side.ts';
import { Curve, isDone } from './campaigns/curve.ts';
import type { Bench, Measurement } from './harness.ts';

const MOMENTS_S = [15, 30, 60, 300, 600];
const BASE = 'random';

export const behind: Bench = {
  name: 'behind',
  question: 'is guided behind random at any moment of its first minutes, on any source?',
  decision: 'how a campaign shares its time before it knows which ways of making tests pay',
  run,
};

const env = process.env;
const seconds = Number(env['SECONDS'] ?? 60);
const counted = env['COUNTED'] === undefined ? undefined : Number(env['COUNTED']);
const target = env['TARGET'] ?? 'clang-19-starter';
const results = join(root, '.cache/results/behind', env['ROUND'] ?? 'now');

interface Task {
  readonly source: string;
  readonly side: string;
  readonly seed: number;
}

async function* run(): AsyncIterable<Measurement> {
  const sources = (env['SOURCES'] ?? 'csmith-scoped,loom,litmus').split(',');
  const seeds = (env['SEEDS'] ?? '1,2,3').split(',').map(Number);
  const sides = (env['SIDES'] ?? 'guided').split(',');
  for (const source of sources) {
    for (const seed of seeds)
      for (const side of [BASE, ...sides]) await runUnlessDone({ source, side, seed });
    for (const side of sides) {
      for (const moment of MOMENTS_S.filter((each) => each <= seconds)) {
        for (const what of ['edges', 'features'] as const) yield compared(source, side, seeds, moment, what);
      }
    }
  }
}

async function runUnlessDone(task: Task): Promise<void> {
  const file = fileOf(task);
  // The curve has a point a second, and the last moment needs a point after it.
  const cpuMs = (seconds + 2) * 1_000;
  if (counted === undefined ? isDone(file, cpuMs) : existsSync(file)) return;
  const { source, side, seed } = task;
  console.error(`running ${side} of ${nameOf(source)}, seed ${seed}`);
  const dir = join(root, '.cache/behind', [env['ROUND'] ?? 'now', nameOf(source), side, seed].join('-'));
  mkdirSync(join(file, '..'), { recursive: true });
  const path = source.includes('/') ? resolve(source) : source.replaceAll('+', ',');
  const length = counted === undefined ? {} : { executions: counted };
  await runCampaignSide({ dir, strategy: side, source: path, seed, cpuMs, ...length, file, target });
}

function compared(
  source: string,
  side: string,
  seeds: readonly number[],
  moment: number,
  what: 'edges' | 'features',
): Measurement {
  const at =
    (of: string) =>
    (seed: number): number =>
      new Curve(fileOf({ source, side: of, seed })).between(moment * 1_000)[what];
  const ratios = seeds.map((seed) => at(side)(seed) / at(BASE)(seed));
  const logs = ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0);
  return {
    name: `${nameOf(source)}: ${what} at ${moment} CPU s, ${side} over ${BASE}, mean of seeds`,
    value: Math.exp(logs / ratios.length),
    unit: 'times',
    goal: { atLeast: 0.99 },
    how: `${counted === undefined ? '' : 'counted costs, '}${target}, seeds ${seeds.join(', ')}: ${ratios.map((ratio) => ratio.toFixed(3)).join(', ')}; ${BASE} has ${seeds.map(at(BASE)).join(', ')}`,
  };
}

function fileOf({ source, side, seed }: Task): string {
  return join(results, nameOf(source), `${side}-${seed}.jsonl`);
}

function nameOf(source: string): string {
  return basename(source)
    .replaceAll(/\.m?js$/g, '')
    .replaceAll(/[^\w.-]+/g, '-');
}
