/**
 * The first minute: guided, with and without the tests that come with cgfuzz, against random in the same harness.
 *
 * Curves lie in .cache/results/early, a folder for each target and source; one that is there is not run again. `SECONDS`,
 * `SEEDS`, `TARGET`, `SOURCE`, `SIDES` (commas between them) and `BASE` in the environment make it another measurement. Sides whose name
 * ends with `-options` draw documented options of the compiler.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, runAtOnce, runCampaignSide, TARGET } from './campaigns/campaign-side.ts';
import { Curve, isDone } from './campaigns/curve.ts';
import type { Bench, Measurement } from './harness.ts';

const MOMENTS_S = [15, 30, 60, 120, 300];

interface Side {
  readonly strategy: string;
  readonly hasSeeds: boolean;
  readonly options?: string;
}

const sides: Readonly<Record<string, Side>> = {
  random: { strategy: 'random', hasSeeds: false },
  guided: { strategy: 'guided', hasSeeds: false },
  seeded: { strategy: 'guided', hasSeeds: true },
  'random-options': { strategy: 'random', hasSeeds: false, options: 'documented' },
  'guided-options': { strategy: 'guided', hasSeeds: false, options: 'documented' },
};
const USUAL = ['random', 'guided', 'seeded'];

export const early: Bench = {
  name: 'early',
  question: 'is guided behind random in its first minute, and what do seeds bring?',
  decision: 'what a campaign begins with, for runs in continuous integration that are no longer than that',
  run,
};

async function* run(): AsyncIterable<Measurement> {
  const env = process.env;
  const seconds = Number(env['SECONDS'] ?? 60);
  const seeds = Array.from({ length: Number(env['SEEDS'] ?? 5) }, (_, i) => i + 1);
  const [target, source] = [env['TARGET'] ?? TARGET, env['SOURCE'] ?? 'csmith-scoped'];
  const names = env['SIDES']?.split(',') ?? USUAL;
  const base = env['BASE'] ?? 'random';
  const results = join(root, '.cache/results/early', `${target}-${source}`);
  mkdirSync(results, { recursive: true });
  const fileOf = (name: string, seed: number): string => join(results, `${name}-${seed}.jsonl`);
  // The curve has a point a second, and the last moment needs one behind it.
  const cpuMs = (seconds + 2) * 1_000;
  const tasks = seeds.flatMap((seed) => names.map((name) => ({ name, seed })));
  await runAtOnce(
    tasks.filter(({ name, seed }) => !isDone(fileOf(name, seed), cpuMs)),
    ({ name, seed }) => `${name}, seed ${seed}`,
    ({ name, seed }) =>
      runCampaignSide({
        ...sides[name]!,
        dir: join(root, '.cache/early', `${target}-${source}-${name}-${seed}`),
        seed,
        cpuMs,
        file: fileOf(name, seed),
        target,
        source,
      }),
  );
  const moments = MOMENTS_S.filter((moment) => moment <= seconds);
  for (const name of names.filter((each) => each !== base)) {
    for (const moment of moments) {
      const edges = (side: string) => (seed: number) =>
        new Curve(fileOf(side, seed)).between(moment * 1_000).edges;
      const ratios = seeds.map((seed) => edges(name)(seed) / edges(base)(seed));
      yield {
        name: `edges at ${moment} CPU s, ${name} over ${base}, least of seeds`,
        value: Math.min(...ratios),
        unit: 'times',
        goal: { atLeast: 1 },
        how: `${source} on ${target}: ${ratios.map((ratio) => ratio.toFixed(3)).join(', ')}; ${base} has ${seeds.map(edges(base)).join(', ')}`,
      };
    }
    const speeds = seeds.map((seed) => {
      const edges = new Curve(fileOf(base, seed)).between(seconds * 1_000).edges;
      return (seconds * 1_000) / new Curve(fileOf(name, seed)).timeTo(edges);
    });
    yield {
      name: `speed-up of ${name} to what ${base} has in the end, least of seeds`,
      value: Math.min(...speeds),
      unit: 'times',
      how: `${source} on ${target}, ${seconds} CPU s: ${speeds.map((speed) => speed.toFixed(2)).join(', ')}; 1 or less where it never comes to that`,
    };
  }
}
