/** Coverage of a chain beside that of its source, by campaigns of equal CPU time. Short ones are a hint and no more. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, runAtOnce, runCampaignSide } from '../campaigns/campaign-side.ts';
import { Curve, isDone } from '../campaigns/curve.ts';
import type { Measurement } from '../harness.ts';

const sides: Readonly<Record<string, string>> = { plain: 'csmith-scoped', chain: 'csmith-scoped | relax' };

/** `SECONDS`, `SEEDS`, `TARGET` and `STRATEGY` in the environment make it another measurement. */
export async function* measureChainCoverage(): AsyncIterable<Measurement> {
  const env = process.env;
  const seconds = Number(env['SECONDS'] ?? 60);
  const seeds = Array.from({ length: Number(env['SEEDS'] ?? 1) }, (_, index) => index + 1);
  const [target, strategy] = [env['TARGET'] ?? 'clang-19-starter', env['STRATEGY'] ?? 'guided'];
  const results = join(root, '.cache/results/stages', `${target}-${strategy}`);
  mkdirSync(results, { recursive: true });
  const fileOf = (name: string, seed: number): string => join(results, `${name}-${seed}.jsonl`);
  // The curve has a point a second, and the last moment needs one behind it.
  const cpuMs = (seconds + 2) * 1_000;
  const tasks = seeds.flatMap((seed) => Object.keys(sides).map((name) => ({ name, seed })));
  await runAtOnce(
    tasks.filter(({ name, seed }) => !isDone(fileOf(name, seed), cpuMs)),
    ({ name, seed }) => `${name}, seed ${seed}`,
    ({ name, seed }) =>
      runCampaignSide({
        dir: join(root, '.cache/stages', `${target}-${strategy}-${name}-${seed}`),
        strategy,
        seed,
        cpuMs,
        file: fileOf(name, seed),
        target,
        source: sides[name]!,
      }),
  );
  for (const what of ['edges', 'features'] as const) {
    const of = (name: string) => (seed: number) =>
      new Curve(fileOf(name, seed)).between(seconds * 1_000)[what];
    const ratios = seeds.map((seed) => of('chain')(seed) / of('plain')(seed));
    yield {
      name: `${what} after ${seconds} CPU s, ${strategy} over csmith-scoped | relax to csmith-scoped, least of seeds`,
      value: Math.min(...ratios),
      unit: 'times',
      how: `${target}, by seed ${ratios.map((ratio) => ratio.toFixed(3)).join(', ')}; plain has ${seeds.map(of('plain')).join(', ')}`,
    };
  }
}
