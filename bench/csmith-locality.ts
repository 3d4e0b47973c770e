/**
 * Locality: how much of a Csmith program a mutation of its choices leaves as it was.
 *
 * Texts are compared by `sim_c` (Debian's similarity-tester), the measure that the research prototype published: the
 * share of the child that consists of the parent's material. Mutants that the generator rejects or that overrun are
 * counted and reported; a child whose record equals its parent's is not executed, so it is counted apart too.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { execa } from 'execa';

import { type ChoiceSequence, makeRandom, type ResyncStrategy } from '../src/choice/index.ts';
import { csmith, csmithScoped } from '../src/generators/index.ts';
import { mutate, mutateBy } from '../src/mutate/index.ts';
import { type ProcessSource, processSource, type SourceDefinition } from '../src/source/index.ts';
import type { Bench, Measurement } from './harness.ts';

export interface LocalityOptions {
  readonly pairs: number;
  /** How many parents they descend from. */
  readonly parents: number;
  readonly resync: ResyncStrategy;
  /** One replaced choice, or all operators mixed. */
  readonly operators: 'one choice' | 'mixed';
}

export interface Locality {
  readonly pairs: number;
  /** Mutants whose record was the parent's: never executed. */
  readonly unchanged: number;
  readonly rejected: number;
  readonly overrun: number;
  readonly executed: number;
  /** Executed, and yet the same text. */
  readonly identical: number;
  /** Similarity with the parent, in percent, of the rest. */
  readonly similarities: readonly number[];
}

export async function measureLocality(source: ProcessSource, options: LocalityOptions): Promise<Locality> {
  const parents: { record: ChoiceSequence; text: string }[] = [];
  for (let seed = 0; parents.length < options.parents; seed++) {
    const made = await source.run({ seed });
    if (made.outcome === 'ok')
      parents.push({ record: made.record, text: textOf(made.value.files[0]!.bytes) });
  }
  const donors = parents.map(({ record }) => record);
  let [unchanged, rejected, overrun, executed, identical] = [0, 0, 0, 0, 0];
  const similarities: number[] = [];
  for (let i = 0; i < options.pairs; i++) {
    const parent = parents[i % parents.length]!;
    const rng = makeRandom(i + 1);
    const mutation =
      options.operators === 'mixed'
        ? mutate(parent.record, rng, { donors })
        : mutateBy('replace', parent.record, rng);
    const sequence = mutation?.sequence ?? parent.record;
    const child = await source.run({ sequence, seed: i + 1_000_000, resync: options.resync });
    if (child.record.equals(parent.record)) unchanged++;
    else if (child.outcome === 'failed') rejected++;
    else if (child.outcome === 'overrun') overrun++;
    else {
      executed++;
      const text = textOf(child.value.files[0]!.bytes);
      if (text === parent.text) identical++;
      else similarities.push(await similarity(text, parent.text));
    }
  }
  return { pairs: options.pairs, unchanged, rejected, overrun, executed, identical, similarities };
}

/** Without the comment on top, which names options and seed. */
function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString()
    .replace(/^\/\*[\s\S]*?\*\//, '');
}

const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-locality-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Percent of the child that consists of the parent's material. */
async function similarity(child: string, parent: string): Promise<number> {
  writeFileSync(join(folder, 'child.c'), child);
  writeFileSync(join(folder, 'parent.c'), parent);
  const { stdout } = await execa('sim_c', ['-p', '-a', 'child.c', 'parent.c'], { cwd: folder });
  return Number(/^child\.c consists for (\d+) % of parent\.c/m.exec(stdout)?.[1] ?? 0);
}

function shareOf(list: readonly number[], holds: (value: number) => boolean): number {
  return list.length === 0 ? 0 : list.filter(holds).length / list.length;
}

const percent = (part: number, of: number): number => (of === 0 ? 0 : (100 * part) / of);

/** Sizes and features as Csmith's own defaults have them: options would make most mutants another kind of program. */
function withDefaults(definition: SourceDefinition): SourceDefinition {
  const { options: _, ...rest } = definition;
  return rest;
}

interface Variant extends LocalityOptions {
  readonly name: string;
  readonly definition: SourceDefinition;
  readonly hasGoals: boolean;
}

const scoped = withDefaults(csmithScoped);
const plain = withDefaults(csmith);
const base = { parents: 40, resync: 'scopes', hasGoals: false } as const;
const variants: readonly Variant[] = [
  { ...base, name: 'scoped, mixed', definition: scoped, pairs: 1_000, operators: 'mixed', hasGoals: true },
  {
    ...base,
    name: 'scoped, one choice',
    definition: scoped,
    pairs: 1_000,
    operators: 'one choice',
    hasGoals: true,
  },
  {
    ...base,
    name: 'scoped, depth-only, mixed',
    definition: scoped,
    pairs: 300,
    operators: 'mixed',
    resync: 'depth',
  },
  {
    ...base,
    name: 'scoped, depth-only, one choice',
    definition: scoped,
    pairs: 300,
    operators: 'one choice',
    resync: 'depth',
  },
  {
    ...base,
    name: 'scoped, by position, one choice',
    definition: scoped,
    pairs: 300,
    operators: 'one choice',
    resync: 'position',
  },
  { ...base, name: 'preload, mixed', definition: plain, pairs: 300, operators: 'mixed' },
  { ...base, name: 'preload, one choice', definition: plain, pairs: 300, operators: 'one choice' },
];

function* report(variant: Variant, found: Locality): Iterable<Measurement> {
  const { similarities } = found;
  const how = `${found.pairs} mutants of ${variant.parents} default programs, ${found.executed} executed`;
  const line = (name: string, value: number, goal?: Measurement['goal']): Measurement => ({
    name: `${variant.name}: ${name}`,
    value,
    unit: '%',
    how,
    ...(variant.hasGoals && goal !== undefined ? { goal } : {}),
  });
  const isMixed = variant.operators === 'mixed';
  yield line('record as the parent, not executed', percent(found.unchanged, found.pairs));
  yield line('rejected or overrun', percent(found.rejected + found.overrun, found.pairs));
  yield line(
    'executed, text identical',
    percent(found.identical, found.executed),
    isMixed ? { atMost: 5 } : undefined,
  );
  yield line(
    'rest, entirely different',
    100 * shareOf(similarities, (s) => s === 0),
    isMixed ? { atMost: 3 } : undefined,
  );
  yield line('rest, at least 90% similar', 100 * shareOf(similarities, (s) => s >= 90), {
    atLeast: isMixed ? 60 : 90,
  });
}

async function* randomPairs(): AsyncIterable<Measurement> {
  const source = processSource(scoped);
  const similarities: number[] = [];
  let last = '';
  for (let seed = 0; similarities.length < 200; seed++) {
    const made = await source.run({ seed });
    if (made.outcome !== 'ok') continue;
    const text = textOf(made.value.files[0]!.bytes);
    if (last !== '') similarities.push(await similarity(text, last));
    last = text;
  }
  await source.close();
  const how = '200 pairs of unrelated default programs';
  const unit = '%';
  yield {
    name: 'random pairs: entirely different',
    value: 100 * shareOf(similarities, (s) => s === 0),
    unit,
    how,
  };
  yield {
    name: 'random pairs: at least 90% similar',
    value: 100 * shareOf(similarities, (s) => s >= 90),
    unit,
    how,
  };
}

export const csmithLocality: Bench = {
  name: 'locality',
  question: 'How much of a Csmith program does a mutation of its choices leave as it was?',
  decision: 'whether scopes and two cursors are worth their cost, and which functions carry scopes',
  async *run() {
    yield* randomPairs();
    for (const variant of variants) {
      const source = processSource(variant.definition);
      const found = await measureLocality(source, variant);
      await source.close();
      yield* report(variant, found);
    }
  },
};
