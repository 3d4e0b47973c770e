import * as fc from 'fast-check';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, it } from 'vitest';

import { applyEdits, type ChoiceSequence, cut, type Edit } from '../../../src/choice/index.ts';
import { fromFastCheck, inProcessSource, type InProcessSource } from '../../../src/source/index.ts';
import { type Example, everyArbitrary, noArbitraries } from './every-arbitrary.ts';

const SEEDS = 25;
const MUTANTS = 4;

function sourceOf({ arbitrary, seen }: Example): InProcessSource<string> {
  const generator = fromFastCheck(arbitrary, seen as (value: unknown) => string);
  return inProcessSource(generator, { timeoutMs: Infinity, limits: { maxChoices: 100_000 } });
}

/** Something else than the sequence: one choice changed, or one scope deleted or doubled. */
function mutated(sequence: ChoiceSequence, seed: number): ChoiceSequence {
  const rng = xoroshiro128plus(seed);
  const at = uniformInt(rng, 0, sequence.ops.length - 1);
  const { match } = sequence.outline;
  if (sequence.isChoice(at)) {
    const { min, max } = sequence.choiceAt(at);
    const value = min + (BigInt(uniformInt(rng, 0, 1_000_000)) * (max - min)) / 1_000_000n;
    const ops = sequence.ops.slice(at, at + 1);
    return applyEdits(sequence, [{ from: at, to: at + 1, ops, words: sequence.wordsFor(at, value) }]);
  }
  const from = Math.min(at, match[at]!);
  const to = Math.max(at, match[at]!) + 1;
  const edit: Edit =
    uniformInt(rng, 0, 1) === 0 ? { from, to } : { from, to: from, ...cut(sequence, from, to) };
  return applyEdits(sequence, [edit]);
}

describe('the table of arbitraries', () => {
  it('holds every function that fast-check exports, or says that it makes no arbitrary', () => {
    const listed = [...Object.keys(everyArbitrary), ...noArbitraries].toSorted();
    expect(listed).toEqual(Object.keys(fc).toSorted());
  });

  it('names in each example the function that it is an example of', () => {
    for (const name of Object.keys(everyArbitrary)) expect(fc).toHaveProperty(name, expect.any(Function));
  });
});

describe.each(Object.entries(everyArbitrary))('fromFastCheck(fc.%s)', (name, example) => {
  const source = sourceOf(example);

  it('gives the same value and record for the same seed', () => {
    const other = sourceOf(example);
    for (let seed = 0; seed < SEEDS; seed++) {
      const a = source.runNow({ seed });
      const b = other.runNow({ seed });
      if (a.outcome !== 'ok' || b.outcome !== 'ok')
        throw new Error(`seed ${seed}: ${a.outcome}`, { cause: a });
      expect(b.value).toBe(a.value);
      expect(treeOf(b.record)).toEqual(treeOf(a.record));
    }
  });

  it('reproduces value and record from the record, with no fresh draw', () => {
    for (let seed = 0; seed < SEEDS; seed++) {
      const first = source.runNow({ seed });
      const again = source.runNow({ sequence: first.record, seed: seed + 1 });
      expect(again.outcome === 'ok' && again.value).toBe(first.outcome === 'ok' && first.value);
      expect(again.record.equals(first.record)).toBe(true);
      expect(again.freshCount).toBe(0);
    }
  });

  it('ends well on mutants, whose records are canonical', () => {
    for (let seed = 0; seed < SEEDS; seed++) {
      let { record } = source.runNow({ seed });
      for (let i = 0; i < MUTANTS && record.ops.length > 0; i++) {
        const mutant = source.runNow({ sequence: mutated(record, seed * MUTANTS + i), seed });
        if (mutant.outcome === 'failed')
          throw new Error(`seed ${seed}, mutant ${i}`, { cause: mutant.error });
        const again = source.runNow({ sequence: mutant.record, seed: seed + 1 });
        expect(again.record.equals(mutant.record)).toBe(true);
        expect(again.freshCount).toBe(0);
        expect(again.outcome === 'ok' && again.value).toBe(mutant.outcome === 'ok' && mutant.value);
        record = mutant.record;
      }
    }
  });

  it('is made of choices, which give more than one value', () => {
    const values = new Set<string>();
    for (let seed = 0; seed < SEEDS; seed++) {
      const made = source.runNow({ seed });
      if (made.outcome === 'ok') values.add(made.value);
    }
    if (hasOneValue.includes(name)) expect(values.size).toBe(1);
    else expect(values.size).toBeGreaterThan(1);
  });
});

const hasOneValue = ['constant', 'context'];

/** The sequence in terms that mean the same in every alphabet. */
function treeOf(sequence: ChoiceSequence): unknown[] {
  return Array.from(sequence.ops, (symbol, op) => {
    if (sequence.isScope(op)) return sequence.alphabet.labelOf(symbol);
    return sequence.isChoice(op) ? sequence.choiceAt(op) : 'end';
  });
}
