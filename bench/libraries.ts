/**
 * Libraries with planted bugs: cgfuzz with a source of structure against libFuzzer and AFL++.
 *
 * The harnesses are ours, with hooks behind conditions that a rule chose; see libraries/plant.ts. All sides have equal CPU
 * time as the kernel counts it, for engine and target. libFuzzer counts the edges: it executes the inputs that each side
 * kept, with `-runs=0`, and no bug ends it. A bug counts once the library met it. A bug that was met eight times is mended,
 * for each side.
 *
 * Sides lie in .cache/results/libraries; a side that is there is not run again. `SECONDS` of CPU time for a side, `SEEDS`,
 * `LIBRARIES` and `ENGINES` in the environment make the bench smaller.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../src/util/numbers.ts';
import { root, runAtOnce } from './campaigns/campaign-side.ts';
import { emptied, keepSide } from './executable/engines.ts';
import { type Bench, type Measurement, wanted } from './harness.ts';
import { type BuiltLibrary, buildLibrary, countOfSeeds } from './libraries/build.ts';
import { libraries } from './libraries/list.ts';
import { type LibrarySide, runSide, sides } from './libraries/sides.ts';

const results = join(root, '.cache/results/libraries');
const seconds = Number(process.env['SECONDS'] ?? 60);
const seeds = Array.from({ length: Number(process.env['SEEDS'] ?? 3) }, (_, i) => i + 1);
/** Goals of edges, and of bugs, over the best side of bytes. */
const MORE_EDGES = 1;
const MORE_BUGS = 1.5;

export const librariesBench: Bench = {
  name: 'libraries',
  question:
    'on libraries that nobody tuned cgfuzz on, what does a source of structure reach and find, and bytes?',
  decision: 'what cgfuzz may promise to authors of a library',
  run,
};

async function* run(): AsyncIterable<Measurement> {
  const names = wanted(
    'LIBRARIES',
    libraries.map(({ name }) => name),
  );
  const engines = wanted('ENGINES', Object.keys(sides));
  const built: BuiltLibrary[] = [];
  for (const library of libraries) if (names.includes(library.name)) built.push(await buildLibrary(library));
  const tasks = built.flatMap((library) =>
    seeds.flatMap((seed) =>
      engines.map((engine) => ({ library, engine, seed, file: fileOf(library, engine, seed) })),
    ),
  );
  await runAtOnce(
    tasks.filter(({ file }) => !existsSync(file)),
    ({ library, engine, seed }) => `${engine} on ${library.name}, seed ${seed}`,
    async ({ library, engine, seed, file }) => {
      const folder = emptied(join(root, '.cache/libraries', `${library.name}-${engine}-${seed}`));
      const side = await runSide(engine, { library, seed, cpuMs: seconds * 1_000, folder });
      if (side !== undefined) keepSide(file, side);
    },
  );
  for (const library of built) yield* linesOf(library, engines);
}

function fileOf({ name }: BuiltLibrary, engine: string, seed: number): string {
  return join(results, `${name}-${engine}-${seed}-${seconds}s.json`);
}

function* linesOf(library: BuiltLibrary, engines: readonly string[]): Iterable<Measurement> {
  const { name, bugs } = library;
  const reached = engines.flatMap((engine) => {
    const files = seeds.map((seed) => fileOf(library, engine, seed)).filter((file) => existsSync(file));
    const runs = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as LibrarySide);
    if (runs.length === 0) return [];
    const edges = median(runs.map((side) => side.edges));
    return [{ engine, runs, edges, found: median(runs.map(foundBy)) }];
  });
  const ofBytes = reached.filter(({ engine }) => sides[engine]!.by === 'bytes');
  const best = {
    edges: Math.max(...ofBytes.map(({ edges }) => edges)),
    found: Math.max(...ofBytes.map(({ found }) => found)),
  };
  for (const { engine, runs, edges, found } of reached) {
    const isOurs = engine === 'cgfuzz' && ofBytes.length > 0;
    const how = `${seconds} CPU s; ${sides[engine]!.begins(countOfSeeds(library))}`;
    yield {
      name: `${name}: edges of ${engine}`,
      value: edges,
      unit: 'edges',
      ...(isOurs ? { goal: { atLeast: best.edges * MORE_EDGES } } : {}),
      how: `${runs.map((side) => side.edges).join(', ')}; ${how}`,
    };
    yield {
      name: `${name}: planted bugs that ${engine} finds`,
      value: found,
      unit: `of ${bugs}`,
      ...(isOurs ? { goal: { atLeast: Math.min(bugs, best.found * MORE_BUGS) } } : {}),
      how: runs.map(timesOf).join('; '),
    };
    const speeds = runs.flatMap(({ executions, cpuMs }) =>
      executions === undefined ? [] : [executions / (cpuMs / 1_000)],
    );
    if (speeds.length > 0)
      yield {
        name: `${name}: executions of ${engine}`,
        value: median(speeds),
        unit: '1/s',
        how: 'a CPU second',
      };
  }
}

function foundBy({ foundMs }: LibrarySide): number {
  return Object.keys(foundMs).length;
}

/** The bugs of a side with the CPU seconds until each. */
function timesOf(side: LibrarySide): string {
  const times = Object.entries(side.foundMs).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${foundBy(side)}: ${times.map(([bug, ms]) => `${bug} ${(ms / 1_000).toFixed(1)}`).join(' ') || 'none'}`;
}
