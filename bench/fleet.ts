/**
 * Fleets: what workers that share reach together, against one campaign of the same CPU time, and against workers that do
 * not share.
 *
 * All sides have the same total of CPU time. `SECONDS` (of all workers together), `SEEDS`, `WORKERS` (commas between
 * them), `TARGET`, `SOURCE` and `OPTIONS` (such as `pipelines`) in the environment make it another measurement.
 * Campaigns lie in .cache/fleet.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CampaignFolder, type StatsLine } from '../src/campaign/index.ts';
import { FeatureSet } from '../src/serve/index.ts';
import { Corpus } from '../src/corpus/index.ts';
import { child, root } from './campaigns/campaign-side.ts';
import type { Bench, Measurement } from './harness.ts';

const main = join(root, 'dist/cli/main.js');

export const fleet: Bench = {
  name: 'fleet',
  question: 'do workers that share reach what one campaign reaches in the same CPU time?',
  decision: 'whether tests and the earnings of arms are shared live, or corpora are merged at the end',
  run,
};

async function* run(): AsyncIterable<Measurement> {
  const env = process.env;
  const seconds = Number(env['SECONDS'] ?? 1_200);
  const seeds = Array.from({ length: Number(env['SEEDS'] ?? 3) }, (_, index) => index + 1);
  const counts = (env['WORKERS'] ?? '2,4,8').split(',').map(Number);
  const [target, source] = [env['TARGET'] ?? 'clang-19-passes', env['SOURCE'] ?? 'csmith-scoped'];
  const options = env['OPTIONS'];
  const drawn = options === undefined ? [] : [`--options=${options}`];
  const results = join(root, '.cache/fleet', [target, source, seconds, ...drawn].join('-'));
  const settings = [
    '--no-seeds',
    `--target=${target}`,
    `--source=${source}`,
    '--compare-share=0',
    '--jobs=1',
    ...drawn,
  ];
  const runAll = async (dir: string, count: number, seed: number, isShared: boolean): Promise<void> => {
    if (existsSync(dir)) return;
    const workers = Array.from({ length: count }, (_, worker) => {
      const place = isShared ? dir : join(dir, String(worker));
      mkdirSync(join(place, 'workers'), { recursive: true });
      const words = ['run', '--json', `--fleet=${place}`, `--worker=w${worker}`, `--seed=${seed}`];
      return child([main, ...words, ...settings, `--cpu-time=${Math.round((seconds * 1_000) / count)}ms`]);
    });
    console.error(`running ${count} workers, ${isShared ? 'shared' : 'isolated'}, seed ${seed}`);
    await Promise.all(workers);
  };
  for (const seed of seeds) {
    const one = join(results, `one-${seed}`);
    await runAll(one, 1, seed, true);
    // The campaign's own curve is finer than what a worker tells others.
    const curve = new CampaignFolder(join(one, 'workers/w0/campaign')).readStats();
    for (const count of counts) {
      const shared = join(results, `shared-${count}-${seed}`);
      const isolated = join(results, `isolated-${count}-${seed}`);
      await runAll(shared, count, seed, true);
      await runAll(isolated, count, seed, false);
      const together = (await collected(shared)).at(-1)!;
      const apart = unionOf(Array.from({ length: count }, (_, worker) => join(isolated, String(worker))));
      const last = curve.at(-1)!;
      const how = `seed ${seed}, ${seconds} CPU s of ${source} on ${target}${drawn.map((flag) => ` ${flag}`).join('')}; one: ${last.features} features of ${last.executions} tests; shared: ${together.features} of ${together.executions}; isolated: ${apart}`;
      yield {
        name: `features, ${count} shared over one`,
        value: together.features / last.features,
        unit: 'times',
        goal: { atLeast: 0.95 },
        how,
      };
      yield {
        name: `features, ${count} shared over isolated`,
        value: together.features / apart,
        unit: 'times',
        goal: { atLeast: 1 },
        how,
      };
      yield {
        name: `efficiency of ${count} shared`,
        value: efficiency(curve, together.features, seconds),
        unit: 'share',
        goal: { atLeast: 0.9 },
        how,
      };
      yield {
        name: `efficiency of ${count} isolated`,
        value: efficiency(curve, apart, seconds),
        unit: 'share',
        how,
      };
    }
  }
}

/** CPU time that one campaign took to reach as much, as a share of what the workers took; 1 if it never did. */
function efficiency(curve: readonly StatsLine[], features: number, seconds: number): number {
  const reached = curve.find((line) => line.features >= features);
  return reached === undefined ? 1 : reached.cpuMs / (seconds * 1_000);
}

/** The statistics of a fleet, as `cgfuzz fleet collect` writes them. */
async function collected(fleetFolder: string): Promise<readonly StatsLine[]> {
  const out = `${fleetFolder}-all`;
  rmSync(out, { recursive: true, force: true });
  await child([main, 'fleet', 'collect', fleetFolder, out]);
  return new CampaignFolder(out).readStats();
}

/** How many features all workers of isolated fleets reached together. */
function unionOf(places: readonly string[]): number {
  const reached = new FeatureSet();
  let count = 0;
  for (const [worker, place] of places.entries()) {
    const corpus = Corpus.read(join(place, 'workers', `w${worker}`, 'campaign/corpus'));
    for (const { id } of corpus.entries()) count += reached.add(corpus.features(id)).fresh.length;
    corpus.close();
  }
  return count;
}
