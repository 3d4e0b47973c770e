/**
 * Passes as goals: does a campaign with a focus reach more of one file of the target than a campaign without it?
 *
 * Sides run one after another, guided, with equal flags and equal CPU time. Edges are counted afterwards, from what the
 * corpus of each campaign reached. Results lie in .cache/results/focus; a campaign that is there is not run again.
 * `FOCUS`, `SOURCE`, `SEEDS`, `SECONDS` and `TARGET` in the environment make it another measurement. `COUNTED=N`
 * executes N tests with counted costs: the computer's load changes nothing then.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../src/build/index.ts';
import { CampaignFolder } from '../src/campaign/index.ts';
import { Corpus } from '../src/corpus/index.ts';
import { edgesOf, reachedFeatures } from '../src/report/campaign-data.ts';
import { edgesNamed } from '../src/session/focus.ts';
import { findTarget } from '../src/target/index.ts';
import { writeFileAtomic } from '../src/util/write-file-atomic.ts';
import { root, runCampaignSide } from './campaigns/campaign-side.ts';
import type { Bench, Measurement } from './harness.ts';

const env = process.env;
const focus = env['FOCUS'] ?? 'InstCombineAddSub';
const source = env['SOURCE'] ?? 'loom';
const target = env['TARGET'] ?? 'clang-19-starter';
const seconds = Number(env['SECONDS'] ?? 60);
const counted = env['COUNTED'] === undefined ? undefined : Number(env['COUNTED']);
const seeds = (env['SEEDS'] ?? '1,2,3').split(',').map(Number);
const world = { cache: cacheFolder(env), searchPath: env['PATH'] ?? '/usr/bin:/bin' };

export const focusBench: Bench = {
  name: 'focus',
  question: 'does a campaign with a focus reach more of that part of the target than one without?',
  decision: 'who may be a parent, and what arms are paid for, if a person names a part of the target',
  run,
};

interface Reached {
  /** Edges in the focus, and in all. */
  readonly inFocus: number;
  readonly inAll: number;
}

async function* run(): AsyncIterable<Measurement> {
  const found = await findTarget(target, world);
  const wanted = edgesNamed(await found.names!(world), focus);
  const pairs: (readonly [Reached, Reached])[] = [];
  for (const seed of seeds)
    pairs.push([await reachedBySide(wanted, seed, false), await reachedBySide(wanted, seed, true)]);
  const length = counted === undefined ? `${seconds} CPU s` : `${counted} tests, counted costs`;
  const how = `${source} on ${target}, ${length}, seeds ${seeds.join(', ')}`;
  for (const [of, what] of [
    ['inFocus', `edges of ${focus} (${wanted.size} in all)`],
    ['inAll', 'edges of all'],
  ] as const) {
    const logs = pairs.map(([without, withIt]) => Math.log(withIt[of] / without[of]));
    yield {
      name: `${what}, with a focus over without, mean of seeds`,
      value: Math.exp(logs.reduce((sum, each) => sum + each, 0) / logs.length),
      unit: 'times',
      ...(of === 'inFocus' ? { goal: { atLeast: 1 } } : {}),
      how: `${how}: ${pairs.map(([without, withIt]) => `${withIt[of]} and ${without[of]}`).join(', ')}`,
    };
  }
}

async function reachedBySide(wanted: ReadonlySet<number>, seed: number, hasFocus: boolean): Promise<Reached> {
  const name = [source, focus, counted ?? seconds, hasFocus ? 'with' : 'without', seed].join('-');
  const results = join(root, '.cache/results/focus', target);
  const file = join(results, `${name.replaceAll(/[^\w-]+/g, '-')}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Reached;
  console.error(`running ${name}`);
  const dir = join(root, '.cache/focus', name);
  mkdirSync(results, { recursive: true });
  await runCampaignSide({
    ...(hasFocus ? { focus } : {}),
    ...(counted === undefined ? {} : { executions: counted }),
    dir,
    strategy: 'guided',
    source,
    seed,
    cpuMs: seconds * 1_000,
    file: join(dir, 'curve.jsonl'),
    target,
  });
  const folder = new CampaignFolder(dir);
  const { build } = folder.readManifest();
  const corpus = Corpus.read(folder.corpus);
  const edges = edgesOf(reachedFeatures(corpus, build), folder.edgeCellsOf(build));
  const reached: Reached = {
    inFocus: edges.filter((edge) => wanted.has(edge)).length,
    inAll: edges.length,
  };
  writeFileAtomic(file, JSON.stringify(reached));
  return reached;
}
