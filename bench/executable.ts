/**
 * Fuzz harnesses of real projects: cgfuzz with a ready source against random tests of the same source, libFuzzer and AFL++.
 *
 * The harnesses are those that Debian's source packages ship, unedited. All sides have equal CPU time as the kernel counts
 * it, for engine and target. Edges are counted by one build, which executes the inputs that each side kept.
 *
 * Sides lie in .cache/results/executable; a side that is there is not run again. `SECONDS` of CPU time for a side, `SEEDS`,
 * `HARNESSES` and `SIDES` in the environment make the bench smaller.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../src/build/index.ts';
import { differencesByPlace } from '../src/report/index.ts';
import { findTarget } from '../src/target/index.ts';
import { median } from '../src/util/numbers.ts';
import { root, runAtOnce } from './campaigns/campaign-side.ts';
import { type BuiltHarness, buildHarness } from './executable/build-harness.ts';
import { onlyIn, unionOf } from './executable/edge-sets.ts';
import { emptied, engines, keepSide, type Engine } from './executable/engines.ts';
import { harnesses } from './executable/harnesses.ts';
import { type Replayed, replayed } from './executable/replay.ts';
import { type Bench, type Measurement, wanted } from './harness.ts';

const results = join(root, '.cache/results/executable');
const seconds = Number(process.env['SECONDS'] ?? 130);
const seeds = Array.from({ length: Number(process.env['SEEDS'] ?? 3) }, (_, i) => i + 1);
const world = { cache: cacheFolder(process.env), searchPath: process.env['PATH'] ?? '/usr/bin:/bin' };

export const executable: Bench = {
  name: 'executable',
  question:
    'on harnesses of real projects, what does a ready source reach that bytes do not, and bytes that it does not?',
  decision: 'what cgfuzz may promise to people who have a fuzz harness',
  run,
};

/** The reach of a side with one seed. */
interface Side extends Replayed {
  readonly cpuMs: number;
  readonly failures: number;
}

async function* run(): AsyncIterable<Measurement> {
  const names = wanted(
    'HARNESSES',
    harnesses.map(({ name }) => name),
  );
  const chosen = wanted(
    'SIDES',
    engines.map(({ name }) => name),
  );
  const sides = engines.filter(({ name }) => chosen.includes(name));
  const built: BuiltHarness[] = [];
  for (const harness of harnesses) if (names.includes(harness.name)) built.push(await buildHarness(harness));
  await runAll(built, sides);
  for (const harness of built) yield* linesOf(harness, sides);
}

function fileOf(harness: string, side: string, seed: number): string {
  return join(results, `${harness}-${side}-${seed}-${seconds}s.json`);
}

async function runAll(built: readonly BuiltHarness[], sides: readonly Engine[]): Promise<void> {
  const tasks = built.flatMap((harness) =>
    seeds.flatMap((seed) =>
      sides.map((engine) => ({ harness, engine, seed, file: fileOf(harness.name, engine.name, seed) })),
    ),
  );
  await runAtOnce(
    tasks.filter(({ file }) => !existsSync(file)),
    ({ harness, engine, seed }) => `${engine.name} on ${harness.name}, seed ${seed}`,
    async ({ harness, engine, seed, file }) => {
      const folder = emptied(join(root, '.cache/executable', `${harness.name}-${engine.name}-${seed}`));
      const ran = await engine.run({ harness, seed, cpuMs: seconds * 1_000, folder });
      if (ran === undefined) return;
      const { cpuMs, failures, inputs } = ran;
      keepSide(file, { cpuMs, failures, ...(await replayed(harness.own, inputs)) } satisfies Side);
    },
  );
}

async function* linesOf(harness: BuiltHarness, engineList: readonly Engine[]): AsyncIterable<Measurement> {
  const { name, source } = harness;
  const reached = engineList.flatMap((engine) => {
    const files = seeds.map((seed) => fileOf(name, engine.name, seed)).filter((file) => existsSync(file));
    const sides = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Side);
    return sides.length === 0
      ? []
      : [{ engine, sides, edges: unionOf(sides.map(({ edges }) => new Set(edges))) }];
  });
  for (const { engine, sides } of reached) {
    const list = sides.map(
      ({ edges, inputs, failures, cpuMs }) =>
        `${edges.length} by ${inputs} inputs and ${failures} failures in ${cpuMs / 1_000} s`,
    );
    const value = median(sides.map(({ edges }) => edges.length));
    yield {
      name: `${name}: edges of ${engine.name}`,
      value,
      unit: 'edges',
      how: `${source}: ${list.join(', ')}`,
    };
  }
  const begun = await replayed(harness.own, harness.seedsFolder);
  const all = `all ${seeds.length} seeds`;
  const how = `${begun.inputs} inputs out of the project's own tests; libfuzzer and afl begin with them`;
  yield { name: `${name}: edges of the project's inputs`, value: begun.edges.length, unit: 'edges', how };
  for (const { engine, edges } of reached) {
    // A side that began with another one's inputs leaves that nothing of its own.
    const others = reached
      .filter((other) => other.engine !== engine && other.engine.by !== 'both')
      .map((other) => other.edges);
    const value = onlyIn(edges, others).size;
    yield { name: `${name}: edges only of ${engine.name}`, value, unit: 'edges', how: all };
  }
  const of = (by: Engine['by']) =>
    unionOf(reached.filter(({ engine }) => engine.by === by).map(({ edges }) => edges));
  const structure = onlyIn(of('structure'), [of('bytes')]);
  const bytes = onlyIn(of('bytes'), [of('structure')]);
  const places = await placesOf(harness, structure, bytes);
  yield { name: `${name}: edges only of structure`, value: structure.size, unit: 'edges', how: places[0] };
  yield { name: `${name}: edges only of bytes`, value: bytes.size, unit: 'edges', how: places[1] };
}

const PLACES = 8;

/** The functions with most of the edges that only one of both reached. */
async function placesOf(
  harness: BuiltHarness,
  structure: ReadonlySet<number>,
  bytes: ReadonlySet<number>,
): Promise<readonly [string, string]> {
  const names = await (await findTarget(harness.own, world)).names?.(world);
  if (names === undefined) throw new Error(`the edges of ${harness.own} have no names`);
  const pair = [Uint32Array.from(structure), Uint32Array.from(bytes)] as const;
  const { functions } = differencesByPlace(names, pair, undefined);
  const most = (side: 0 | 1): string =>
    functions
      .filter(({ edges }) => (edges[side] ?? 0) > 0)
      .toSorted((a, b) => (b.edges[side] ?? 0) - (a.edges[side] ?? 0))
      .slice(0, PLACES)
      .map(({ function: called, edges }) => `${called} ${edges[side] ?? 0}`)
      .join(', ');
  return [most(0), most(1)];
}
