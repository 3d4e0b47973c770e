/** A pattern is widened by whole tests: what those with the bug share, and those without it lack. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Alphabet, type ChoiceSequence, type Draw, makePattern, replay } from '../../../src/choice/index.ts';
import { type Pattern, partOfPattern, PatternFinder } from '../../../src/choice/index.ts';
import { widerPatterns } from '../../../src/triage/avoid/widen-pattern.ts';
import { runs } from '../../runs.ts';

const alphabet = new Alphabet();

/** Six letters, each with a number. */
function write(draw: Draw): string[] {
  const letter = (): string =>
    draw.scope('letter', () => draw.pick(['a', 'b', 'c', 'd']) + draw.integer(0, 9));
  return Array.from({ length: 6 }, letter);
}

interface Test {
  readonly record: ChoiceSequence;
  readonly letters: readonly string[];
}

function testsFrom(first: number, count: number): Test[] {
  return Array.from({ length: count }, (_, seed) => {
    const replayed = replay(write, { alphabet, seed: first + seed });
    if (replayed.outcome !== 'ok') throw new Error('it draws a dozen choices');
    return { record: replayed.record, letters: replayed.value };
  });
}

/** Every choice of a test, with its own value. */
function everyChoiceOf({ record }: Test): Pattern {
  const conditions = new Map<number, { readonly values: [string, string][]; readonly otherwise: string }>();
  for (let op = 0; op < record.ops.length; op++) {
    if (!record.isChoice(op)) continue;
    const { min, max, value } = record.choiceAt(op);
    const otherwise = String(value === min ? max : min);
    conditions.set(op, { values: [[String(value), String(value)]], otherwise });
  }
  return makePattern(record, conditions)!;
}

function widenedBy(tests: readonly Test[], isWrong: (test: Test) => boolean): readonly Pattern[] {
  const recordsOf = (those: readonly Test[]): ChoiceSequence[] => those.map(({ record }) => record);
  const wrong = tests.filter(isWrong);
  return widerPatterns(everyChoiceOf(wrong[0]!), {
    wrong: recordsOf(wrong),
    right: recordsOf(tests.filter((each) => !isWrong(each))),
  });
}

const valuesIn = (pattern: Pattern): unknown =>
  pattern.map(({ label, choices }) => [label, choices.map(({ values }) => values)]);

const hasB7 = ({ letters }: Test): boolean => letters.includes('b7');

it('keeps the choices that all tests with the bug share, and loses the accidents of one test', () => {
  const [only, ...others] = widenedBy(testsFrom(0, 400), hasB7);
  expect(others).toEqual([]);
  expect(valuesIn(only!)).toEqual([['letter', [[['1', '1']], [['7', '7']]]]]);
});

it('makes an "or" of two parts if either of two things shows the bug', () => {
  const isWrong = ({ letters }: Test): boolean => letters.includes('b7') || letters.includes('c2');
  const tests = testsFrom(0, 2_000);
  const both = tests.findIndex(({ letters }) => letters.includes('b7') && letters.includes('c2'));
  const parts = widenedBy([tests[both]!, ...tests], isWrong);
  const inOrder = parts.map(valuesIn).toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  expect(inOrder).toEqual([
    [['letter', [[['1', '1']], [['7', '7']]]]],
    [['letter', [[['2', '2']], [['2', '2']]]]],
  ]);
});

it('is not widened by a few tests', () => {
  expect(widenedBy(testsFrom(0, 30), hasB7)).toEqual([]);
});

it('is never in a test without the bug', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 1, max: 9 }), (seed, number) => {
      const isWrong = ({ letters }: Test): boolean =>
        letters.some((each) => each === `a${number}`) && letters[0] !== 'd9';
      const tests = testsFrom(seed, 120);
      if (!tests.some(isWrong)) return;
      for (const part of widenedBy(tests, isWrong)) {
        const finder = new PatternFinder(part);
        for (const test of tests)
          if (finder.find(test.record) !== undefined) expect(isWrong(test)).toBe(true);
      }
    }),
    { numRuns: runs(30, 100) },
  );
});

it('has parts that are found wherever the whole is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 1, max: 4 }), (seed, every) => {
      const [test] = testsFrom(seed, 1);
      let turn = 0;
      const part = partOfPattern(everyChoiceOf(test!), () => turn++ % every === 0);
      expect(new PatternFinder(part!).find(test!.record)).toBeDefined();
    }),
    { numRuns: runs(100, 300) },
  );
});
