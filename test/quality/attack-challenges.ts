/**
 * Shrinking challenges of the second attack: numbers beyond 64 bits, values with equals elsewhere, and sizes that are
 * drawn before what they size. Each has one minimal failing test in shortlex order.
 */

import * as fc from 'fast-check';

import type { Draw } from '../../src/choice/engine/draw.ts';
import { fromFastCheck } from '../../src/source/fast-check/from-fast-check.ts';
import { type Challenge, challengeOf } from './challenge.ts';

const wide = fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n });

const wideNumbers = [
  challengeOf(
    'wide: a bound between two parts',
    fromFastCheck(wide, String),
    (text) => BigInt(text) >= 2n ** 130n + 5n,
    `"${2n ** 130n + 5n}"`,
  ),
  challengeOf(
    'wide: a bound below zero',
    fromFastCheck(fc.tuple(fc.nat(9), wide.map(String))),
    ([, text]) => BigInt(text) <= -(10n ** 25n),
    `[0,"-${10n ** 25n}"]`,
  ),
  challengeOf(
    'wide: the first of a list that is large',
    fromFastCheck(fc.array(wide.map(String), { maxLength: 6 })),
    (texts) => texts.some((text) => BigInt(text) > 3n * 2n ** 64n - 7n),
    `["${3n * 2n ** 64n - 6n}"]`,
  ),
];

const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });

const equals = [
  challengeOf(
    'equals: a text that a list holds',
    fromFastCheck(fc.tuple(texts, fc.array(texts, { maxLength: 5 }))),
    ([text, list]) => text.length > 1 && list.includes(text),
    '["aa",["aa"]]',
    ([text]) => text.length > 2,
  ),
  challengeOf(
    'equals: two lists beside an equal number',
    fromFastCheck(
      fc.record({
        a: fc.array(fc.nat(3), { maxLength: 4 }),
        b: fc.nat(3),
        c: fc.array(fc.nat(3), { maxLength: 4 }),
      }),
    ),
    ({ a, b, c }) => b === 3 && a.length > 0 && String(a) === String(c) && a[0]! > 0,
    '{"a":[1],"b":3,"c":[1]}',
    ({ a }) => a.length > 1 && a.includes(3),
  ),
  challengeOf(
    'equals: a number and an option of one value, beside a third',
    (draw: Draw) => [draw.integer(0, 30), draw.pick(31), draw.integer(0, 30)],
    ([a, b, c]) => a === b && a! > 4 && c! > 11,
    '[5,5,12]',
    ([a, , c]) => a === c,
  ),
];

const table = (draw: Draw): number[][] => {
  const [rows, columns] = [draw.integer(1, 6), draw.integer(1, 6)];
  return Array.from({ length: rows }, () => Array.from({ length: columns }, () => draw.integer(0, 20)));
};

const records = (draw: Draw): [number, string][] =>
  Array.from({ length: draw.integer(0, 8) }, () => [draw.integer(0, 50), draw.pick(['a', 'b', 'c'])]);

const columns = (draw: Draw): { keys: number[]; values: number[] } => {
  const length = draw.integer(0, 8);
  const keys = Array.from({ length }, () => draw.integer(0, 9));
  return { keys, values: Array.from({ length }, () => draw.integer(10, 60)) };
};

const sizes = [
  challengeOf(
    'sizes: rows and columns',
    table,
    (cells) => cells.at(-1)!.at(-1)! > 10,
    '[[11]]',
    (cells) => cells.length > 3 && cells[0]!.length > 3,
  ),
  challengeOf(
    'sizes: records of two parts',
    records,
    (items) => items.at(-1)?.[1] === 'c' && items.at(-1)![0] > 20,
    '[[21,"c"]]',
    (items) => items.length > 4,
  ),
  challengeOf(
    'sizes: two lists of one length',
    columns,
    ({ keys, values }) => keys.some((key, i) => key === 7 && values[i]! > 40),
    '{"keys":[7],"values":[41]}',
    ({ keys }) => keys.indexOf(7) > 2,
  ),
];

export const attackChallenges: readonly Challenge<never>[] = [...wideNumbers, ...equals, ...sizes];
