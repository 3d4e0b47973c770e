/**
 * Guided against random, at equal CPU time.
 *
 * Sides: `guided`, which pays for everything it does; `random`, the same harness with fresh tests only; and what people
 * run today, stock Csmith and stock clang with Csmith's default options (`stock`) and with options drawn at random for
 * each program (`stock-swarm`), of which only their own CPU time counts. Every side uses the same compiler flags.
 *
 * Curves lie in bench/results/guided-vs-random. A side that is there already, of the same length, is not run again:
 * fifteen runs of twenty minutes are no task for one sitting. `MINUTES` and `SEEDS` in the environment make it smaller.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openTarget } from '../src/target/index.ts';
import { curveWriter, runBaseline } from './campaigns/baseline.ts';
import { ARGS, child, root, runAtOnce, runCampaignSide, TARGET } from './campaigns/campaign-side.ts';
import { Curve, isDone } from './campaigns/curve.ts';
import { plotOf } from './campaigns/plot.ts';
import type { Bench, Measurement } from './harness.ts';
import { cacheFolder } from '../src/build/index.ts';

const EARLY_MS = 5 * 60_000;

const sides = ['guided', 'random', 'stock', 'stock-swarm', 'unguided'] as const;
type Side = (typeof sides)[number];

const results = join(root, 'bench/results/guided-vs-random');

export const guidedVsRandom: Bench = {
  name: 'guided-vs-random',
  question: 'at equal CPU time, does the guided loop reach more of LLVM than random generation?',
  decision: 'whether there is any point in all this',
  run,
};

async function* run(): AsyncIterable<Measurement> {
  const minutes = Number(process.env['MINUTES'] ?? 20);
  const seeds = Array.from({ length: Number(process.env['SEEDS'] ?? 3) }, (_, i) => i + 1);
  mkdirSync(results, { recursive: true });
  await runAll(minutes * 60_000, seeds);
  const curve = (side: Side, seed: number): Curve => new Curve(fileOf(side, seed));
  const lines = sides.flatMap((side) => seeds.map((seed) => ({ side, points: curve(side, seed).points })));
  for (const what of ['edges', 'features'] as const)
    writeFileSync(join(results, `${what}.svg`), plotOf(what, lines));
  const how = `${minutes} CPU minutes a side, seeds ${seeds.join(', ')}`;
  const measure = (
    name: string,
    value: (seed: number) => number,
    take: (values: readonly number[]) => number,
    atLeast: number,
  ): Measurement => ({
    name,
    value: take(seeds.map(value)),
    unit: 'times',
    goal: { atLeast },
    how: `${how}: ${seeds.map((seed) => value(seed).toFixed(3)).join(', ')}`,
  });
  const least = (values: readonly number[]): number => Math.min(...values);
  const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;
  const edges = (against: Side) => (seed: number) =>
    curve('guided', seed).last.edges / curve(against, seed).last.edges;
  const speedUp = (against: Side) => (seed: number) =>
    curve(against, seed).timeTo(curve('guided', seed).at(Math.min(EARLY_MS, (minutes * 60_000) / 4)).edges) /
    Math.min(EARLY_MS, (minutes * 60_000) / 4);
  yield measure('edges, guided over stock, least of seeds', edges('stock'), least, 1.05);
  yield measure(
    'features, guided over stock, least of seeds',
    (seed) => curve('guided', seed).last.features / curve('stock', seed).last.features,
    least,
    1.2,
  );
  yield measure('edges, guided over stock with random options, mean', edges('stock-swarm'), mean, 1.02);
  yield measure('edges, guided over random in the same harness, mean', edges('random'), mean, 1.05);
  yield measure('speed-up over stock, mean', speedUp('stock'), mean, 2);
  yield measure('speed-up over stock with random options, mean', speedUp('stock-swarm'), mean, 1.3);
  yield measure('speed-up over random in the same harness, mean', speedUp('random'), mean, 1.5);
  yield measure('edges, guided over the same arms shared evenly, mean', edges('unguided'), mean, 1);
}

function fileOf(side: Side, seed: number): string {
  return join(results, `${side}-${seed}.jsonl`);
}

async function runAll(cpuMs: number, seeds: readonly number[]): Promise<void> {
  const tasks = seeds.flatMap((seed) => sides.map((side) => ({ side, seed })));
  await runAtOnce(
    tasks.filter(({ side, seed }) => !isDone(fileOf(side, seed), cpuMs)),
    ({ side, seed }) => `${side}, seed ${seed}`,
    ({ side, seed }) => runSide(side, seed, cpuMs),
  );
}

async function runSide(side: Side, seed: number, cpuMs: number): Promise<void> {
  // In a process of its own: what its children used must be theirs alone.
  if (side === 'stock' || side === 'stock-swarm')
    await child([fileURLToPath(import.meta.url), side, String(seed), String(cpuMs)]);
  else {
    const dir = join(root, '.cache/guided-vs-random', `${side}-${seed}`);
    await runCampaignSide({ dir, strategy: side, seed, cpuMs, file: fileOf(side, seed) });
  }
}

/** As a program: one baseline. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [side, seed, cpuMs] = process.argv.slice(2);
  const target = await openTarget(TARGET, {
    cache: cacheFolder(process.env),
    searchPath: process.env['PATH'] ?? '/usr/bin:/bin',
  });
  await runBaseline({
    drawsOptions: side === 'stock-swarm',
    seed: Number(seed),
    cpuMs: Number(cpuMs),
    args: ARGS,
    target,
    onPoint: curveWriter(fileOf(side as Side, Number(seed))),
  });
  await target.close();
}
