/** Laws for every mutator, over records of random generators. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Alphabet } from '../../src/choice/sequence/alphabet.ts';
import { checkSequence, type ChoiceSequence } from '../../src/choice/sequence/sequence.ts';
import { makeRandom } from '../../src/choice/engine/fresh.ts';
import {
  mutate,
  mutateBy,
  type Mutation,
  type OperatorName,
  operatorNames,
} from '../../src/mutate/mutate.ts';
import { replay } from '../../src/choice/engine/replay.ts';
import { generatorOf, plans } from '../choice/random-generators.ts';
import { runs } from '../runs.ts';

const records = fc
  .tuple(plans, fc.integer(), fc.constantFrom(0, 2, 4_096))
  .map(([plan, seed, maxIntegerSites]) => {
    const alphabet = new Alphabet({ maxIntegerSites });
    const record = (at: number): ChoiceSequence => replay(generatorOf(plan), { alphabet, seed: at }).record;
    return { parent: record(seed), donors: [record(seed + 1), record(seed + 2)] };
  });

/** Ops and words from one op to another. */
function run(sequence: ChoiceSequence, from: number, to: number): unknown {
  const { word } = sequence.outline;
  return { ops: sequence.ops.slice(from, to), words: sequence.words.slice(word[from], word[to]) };
}

/** Fails unless the mutation did what it says it did, and nothing else. */
function checkProvenance(
  parent: ChoiceSequence,
  donors: readonly ChoiceSequence[],
  mutation: Mutation,
): void {
  const { sequence: child, changes } = mutation;
  let inParent = 0;
  let inChild = 0;
  for (const { op, removed, added, origin, label } of changes) {
    const kept = op - inParent;
    expect(kept).toBeGreaterThanOrEqual(0);
    expect(run(child, inChild, inChild + kept)).toEqual(run(parent, inParent, op));
    inChild += kept;
    if (origin !== undefined) {
      const from = origin.donor === undefined ? parent : donors[origin.donor]!;
      expect(run(child, inChild, inChild + added)).toEqual(run(from, origin.op, origin.op + added));
    }
    const aboutLabel = label === '' ? undefined : parent.alphabet.label(label);
    if (aboutLabel !== undefined) expect(parent.ops).toContain(aboutLabel);
    inParent = op + removed;
    inChild += added;
  }
  expect(run(child, inChild, child.ops.length)).toEqual(run(parent, inParent, parent.ops.length));
}

describe.each(operatorNames)('%s', (operator: OperatorName) => {
  it('gives balanced sequences, does what it says, and the same for the same seed', () => {
    let applied = 0;
    fc.assert(
      fc.property(records, fc.integer(), ({ parent, donors }, seed) => {
        const before = { ops: parent.ops.slice(), words: parent.words.slice() };
        const go = (): Mutation | undefined => mutateBy(operator, parent, makeRandom(seed), { donors });
        const mutation = go();
        expect({ ops: parent.ops, words: parent.words }).toEqual(before);
        if (mutation === undefined) return;
        const { sequence: child } = mutation;
        expect(checkSequence(child.alphabet, child.ops, child.words)).toBeUndefined();
        expect([...child.ops].filter((symbol) => parent.alphabet.kinds[symbol]! > 1)).toHaveLength(
          child.choiceCount,
        );
        checkProvenance(parent, donors, mutation);
        expect(mutation.operator).toBe(operator);
        // No change is said exactly when there is none, and the parent is given then.
        expect(mutation.changes.length === 0).toBe(child.equals(parent));
        expect(child === parent).toBe(child.equals(parent));
        const again = go();
        expect(again?.sequence.equals(child)).toBe(true);
        expect(again?.changes).toEqual(mutation.changes);
        applied++;
      }),
      { numRuns: runs(400) },
    );
    expect(applied).toBeGreaterThan(runs(100));
  });
});

describe('mutate', () => {
  it('changes something nearly always, with every operator', () => {
    const used = new Map<OperatorName, number>();
    let unchanged = 0;
    fc.assert(
      fc.property(records, fc.integer(), ({ parent, donors }, seed) => {
        fc.pre(parent.scopeCount > 3 && parent.choiceCount > 20);
        // Single replacements are rare on their own: in 500 mutants now and then none would come. Storms are asked for.
        const mutation = mutate(parent, makeRandom(seed), { donors, weights: { replace: 1, storm: 1 } });
        checkProvenance(parent, donors, mutation);
        used.set(mutation.operator, (used.get(mutation.operator) ?? 0) + 1);
        if (mutation.changes.length === 0) unchanged++;
      }),
      { numRuns: runs(500) },
    );
    expect([...used.keys()].toSorted()).toEqual([...operatorNames].toSorted());
    expect(unchanged).toBeLessThan(5);
  });

  it('gives mutants whose replays end well and are records', () => {
    fc.assert(
      fc.property(plans, fc.integer(), (plan, seed) => {
        const alphabet = new Alphabet();
        const rng = makeRandom(seed);
        let parent = replay(generatorOf(plan), { alphabet, seed }).record;
        for (let generation = 0; generation < 10; generation++) {
          const { sequence } = mutate(parent, rng, { donors: [parent] });
          const child = replay(generatorOf(plan), { alphabet, seed: generation, sequence });
          const again = replay(generatorOf(plan), { alphabet, sequence: child.record });
          expect(again.record.equals(child.record)).toBe(true);
          parent = child.record;
        }
      }),
      { numRuns: runs(200) },
    );
  });
});
