/**
 * The worth of each part of the search: campaigns without one arm, and without all guidance, against whole campaigns.
 *
 * Costs are measured, so two whole campaigns of one seed differ by some percent. So each seed has one more whole
 * campaign, `again`: its difference says how far a figure can be trusted.
 *
 * Curves lie in .cache/results/arms; one that is there is not run again. `MINUTES`, `SEEDS` and `SIDES` (commas between
 * them: names of arms, `unguided`, `again`) in the environment make it smaller.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { portfolio } from '../src/search/index.ts';
import { root, runAtOnce, runCampaignSide } from './campaigns/campaign-side.ts';
import { Curve, isDone } from './campaigns/curve.ts';
import type { Bench, Measurement } from './harness.ts';

const results = join(root, '.cache/results/arms');
const WHOLE = 'guided';

export const arms: Bench = {
  name: 'arms',
  question: 'what is each way of making tests worth, and what is guidance, to a campaign?',
  decision: 'which arms there are',
  run,
};

async function* run(): AsyncIterable<Measurement> {
  const minutes = Number(process.env['MINUTES'] ?? 5);
  const seeds = Array.from({ length: Number(process.env['SEEDS'] ?? 2) }, (_, i) => i + 1);
  const sides = process.env['SIDES']?.split(',') ?? [
    'again',
    'unguided',
    ...portfolio.map(({ name }) => name),
  ];
  mkdirSync(results, { recursive: true });
  const cpuMs = minutes * 60_000;
  const tasks = seeds.flatMap((seed) =>
    [WHOLE, ...sides].map((name) => {
      const dir = join(root, '.cache/arms', `${name}-${seed}`);
      return { name, dir, seed, cpuMs, file: fileOf(name, seed), ...whatItIs(name) };
    }),
  );
  await runAtOnce(
    tasks.filter(({ file }) => !isDone(file, cpuMs)),
    ({ name, seed }) => `${name}, seed ${seed}`,
    runCampaignSide,
  );
  for (const side of sides) {
    const pairs = seeds.map(
      (seed) => [new Curve(fileOf(side, seed)), new Curve(fileOf(WHOLE, seed))] as const,
    );
    const called = ['again', 'unguided'].includes(side) ? side : `without ${side}`;
    const line = (name: string, ratios: readonly number[]): Measurement => ({
      name: `${called}: ${name}`,
      value: ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length,
      unit: 'times',
      how: `${minutes} CPU minutes, seeds ${seeds.join(', ')}: ${ratios.map((ratio) => ratio.toFixed(3)).join(', ')}`,
    });
    yield line(
      'features at equal CPU time',
      pairs.map(([own, whole]) => own.at(cpuMs).features / whole.at(cpuMs).features),
    );
    yield line(
      'features at equal executions',
      pairs.map(([own, whole]) => {
        const executions = Math.min(own.last.executions, whole.last.executions);
        return own.atExecutions(executions).features / whole.atExecutions(executions).features;
      }),
    );
  }
}

function whatItIs(name: string): { readonly strategy: string; readonly without?: string } {
  if (name === 'unguided') return { strategy: name };
  if (name === WHOLE || name === 'again') return { strategy: 'guided' };
  return { strategy: 'guided', without: name };
}

function fileOf(name: string, seed: number): string {
  return join(results, `${name}-${seed}.jsonl`);
}
