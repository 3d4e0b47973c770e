/**
 * Guided against random, at equal CPU time.
 *
 * There are four sides. `guided` pays for everything it does, and `random` is the same harness with fresh tests only.
 * The others are a stock generator and the stock compiler, as people use them today; only their own CPU time counts.
 * `stock` is Csmith with its default options, and `stock-swarm` draws options at random for each program.
 * `stock-yarpgen` is YARPGen v2 for C, whose path is in `YARPGEN`. Every side uses the same compiler flags.
 *
 * Curves lie in .cache/results/guided-vs-random, those of another source or target in a folder of its own. A side that is
 * there already, of the same length, is not run again: fifteen runs of twenty minutes are no task for one sitting.
 * `MINUTES`, `SEEDS`, `SOURCE`, `TARGET` (of clang or gcc) and `SIDES` (commas between them) in the environment make it
 * another measurement.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, withAdded } from '../src/build/index.ts';
import { openTarget } from '../src/target/index.ts';
import { csmith, csmithSwarm, curveWriter, runBaseline, yarpgenAt } from './campaigns/baseline.ts';
import { ARGS, child, root, runAtOnce, runCampaignSide, TARGET } from './campaigns/campaign-side.ts';
import { Curve, isDone } from './campaigns/curve.ts';
import { plotOf } from './campaigns/plot.ts';
import { type Bench, type Measurement, wanted } from './harness.ts';

const EARLY_MS = 5 * 60_000;
/** A campaign longer than this is asked whether the lead that it had then is kept. */
const LONG_MS = 20 * 60_000;

const stockGenerators = {
  stock: () => csmith,
  'stock-swarm': () => csmithSwarm,
  'stock-yarpgen': () => yarpgenAt(yarpgenPath()),
} as const;
type StockSide = keyof typeof stockGenerators;

const sides = ['guided', 'random', 'unguided', ...(Object.keys(stockGenerators) as StockSide[])] as const;
type Side = (typeof sides)[number];

const USUAL_SOURCE = 'csmith-scoped';
const source = process.env['SOURCE'] ?? USUAL_SOURCE;
const targetName = process.env['TARGET'] ?? TARGET;
const results = join(
  root,
  '.cache/results/guided-vs-random',
  targetName === TARGET ? '' : targetName,
  source === USUAL_SOURCE ? '' : source,
);

export const guidedVsRandom: Bench = {
  name: 'guided-vs-random',
  question: 'at equal CPU time, does the guided loop reach more of LLVM than random generation?',
  decision: 'whether there is any point in all this',
  run,
};

interface Measure {
  readonly name: string;
  readonly against: Side;
  /** One figure of all seeds. */
  readonly take: (values: readonly number[]) => number;
  readonly atLeast: number;
  readonly value: (guided: Curve, other: Curve, cpuMs: number) => number;
}

const least = (values: readonly number[]): number => Math.min(...values);
const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;
const edges = (guided: Curve, other: Curve): number => guided.last.edges / other.last.edges;
const features = (guided: Curve, other: Curve): number => guided.last.features / other.last.features;

function speedUp(guided: Curve, other: Curve, cpuMs: number): number {
  const early = Math.min(EARLY_MS, cpuMs / 4);
  return other.timeTo(guided.at(early).edges) / early;
}

/** The smallest ratio of edges at any point behind the first minutes. */
function leastLead(guided: Curve, other: Curve, cpuMs: number): number {
  const behind = guided.points.filter((point) => point.cpuMs >= Math.min(EARLY_MS, cpuMs / 4));
  return Math.min(...behind.map((point) => point.edges / other.between(point.cpuMs).edges));
}

/** How many edges it is ahead by in the end, to how many it was after twenty minutes. */
function keptLead(guided: Curve, other: Curve, cpuMs: number): number {
  const lead = (atMs: number): number => guided.between(atMs).edges - other.between(atMs).edges;
  return lead(cpuMs) / lead(Math.min(LONG_MS, cpuMs / 2));
}

const measures: readonly Measure[] = [
  {
    name: 'edges, guided over stock, least of seeds',
    against: 'stock',
    take: least,
    atLeast: 1.05,
    value: edges,
  },
  {
    name: 'features, guided over stock, least of seeds',
    against: 'stock',
    take: least,
    atLeast: 1.2,
    value: features,
  },
  {
    name: 'edges, guided over stock with random options, mean',
    against: 'stock-swarm',
    take: mean,
    atLeast: 1.02,
    value: edges,
  },
  {
    name: 'edges, guided over random in the same harness, mean',
    against: 'random',
    take: mean,
    atLeast: 1.05,
    value: edges,
  },
  {
    name: 'edges, guided over stock YARPGen, least of seeds',
    against: 'stock-yarpgen',
    take: least,
    atLeast: 1,
    value: edges,
  },
  ...(['stock', 'stock-swarm', 'random'] as const).map((against): Measure => ({
    name: `speed-up over ${against}, mean`,
    against,
    take: mean,
    atLeast: { stock: 2, 'stock-swarm': 1.3, random: 1.5 }[against],
    value: speedUp,
  })),
  {
    name: 'edges, guided over the same arms shared evenly, mean',
    against: 'unguided',
    take: mean,
    atLeast: 1,
    value: edges,
  },
  ...(['stock', 'random'] as const).flatMap((against): Measure[] => [
    {
      name: `edges, guided over ${against}, least at any point behind five minutes`,
      against,
      take: least,
      atLeast: 1,
      value: leastLead,
    },
    {
      name: `edges ahead of ${against} in the end, to those after twenty minutes`,
      against,
      take: least,
      atLeast: 1,
      value: keptLead,
    },
  ]),
];

async function* run(): AsyncIterable<Measurement> {
  const minutes = Number(process.env['MINUTES'] ?? 20);
  const seeds = Array.from({ length: Number(process.env['SEEDS'] ?? 3) }, (_, i) => i + 1);
  const chosen = wanted('SIDES', sides);
  mkdirSync(results, { recursive: true });
  await runAll(chosen, minutes * 60_000, seeds);
  const curve = (side: Side, seed: number): Curve => new Curve(fileOf(side, seed));
  const lines = chosen.flatMap((side) => seeds.map((seed) => ({ side, points: curve(side, seed).points })));
  for (const what of ['edges', 'features'] as const)
    writeFileSync(join(results, `${what}.svg`), plotOf(what, lines));
  const how = `${source}, ${minutes} CPU minutes a side, seeds ${seeds.join(', ')}`;
  for (const { name, against, take, atLeast, value } of measures) {
    if (!chosen.includes('guided') || !chosen.includes(against)) continue;
    const values = seeds.map((seed) => value(curve('guided', seed), curve(against, seed), minutes * 60_000));
    yield {
      name,
      value: take(values),
      unit: 'times',
      goal: { atLeast },
      how: `${how}: ${values.map((each) => each.toFixed(3)).join(', ')}`,
    };
  }
}

function fileOf(side: Side, seed: number): string {
  return join(results, `${side}-${seed}.jsonl`);
}

async function runAll(chosen: readonly Side[], cpuMs: number, seeds: readonly number[]): Promise<void> {
  const tasks = seeds.flatMap((seed) => chosen.map((side) => ({ side, seed })));
  await runAtOnce(
    tasks.filter(({ side, seed }) => !isDone(fileOf(side, seed), cpuMs)),
    ({ side, seed }) => `${side}, seed ${seed}`,
    ({ side, seed }) => runSide(side, seed, cpuMs),
  );
}

async function runSide(side: Side, seed: number, cpuMs: number): Promise<void> {
  // In a process of its own: what its children used must be theirs alone.
  if (isStock(side)) await child([fileURLToPath(import.meta.url), side, String(seed), String(cpuMs)]);
  else {
    const dir = join(root, '.cache/guided-vs-random', `${targetName}-${source}-${side}-${seed}`);
    const file = fileOf(side, seed);
    await runCampaignSide({ dir, target: targetName, strategy: side, source, seed, cpuMs, file });
  }
}

function isStock(side: Side): side is StockSide {
  return side in stockGenerators;
}

/** The compiler of `gcc-16-passes` is `gcc-16`. */
function stockCompiler(): string {
  const [name] = /^(?:clang|gcc)-[0-9]+/.exec(targetName) ?? [];
  if (name === undefined) throw new Error(`TARGET=${targetName}: no stock compiler is known for it`);
  return name;
}

function yarpgenPath(): string {
  const path = process.env['YARPGEN'];
  if (path === undefined) throw new Error('stock-yarpgen: put the path of YARPGen v2 in YARPGEN');
  return path;
}

/** As a program: one baseline. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [side, seed, cpuMs] = process.argv.slice(2) as [StockSide, string, string];
  const cache = cacheFolder(process.env);
  const searchPath = withAdded(process.env['PATH'] ?? '/usr/bin:/bin', cache);
  process.env['PATH'] = searchPath;
  const target = await openTarget(targetName, { cache, searchPath });
  await runBaseline({
    generator: stockGenerators[side](),
    compiler: stockCompiler(),
    seed: Number(seed),
    cpuMs: Number(cpuMs),
    args: ARGS,
    target,
    onPoint: curveWriter(fileOf(side, Number(seed))),
  });
  await target.close();
}
