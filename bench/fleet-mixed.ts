/**
 * Mixed fleets: two workers with different generators share. They are compared with the same two workers in fleets of
 * their own, and with a fleet whose workers have both generators.
 *
 * All sides have the same total of CPU time. `SECONDS` (of both workers together), `SEEDS`, `SIDES`, `TARGET` and
 * `SOURCES` (two, with a comma) in the environment make it another measurement. Campaigns lie in .cache/fleet-mixed. A
 * side that is there is not run again.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CampaignFolder } from '../src/campaign/index.ts';
import { Corpus } from '../src/corpus/index.ts';
import { Findings } from '../src/finding/index.ts';
import { FeatureSet } from '../src/serve/index.ts';
import { child, root } from './campaigns/campaign-side.ts';
import type { Bench, Goal, Measurement } from './harness.ts';
import { planting } from './planted/truth.ts';

const main = join(root, 'dist/cli/main.js');

export const fleetMixed: Bench = {
  name: 'fleet-mixed',
  question: 'do workers with different generators win or lose when they share?',
  decision: 'whether docs/fleet.md recommends different generators in one fleet',
  run,
};

interface Reached {
  readonly paths: readonly string[];
  /** Tests that each worker kept. */
  readonly kept: readonly number[];
  readonly edges: number;
  readonly findings: number;
  readonly executions: number;
}

/** For each side, the fleet and the sources of each of the two workers. */
function sidesOf(first: string, second: string): Readonly<Record<string, readonly (readonly string[])[]>> {
  return {
    mixed: [
      ['fleet', first],
      ['fleet', second],
    ],
    apart: [
      ['one', first],
      ['two', second],
    ],
    both: [
      ['fleet', `${first},${second}`],
      ['fleet', `${first},${second}`],
    ],
  };
}

const { SECONDS = '60', SEEDS = '3', SOURCES = 'csmith-scoped,loom language=c size=2KB' } = process.env;
const sides = (process.env['SIDES'] ?? 'mixed,apart,both').split(',');

async function* run(): AsyncIterable<Measurement> {
  const [first = '', second = first] = SOURCES.split(',');
  const { compiler } = planting('all');
  const results = join(
    root,
    '.cache/fleet-mixed',
    [compiler, first, second, SECONDS].join('-').replaceAll(/[^\w+.-]+/g, '-'),
  );
  for (let seed = 1; seed <= Number(SEEDS); seed++) {
    const reached = new Map<string, Reached>();
    for (const [side, workers] of Object.entries(sidesOf(first, second)))
      if (sides.includes(side))
        reached.set(side, await runSide(join(results, `${side}-${seed}`), workers, seed));
    const told = [...reached].map(
      ([side, { edges, findings, executions }]) =>
        `${side}: ${edges} edges, ${findings} findings, ${executions} tests`,
    );
    const how = `seed ${seed}, ${SECONDS} CPU s of ${SOURCES} on ${compiler}; ${told.join('; ')}`;
    yield* compared('mixed', 'apart', reached, how, { atLeast: 1 });
    yield* compared('both', 'mixed', reached, how);
  }
}

function* compared(
  one: string,
  other: string,
  reached: ReadonlyMap<string, Reached>,
  how: string,
  goal?: Goal,
): Iterable<Measurement> {
  const [ours, theirs] = [reached.get(one), reached.get(other)];
  if (ours === undefined || theirs === undefined) return;
  for (const what of ['edges', 'findings'] as const)
    yield {
      name: `${what}, ${one} over ${other}`,
      value: ours[what] / Math.max(1, theirs[what]),
      unit: 'times',
      how,
      ...(goal === undefined ? {} : { goal }),
    };
  // A finding takes seconds to be judged, so chance decides how many tests a worker makes in a minute.
  const least = ours.kept.map((kept, worker) => Math.min(kept, theirs.kept[worker] ?? 0));
  yield {
    name: `edges of as many tests, ${one} over ${other}`,
    value: reachedBy(ours.paths, least).edges / Math.max(1, reachedBy(theirs.paths, least).edges),
    unit: 'times',
    how: `${how}; the first ${least.join(' and ')} tests of the workers`,
  };
}

/** Runs the workers of a side, unless they ran before. */
async function runSide(dir: string, workers: readonly (readonly string[])[], seed: number): Promise<Reached> {
  const { compiler, args } = planting('all');
  const settings = ['--no-seeds', '--jobs=1', '--compare-share=20', '--reduce-share=0'];
  const ofCompiler = [`--target=${compiler}`, `--args=${args.join(' ')}`];
  if (!existsSync(dir)) {
    console.error(`running ${dir}`);
    const running = workers.map(([fleet = '', sources = ''], worker) => {
      mkdirSync(join(dir, fleet, 'workers'), { recursive: true });
      const words = [`--fleet=${join(dir, fleet)}`, `--worker=w${worker}`, `--seed=${seed}`];
      const time = `--cpu-time=${Math.round((Number(SECONDS) * 1_000) / workers.length)}ms`;
      return child([
        main,
        'run',
        '--json',
        ...words,
        ...settings,
        ...ofCompiler,
        `--source=${sources}`,
        time,
      ]);
    });
    await Promise.all(running);
  }
  return reachedBy(
    workers.map(([fleet = ''], worker) => join(dir, fleet, 'workers', `w${worker}`, 'campaign')),
  );
}

/** The edges, the different failures and the executions of several campaigns together. */
function reachedBy(paths: readonly string[], most: readonly number[] = []): Reached {
  const [seen, signatures] = [new FeatureSet(), new Set<string>()];
  const kept: number[] = [];
  let [edges, executions] = [0, 0];
  for (const [worker, path] of paths.entries()) {
    const folder = new CampaignFolder(path);
    const cells = folder.edgeCellsOf(folder.readManifest().build);
    const corpus = Corpus.read(folder.corpus);
    const entries = [...corpus.entries()].slice(0, most[worker]);
    kept.push(entries.length);
    for (const { id } of entries) edges += seen.add(corpus.features(id), cells).edges;
    corpus.close();
    for (const { record } of new Findings(folder.findings, () => []).all()) signatures.add(record.signature);
    executions += folder.readStats().at(-1)?.executions ?? 0;
  }
  return { paths, kept, edges, findings: signatures.size, executions };
}
