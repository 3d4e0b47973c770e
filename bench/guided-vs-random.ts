/**
 * Guided against random, at equal CPU time.
 *
 * Sides: `guided`, which pays for everything it does; `random`, the same harness with fresh tests only; and what people
 * run today, stock Csmith and stock clang with Csmith's default options (`stock`) and with options drawn at random for
 * each program (`stock-swarm`), of which only their own CPU time counts. Every side uses the same compiler flags.
 *
 * Curves lie in bench/results/guided-vs-random. A side that is there already, of the same length, is not run again:
 * twelve runs of twenty minutes are no task for one sitting. `MINUTES` and `SEEDS` in the environment make it smaller.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StatsLine } from '../src/corpus/index.ts';
import { cacheFolder, openTarget } from '../src/target/index.ts';
import { curveWriter, type Point, runBaseline } from './campaigns/baseline.ts';
import { plotOf } from './campaigns/plot.ts';
import type { Bench, Measurement } from './harness.ts';

const TARGET = 'clang-19-passes';
const ARGS: readonly string[] = ['-O2'];
const EARLY_MS = 5 * 60_000;

const sides = ['guided', 'random', 'stock', 'stock-swarm', 'unguided'] as const;
type Side = (typeof sides)[number];

const root = fileURLToPath(new URL('../../..', import.meta.url));
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

/** As many sides at once as there are cores; CPU time is what counts. */
async function runAll(cpuMs: number, seeds: readonly number[]): Promise<void> {
  const tasks = seeds.flatMap((seed) => sides.map((side) => ({ side, seed })));
  const missing = tasks.filter(({ side, seed }) => !isDone(fileOf(side, seed), cpuMs));
  const work = async (): Promise<void> => {
    for (let task = missing.shift(); task !== undefined; task = missing.shift()) {
      console.error(`running ${task.side}, seed ${task.seed}; ${missing.length} more to run`);
      await runSide(task.side, task.seed, cpuMs);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

function isDone(file: string, cpuMs: number): boolean {
  // A side ends a little late, and its curve has a point every percent.
  return existsSync(file) && new Curve(file).last.cpuMs >= cpuMs * 0.98;
}

async function runSide(side: Side, seed: number, cpuMs: number): Promise<void> {
  if (side === 'stock' || side === 'stock-swarm') {
    // In a process of its own: what its children used must be theirs alone.
    await child([fileURLToPath(import.meta.url), side, String(seed), String(cpuMs)]);
    return;
  }
  const dir = join(root, '.cache/guided-vs-random', `${side}-${seed}`);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  await child([
    join(root, 'dist/cli/main.js'),
    'run',
    '--json',
    `--dir=${dir}`,
    `--target=${TARGET}`,
    `--args=${ARGS.join(' ')}`,
    `--strategy=${side}`,
    `--seed=${seed}`,
    '--compare-share=0',
    '--reduce-share=0',
    `--cpu-time=${Math.round(cpuMs)}ms`,
  ]);
  const lines = readFileSync(join(dir, 'stats.jsonl'), 'utf8').trim().split('\n');
  const points = lines.map((line): Point => {
    const { cpuMs: at, executions, edges, features } = JSON.parse(line) as StatsLine;
    return { cpuMs: Math.round(at), executions, edges, features };
  });
  writeFileSync(fileOf(side, seed), `${points.map((point) => JSON.stringify(point)).join('\n')}\n`);
}

async function child(words: readonly string[]): Promise<void> {
  const running = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  await new Promise<void>((resolve) => running.on('close', () => resolve()));
}

class Curve {
  readonly points: readonly Point[];

  constructor(file: string) {
    this.points = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Point);
  }

  get last(): Point {
    return this.points.at(-1)!;
  }

  at(cpuMs: number): Point {
    return this.points.findLast((point) => point.cpuMs <= cpuMs) ?? this.points[0]!;
  }

  /** CPU time until so many edges were reached; all of it, where they never were, which makes a speed-up look small. */
  timeTo(edges: number): number {
    return (this.points.find((point) => point.edges >= edges) ?? this.last).cpuMs;
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
