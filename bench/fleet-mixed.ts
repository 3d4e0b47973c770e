/**
 * Mixed fleets: two workers with different generators in one fleet, against the same two workers in fleets of their
 * own, and against a fleet whose workers both have both generators.
 *
 * All sides have the same total of CPU time. `SECONDS` (of both workers together), `SEEDS`, `TARGET` and `SOURCES` (two,
 * with a comma) in the environment make it another measurement. Campaigns lie in .cache/fleet-mixed; a side that is
 * there is not run again.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CampaignFolder } from '../src/campaign/index.ts';
import { Corpus } from '../src/corpus/index.ts';
import { Findings } from '../src/finding/index.ts';
import { FeatureSet } from '../src/serve/index.ts';
import { child, root } from './campaigns/campaign-side.ts';
import type { Bench, Measurement } from './harness.ts';
import { planting } from './planted/truth.ts';

const main = join(root, 'dist/cli/main.js');

export const fleetMixed: Bench = {
  name: 'fleet-mixed',
  question: 'do workers with different generators win or lose when they share?',
  decision: 'whether docs/fleet.md recommends different generators in one fleet',
  run,
};

interface Reached {
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

async function* run(): AsyncIterable<Measurement> {
  const { SECONDS = '60', SEEDS = '3', SOURCES = 'csmith-scoped,loom language=c size=2KB' } = process.env;
  const { compiler, args } = planting('all');
  const [first = '', second = first] = SOURCES.split(',');
  const results = join(
    root,
    '.cache/fleet-mixed',
    [compiler, first, second, SECONDS].join('-').replaceAll(/[^\w+.-]+/g, '-'),
  );
  const settings = [
    '--no-seeds',
    '--jobs=1',
    `--target=${compiler}`,
    `--args=${args.join(' ')}`,
    '--compare-share=20',
    '--reduce-share=0',
  ];
  for (let seed = 1; seed <= Number(SEEDS); seed++) {
    const reached = new Map<string, Reached>();
    for (const [side, workers] of Object.entries(sidesOf(first, second))) {
      const dir = join(results, `${side}-${seed}`);
      const campaigns = workers.map(([fleet = '']) => join(dir, fleet));
      if (!existsSync(dir)) {
        console.error(`running ${side}, seed ${seed}`);
        const running = workers.map(([fleet = '', sources = ''], worker) => {
          mkdirSync(join(dir, fleet, 'workers'), { recursive: true });
          const words = [`--fleet=${join(dir, fleet)}`, `--worker=w${worker}`, `--seed=${seed}`];
          const time = `--cpu-time=${Math.round((Number(SECONDS) * 1_000) / workers.length)}ms`;
          return child([main, 'run', '--json', ...words, ...settings, `--source=${sources}`, time]);
        });
        await Promise.all(running);
      }
      const folders = campaigns.map((fleet, worker) => join(fleet, 'workers', `w${worker}`, 'campaign'));
      reached.set(side, reachedBy(folders));
    }
    const how = [...reached]
      .map(
        ([side, { edges, findings, executions }]) =>
          `${side}: ${edges} edges, ${findings} findings, ${executions} tests`,
      )
      .join('; ');
    const about = `seed ${seed}, ${SECONDS} CPU s of ${SOURCES} on ${compiler}; ${how}`;
    const [mixed, apart, both] = ['mixed', 'apart', 'both'].map((side) => reached.get(side)!);
    const goal = { atLeast: 1 };
    yield {
      name: 'edges, mixed over apart',
      value: mixed!.edges / apart!.edges,
      unit: 'times',
      goal,
      how: about,
    };
    yield {
      name: 'findings, mixed over apart',
      value: mixed!.findings / Math.max(1, apart!.findings),
      unit: 'times',
      goal,
      how: about,
    };
    yield { name: 'edges, both over mixed', value: both!.edges / mixed!.edges, unit: 'times', how: about };
  }
}

/** The edges, the different failures and the executions of several campaigns together. */
function reachedBy(paths: readonly string[]): Reached {
  const [seen, signatures] = [new FeatureSet(), new Set<string>()];
  let [edges, executions] = [0, 0];
  for (const path of paths) {
    const folder = new CampaignFolder(path);
    const cells = folder.edgeCellsOf(folder.readManifest().build);
    const corpus = Corpus.read(folder.corpus);
    for (const { id } of corpus.entries()) edges += seen.add(corpus.features(id), cells).edges;
    corpus.close();
    for (const { record } of new Findings(folder.findings, () => []).all()) signatures.add(record.signature);
    executions += folder.readStats().at(-1)?.executions ?? 0;
  }
  return { edges, findings: signatures.size, executions };
}
