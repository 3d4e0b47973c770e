/**
 * Locality: how much of a Csmith program a mutation of its choices leaves as it was.
 *
 * Texts are compared by `sim_c` (Debian's similarity-tester), the measure that the research prototype published: the
 * share of the child that consists of the parent's material. Mutants that the generator rejects or that overrun are
 * counted and reported; a child whose record equals its parent's is not executed, so it is counted apart too.
 * `PAIRS` in the environment makes it smaller; what only stands beside for comparison has 300 pairs at most.
 */
import { type ChoiceSequence, makeRandom, type ResyncStrategy } from '../src/choice/index.ts';
import { csmith, csmithScoped } from '../src/generators/index.ts';
import { mutate, mutateBy } from '../src/mutate/index.ts';
import { type Source, processSource, type ProcessDefinition } from '../src/source/index.ts';
import type { Bench, Measurement } from './harness.ts';
import { percentOf, similarity } from './similarity.ts';

interface Parent {
  readonly record: ChoiceSequence;
  readonly text: string;
}

/** What the mutants of one way descend from. */
interface Family {
  readonly source: Source;
  readonly parents: readonly Parent[];
}

const PARENTS = 40;

async function openFamily(definition: ProcessDefinition): Promise<Family> {
  const source = processSource(definition);
  const parents: Parent[] = [];
  for (let seed = 0; parents.length < PARENTS; seed++) {
    const made = await source.run({ seed });
    if (made.outcome === 'ok')
      parents.push({ record: made.record, text: textOf(made.program.files[0]!.bytes) });
  }
  return { source, parents };
}

interface LocalityOptions {
  readonly pairs: number;
  readonly resync: ResyncStrategy;
  /** One replaced choice, or all operators mixed. */
  readonly operators: 'one choice' | 'mixed';
}

interface Locality {
  readonly pairs: number;
  /** Mutants whose record was the parent's: never executed. */
  readonly unchanged: number;
  readonly rejected: number;
  readonly overrun: number;
  readonly executed: number;
  /** Another record, and yet the same text. */
  readonly identical: number;
  /** Similarity with the parent, in percent, of the rest. */
  readonly similarities: readonly number[];
}

async function measureLocality({ source, parents }: Family, options: LocalityOptions): Promise<Locality> {
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
      const text = textOf(child.program.files[0]!.bytes);
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

const percent = (part: number, of: number): number => (of === 0 ? 0 : (100 * part) / of);

/**
 * Sizes and features as Csmith's own defaults have them: options would make most mutants another kind of program. An
 * overrun is one by its choices, three times the largest parent's, because time depends on what else the machine does.
 */
function withDefaults(definition: ProcessDefinition): ProcessDefinition {
  const { options: _, ...rest } = definition;
  return { ...rest, limits: { timeMs: 120_000, maxChoices: 400_000 } };
}

interface Variant extends LocalityOptions {
  readonly name: string;
  readonly hasGoals: boolean;
}

const PAIRS = Number(process.env['PAIRS'] ?? 1_000);
const measured = { pairs: PAIRS, resync: 'scopes', hasGoals: true } as const;
const compared = { ...measured, pairs: Math.min(PAIRS, 300), hasGoals: false } as const;
const scoped: readonly Variant[] = [
  { ...measured, name: 'scoped, mixed', operators: 'mixed' },
  { ...measured, name: 'scoped, one choice', operators: 'one choice' },
  { ...compared, name: 'scoped, depth-only, mixed', operators: 'mixed', resync: 'depth' },
  { ...compared, name: 'scoped, depth-only, one choice', operators: 'one choice', resync: 'depth' },
  { ...compared, name: 'scoped, by position, one choice', operators: 'one choice', resync: 'position' },
];
const preload: readonly Variant[] = [
  { ...compared, name: 'preload, mixed', operators: 'mixed' },
  { ...compared, name: 'preload, one choice', operators: 'one choice' },
];

function* report(variant: Variant, found: Locality): Iterable<Measurement> {
  const { similarities } = found;
  const how = `${found.pairs} mutants of ${PARENTS} default programs, ${found.executed} executed`;
  const line = (name: string, value: number, goal?: Measurement['goal']): Measurement => ({
    name: `${variant.name}: ${name}`,
    value,
    unit: '%',
    how,
    ...(variant.hasGoals && goal !== undefined ? { goal } : {}),
  });
  const isMixed = variant.operators === 'mixed';
  yield line('record as the parent, not executed', percent(found.unchanged, found.pairs));
  yield line('rejected', percent(found.rejected, found.pairs));
  yield line('overrun', percent(found.overrun, found.pairs));
  yield line(
    'executed, text identical',
    percent(found.identical, found.executed),
    isMixed ? { atMost: 5 } : undefined,
  );
  yield line(
    'rest, entirely different',
    percentOf(similarities, (s) => s === 0),
    isMixed ? { atMost: 3 } : undefined,
  );
  yield line(
    'rest, at least 90% similar',
    percentOf(similarities, (s) => s >= 90),
    {
      atLeast: isMixed ? 60 : 90,
    },
  );
}

/** Each parent and the next one: programs that have nothing to do with each other. */
async function* randomPairs({ parents }: Family): AsyncIterable<Measurement> {
  const similarities: number[] = [];
  for (const [i, { text }] of parents.entries())
    similarities.push(await similarity(text, parents[(i + 1) % parents.length]!.text));
  const how = `${similarities.length} pairs of unrelated default programs`;
  const share = (name: string, holds: (percent: number) => boolean): Measurement => ({
    name: `random pairs: ${name}`,
    value: percentOf(similarities, holds),
    unit: '%',
    how,
  });
  yield share('entirely different', (s) => s === 0);
  yield share('at least 90% similar', (s) => s >= 90);
}

async function* measureAll(family: Family, variants: readonly Variant[]): AsyncIterable<Measurement> {
  for (const variant of variants) yield* report(variant, await measureLocality(family, variant));
  await family.source.close();
}

export const csmithLocality: Bench = {
  name: 'locality',
  question: 'How much of a Csmith program does a mutation of its choices leave as it was?',
  decision: 'whether scopes and two cursors are worth their cost, and which functions carry scopes',
  async *run() {
    const family = await openFamily(withDefaults(csmithScoped));
    yield* randomPairs(family);
    yield* measureAll(family, scoped);
    yield* measureAll(await openFamily(withDefaults(csmith)), preload);
  },
};
