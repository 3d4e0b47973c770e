/** How much of a program is left in its mutants. */
import { applyEdits, type ChoiceSequence, endOf, makeRandom, uniformBelow } from '../../src/choice/index.ts';
import { mutate, mutateBy } from '../../src/mutate/index.ts';
import type { Measurement } from '../harness.ts';
import { percentOf, similarity } from '../similarity.ts';
import { fromEnvironment, make } from './programs.ts';

const PARENTS = 40;
const options = { maxSize: 6 };

interface Parent {
  readonly record: ChoiceSequence;
  readonly text: string;
}

/** Not the smallest: a program of three lines has no rest to be similar. */
function parentsOf(): Parent[] {
  const parents: Parent[] = [];
  for (let seed = 0; parents.length < PARENTS; seed++) {
    const { record, text } = make({ seed, options });
    if (text.length > 1_500) parents.push({ record, text });
  }
  return parents;
}

type Mutation = (parent: Parent, pair: number) => ChoiceSequence;

interface Found {
  readonly identical: number;
  /** Percent of the child that is the parent's, of those that differ. */
  readonly similarities: readonly number[];
}

async function compareMutants(mutateOne: Mutation): Promise<Found & { readonly pairs: number }> {
  const parents = parentsOf();
  const pairs = fromEnvironment('PAIRS', 400);
  const similarities: number[] = [];
  let identical = 0;
  for (let pair = 0; pair < pairs; pair++) {
    const parent = parents[pair % parents.length]!;
    const { text } = make({ seed: pair + 1_000_000, sequence: mutateOne(parent, pair), options });
    if (text === parent.text) identical++;
    else similarities.push(await similarity(text, parent.text));
  }
  return { identical, similarities, pairs };
}

export async function* mutants(): AsyncIterable<Measurement> {
  const parents = parentsOf();
  const donors = parents.map(({ record }) => record);
  const { identical, similarities, pairs } = await compareMutants(
    ({ record }, pair) => mutate(record, makeRandom(pair + 1), { donors }).sequence,
  );
  const how = `${pairs} mutants of ${PARENTS} programs of at most 64 statements, all operators, sim_c`;
  const unit = '%';
  yield {
    name: 'mutants with the text of their parent',
    value: (100 * identical) / pairs,
    unit,
    goal: { atMost: 2 },
    how,
  };
  yield {
    name: 'of the rest unrelated',
    value: percentOf(similarities, (x) => x === 0),
    unit,
    goal: { atMost: 0.5 },
    how,
  };
  yield {
    name: 'of the rest at least 90% similar',
    value: percentOf(similarities, (x) => x >= 90),
    unit,
    goal: { atLeast: 80 },
    how,
  };
}

export async function* oneChoice(): AsyncIterable<Measurement> {
  const { identical, similarities, pairs } = await compareMutants(
    ({ record }, pair) => mutateBy('replace', record, makeRandom(pair + 1))?.sequence ?? record,
  );
  const how = `one choice replaced, ${pairs} pairs of ${PARENTS} programs of at most 64 statements, sim_c`;
  const unit = '%';
  yield {
    name: 'one choice replaced: text unchanged',
    value: (100 * identical) / pairs,
    unit,
    goal: { atMost: 15 },
    how,
  };
  yield {
    name: 'one choice replaced: of the rest at least 90% similar',
    value: percentOf(similarities, (x) => x >= 90),
    unit,
    goal: { atLeast: 97 },
    how,
  };
}

export function* deletion(): Iterable<Measurement> {
  const rng = makeRandom(3);
  const parents = parentsOf();
  let [deleted, longer] = [0, 0];
  while (deleted < fromEnvironment('PAIRS', 400)) {
    const { record, text } = parents[deleted % parents.length]!;
    const at = uniformBelow(rng, record.ops.length);
    if (at === 0 || !record.isScope(at)) continue;
    deleted++;
    const sequence = applyEdits(record, [{ from: at, to: endOf(record, at) }]);
    if (make({ seed: 0, sequence, filler: () => 0, options }).text.length > text.length) longer++;
  }
  yield {
    name: 'a scope deleted, the rest simplest: text no longer',
    value: 100 - (100 * longer) / deleted,
    unit: '%',
    goal: { atLeast: 98 },
    how: `${deleted} deletions in ${PARENTS} programs`,
  };
}
