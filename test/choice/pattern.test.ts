/** Patterns over labels and values: what is made of a sequence is found in it, and in nothing that lacks a part. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  Alphabet,
  applyEdits,
  ChoiceSequence,
  CLOSE,
  type ChoiceCondition,
  makePattern,
  type Pattern,
  PatternFinder,
  replay,
} from '../../src/choice/index.ts';
import { runs } from '../runs.ts';
import { generatorOf, plans } from './random-generators.ts';

/** A condition for the very value of each of these choices; another value is known if there is any. */
function conditionsFor(
  sequence: ChoiceSequence,
  isChosen: (op: number) => boolean,
): Map<number, ChoiceCondition> {
  const conditions = new Map<number, ChoiceCondition>();
  for (let op = 0; op < sequence.ops.length; op++) {
    if (!sequence.isChoice(op) || !isChosen(op)) continue;
    const { min, max, value } = sequence.choiceAt(op);
    if (min === max) continue;
    const otherwise = String(value === min ? max : min);
    conditions.set(op, { values: [[String(value), String(value)]], otherwise });
  }
  return conditions;
}

function withOther(sequence: ChoiceSequence, ops: readonly number[], value: bigint): ChoiceSequence {
  return applyEdits(
    sequence,
    ops
      .toSorted((a, b) => a - b)
      .map((op) => ({
        from: op,
        to: op + 1,
        ops: sequence.ops.subarray(op, op + 1),
        words: sequence.wordsFor(op, value),
      })),
  );
}

it('is found in the sequence that it was made of, and no more once the choices that it names are others', () => {
  let found = 0;
  fc.assert(
    fc.property(plans, fc.integer(), fc.integer({ min: 1, max: 9 }), (plan, seed, every) => {
      const { record } = replay(generatorOf(plan), { alphabet: new Alphabet(), seed });
      const pattern = makePattern(
        record,
        conditionsFor(record, (op) => op % every === 0),
      );
      if (pattern === undefined) return;
      found++;
      const finder = new PatternFinder(pattern);
      const pivots = finder.find(record)!;
      expect(pivots.length).toBeGreaterThan(0);
      const { otherwise } = pattern.at(-1)!.choices.at(-1)!;
      expect(finder.find(withOther(record, pivots, BigInt(otherwise!)))).toBeUndefined();
    }),
    { numRuns: runs(100, 300) },
  );
  expect(found).toBeGreaterThan(0);
});

/** A scope and what is in it: digits are choices between 0 and 9. */
type Tree = readonly [label: string, ...inner: (number | Tree)[]];

/** The record of a generator that drew these trees, one after another. */
function recordOf(...trees: Tree[]): ChoiceSequence {
  const alphabet = new Alphabet();
  const digit = alphabet.integer(0, 9);
  const ops: number[] = [];
  const words: number[] = [];
  const add = ([label, ...inner]: Tree): void => {
    ops.push(alphabet.label(label));
    for (const each of inner) {
      if (typeof each !== 'number') add(each);
      else if (ops.push(digit) > 0) words.push(each);
    }
    ops.push(CLOSE);
  };
  for (const each of trees) add(each);
  return new ChoiceSequence(alphabet, Uint16Array.from(ops), Uint32Array.from(words));
}

const isIn = (pattern: Pattern, ...trees: Tree[]): boolean =>
  new PatternFinder(pattern).find(recordOf(...trees)) !== undefined;
const everyChoice = (...trees: Tree[]): Pattern => {
  const record = recordOf(...trees);
  return makePattern(
    record,
    conditionsFor(record, () => true),
  )!;
};

it('is found at any depth, and only where one scope has all of its choices', () => {
  const division = everyChoice(['order', 3, 7]);
  expect(isIn(division, ['block', 1, ['order', 1, 1], ['loop', ['order', 3, 7]]])).toBe(true);
  expect(isIn(division, ['order', 3, 1], ['order', 1, 7])).toBe(false);
  expect(isIn(division, ['order', 7, 3])).toBe(false);
  expect(isIn(division, ['other', 3, 7])).toBe(false);
});

it('keeps scopes in one another: directly, and at any depth where a scope without conditions lay between', () => {
  const direct = everyChoice(['order', 3, ['size', 7]]);
  expect(isIn(direct, ['order', 3, ['size', 1], ['size', 7]])).toBe(true);
  expect(isIn(direct, ['order', 3, ['order', 1, ['size', 7]]])).toBe(false);
  expect(isIn(direct, ['order', 3], ['size', 7])).toBe(false);
  const deep = everyChoice(['order', 3, ['block', ['size', 7]]]);
  expect(isIn(deep, ['order', 3, ['loop', 2, ['block', ['size', 7]]]])).toBe(true);
  expect(isIn(deep, ['order', 3], ['block', ['size', 7]])).toBe(false);
});

it('is refused if a file has it with more parts than are looked for, or with a value that no choice has', () => {
  const [scope] = everyChoice(['order', 3]);
  const [choice] = scope!.choices;
  expect(() => new PatternFinder(Array.from({ length: 31 }, () => scope!))).toThrow('too large');
  const wrong = [{ ...scope!, choices: [{ ...choice!, otherwise: '10' }] }];
  expect(() => new PatternFinder(wrong)).toThrow('10 is not between 0 and 9');
  expect(makePattern(recordOf(['order', 3]), new Map())).toBeUndefined();
});
