/**
 * A reader of JSON with ten defects after nested structure: our loop, our source under a stand-in for Centipede's engine,
 * and bytes.
 *
 * `bytes` is libFuzzer with texts of the same source as seeds; the engine begins with the same seeds, as sequences. All
 * sides have equal CPU time as the kernel counts it. A defect counts once the reader met it. Sides lie in
 * .cache/results/nested; a side that is there is not run again. `SECONDS` of CPU time for a side, `SEEDS` and `SIDES` in
 * the environment make the bench smaller.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../src/util/numbers.ts';
import { root, runAtOnce } from './campaigns/campaign-side.ts';
import { emptied, keepSide } from './executable/engines.ts';
import { type NestedEngine, nestedEngines, type NestedSide } from './executable/nested-sides.ts';
import { type Bench, type Measurement, wanted } from './harness.ts';

const results = join(root, '.cache/results/nested');
const seconds = Number(process.env['SECONDS'] ?? 60);
const seeds = Array.from({ length: Number(process.env['SEEDS'] ?? 3) }, (_, i) => i + 1);
const defects = 'merge flatten tabulate compare decode convert resolve descend scope prune'.split(' ');

export const nestedBench: Bench = {
  name: 'nested',
  question: 'which defects after nested structure does a scoped source find, and bytes not?',
  decision: 'what cgfuzz may promise to people who have a parser',
  run,
};

async function* run(): AsyncIterable<Measurement> {
  const chosen = wanted(
    'SIDES',
    nestedEngines.map(({ name }) => name),
  );
  const engines = nestedEngines.filter(({ name }) => chosen.includes(name));
  const tasks = seeds.flatMap((seed) =>
    engines.map((engine) => ({ engine, seed, file: fileOf(engine.name, seed) })),
  );
  await runAtOnce(
    tasks.filter(({ file }) => !existsSync(file)),
    ({ engine, seed }) => `${engine.name}, seed ${seed}`,
    async ({ engine, seed, file }) => {
      const folder = emptied(join(root, '.cache/nested', `${engine.name}-${seed}`));
      keepSide(file, await engine.run({ root, seed, cpuMs: seconds * 1_000, folder }));
    },
  );
  for (const engine of engines) yield* linesOf(engine);
}

function fileOf(side: string, seed: number): string {
  return join(results, `${side}-${seed}-${seconds}s.json`);
}

function* linesOf({ name }: NestedEngine): Iterable<Measurement> {
  const sides = seeds.map((seed) => JSON.parse(readFileSync(fileOf(name, seed), 'utf8')) as NestedSide);
  const found = sides.map(({ foundMs }) => Object.keys(foundMs).length);
  const times = defects.map((defect) => {
    const each = sides.map(({ foundMs }) =>
      ((foundMs[defect] ?? NaN) / 1_000).toFixed(1).replace('NaN', '-'),
    );
    return `${defect} ${each.join('/')}`;
  });
  yield {
    name: `defects that ${name} finds`,
    value: median(found),
    unit: `of ${defects.length}`,
    ...(name === 'guided' ? { goal: { atLeast: defects.length } } : {}),
    how: `${found.join(', ')} in ${seconds} CPU s; seconds until each: ${times.join(', ')}`,
  };
  const never = defects.filter((defect) => sides.every(({ foundMs }) => foundMs[defect] === undefined));
  const list = never.length === 0 ? 'none' : never.join(', ');
  yield { name: `defects that ${name} never finds`, value: never.length, unit: 'defects', how: list };
  const inputs = sides.map(({ inputs: count }) => count).join(', ');
  const bytes = median(sides.map((side) => side.bytes));
  yield { name: `bytes of inputs that ${name} keeps`, value: bytes, unit: 'bytes', how: `${inputs} inputs` };
}
