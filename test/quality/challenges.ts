/**
 * The public shrinking challenges, with the generators and properties that were published for Hypothesis and
 * fast-check.
 *
 * `integers()` there is unbounded and prefers small numbers. Here it is any int64, drawn with the same preference by
 * {@link preferSmall}, of which a generator need not know.
 */

import type { Draw } from '../../src/choice/engine/draw.ts';
import type { Filler } from '../../src/choice/engine/replay-options.ts';
import type { Challenge, Verdict } from './challenge.ts';

/** The generator has filtered its test away. */
export class Discarded extends Error {}

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** Any integer; numbers in the JSON of a test where they are safe. */
function anyInteger(draw: Draw): bigint {
  return draw.scope('integer', () => draw.integer(INT64_MIN, INT64_MAX));
}

/** Each item says for itself whether there is one more, so that an item can go without the others noticing. */
function list<T>(draw: Draw, item: (draw: Draw) => T, maxSize = Infinity): T[] {
  return draw.scope('list', () => {
    const items: T[] = [];
    const next = (): boolean => {
      const isMore = draw.boolean(5 / 6);
      if (isMore) items.push(item(draw));
      return isMore;
    };
    while (items.length < maxSize && draw.scope('item', next));
    return items;
  });
}

/** Draws again until the filter accepts, three times at most, as Hypothesis does. */
function filtered<T>(draw: Draw, item: (draw: Draw) => T, accepts: (item: T) => boolean): T {
  for (let tries = 0; tries < 3; tries++) {
    const drawn = item(draw);
    if (accepts(drawn)) return drawn;
  }
  throw new Discarded();
}

function verdict(holds: boolean): Verdict {
  return holds ? 'holds' : 'fails';
}

/** Makes wide integers small more often than not: widths of 4, 8, 16 and 32 bits by weight. */
export function preferSmall(next: () => number): Filler {
  return ({ count }) => {
    if (count <= 65_536) return undefined;
    const roll = (next() >>> 0) % 128;
    const bits = roll < 64 ? 4 : roll < 96 ? 8 : roll < 112 ? 16 : 32;
    const magnitude = (next() >>> 0) % 2 ** bits;
    return (next() & 1) === 0 ? magnitude : -magnitude;
  };
}

const bound5: Challenge<bigint[][]> = {
  name: 'bound5',
  generate: (draw) => {
    const bounded = (): bigint[] =>
      filtered(
        draw,
        () => list(draw, () => draw.integer(-32_768n, 32_767n), 1),
        (items) => sum(items) < 256n,
      );
    return [bounded(), bounded(), bounded(), bounded(), bounded()];
  },
  property: (lists) => verdict(BigInt.asIntN(16, sum(lists.flat())) < 5n * 256n),
  minimal: ['[[],[],[],[-1],[-32768]]'],
  hypothesisEvaluations: 241,
};

const largeUnionList: Challenge<bigint[][]> = {
  name: 'large union list',
  generate: (draw) => list(draw, () => list(draw, anyInteger)),
  property: (lists) => verdict(new Set(lists.flat()).size < 5),
  minimal: ['[[0,1,-1,2,-2]]'],
  hypothesisEvaluations: 185,
};

const reverse: Challenge<bigint[]> = {
  name: 'reverse',
  generate: (draw) => list(draw, anyInteger),
  property: (items) => verdict(items.every((item, i) => item === items[items.length - 1 - i])),
  minimal: ['[0,1]'],
  hypothesisEvaluations: 11,
};

type Expression = bigint | readonly ['+' | '/', Expression, Expression];

const calculator: Challenge<Expression> = {
  name: 'calculator',
  generate: expression,
  property: (test) => {
    if (dividesByLiteralZero(test)) return 'discarded';
    return verdict(evaluate(test) !== undefined);
  },
  minimal: ['["/",0,["+",0,0]]'],
  hypothesisEvaluations: 58,
};

function expression(draw: Draw): Expression {
  return draw.scope('expression', () => {
    const kind = draw.pick(['integer', '+', '/'] as const);
    if (kind === 'integer') return anyInteger(draw);
    return [kind, expression(draw), expression(draw)] as const;
  });
}

function dividesByLiteralZero(test: Expression): boolean {
  if (typeof test === 'bigint') return false;
  if (test[0] === '/' && test[2] === 0n) return true;
  return dividesByLiteralZero(test[1]) || dividesByLiteralZero(test[2]);
}

/** Undefined when it divides by zero; division rounds down. */
function evaluate(test: Expression): bigint | undefined {
  if (typeof test === 'bigint') return test;
  const a = evaluate(test[1]);
  const b = evaluate(test[2]);
  if (a === undefined || b === undefined) return undefined;
  if (test[0] === '+') return a + b;
  if (b === 0n) return undefined;
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

const lengthList: Challenge<number[]> = {
  name: 'length list',
  generate: (draw) => {
    const length = draw.integer(1, 100);
    return Array.from({ length }, () => draw.scope('item', () => draw.integer(0, 1_000)));
  },
  property: (items) => verdict(Math.max(...items) < 900),
  minimal: ['[900]'],
  hypothesisEvaluations: 93,
};

function difference(
  name: string,
  isBad: (difference: number) => boolean,
  minimal: string,
): Challenge<number[]> {
  return {
    name,
    generate: (draw) => [draw.integer(0, 1_000_000), draw.integer(0, 1_000_000)],
    property: (pair) => verdict(pair[0]! < 10 || !isBad(Math.abs(pair[0]! - pair[1]!))),
    minimal: [minimal],
  };
}

type Heap = readonly [key: bigint, left: Heap, right: Heap] | null;

const binaryHeap: Challenge<Heap> = {
  name: 'binary heap',
  generate: (draw) => heap(draw, undefined, draw.integer(0, 20)),
  property: (test) => {
    const all = heapToList(test);
    const result = test === null ? [] : [test[0], ...heapToList(mergeHeaps(test[1], test[2]))];
    return verdict(isSame(result, result.toSorted(compare)) && isSame(all.toSorted(compare), result));
  },
  minimal: ['[0,null,[0,[0,null,null],[1,null,null]]]'],
  hypothesisEvaluations: 63,
};

function heap(draw: Draw, bound: bigint | undefined, size: number): Heap {
  return draw.scope('heap', () => {
    const branch = draw.integer(1, 8);
    if (branch === 1 || size <= 0) return null;
    const key = filtered(draw, anyInteger, (drawn) => bound === undefined || drawn >= bound);
    const childSize = Math.floor(size / 2);
    return [key, heap(draw, key, childSize), heap(draw, key, childSize)] as const;
  });
}

function heapToList(test: Heap): bigint[] {
  const result: bigint[] = [];
  const stack: Heap[] = [test];
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (node === null) continue;
    result.push(node[0]);
    stack.push(node[1], node[2]);
  }
  return result;
}

function mergeHeaps(a: Heap, b: Heap): Heap {
  if (a === null) return b;
  if (b === null) return a;
  return a[0] <= b[0] ? [a[0], mergeHeaps(a[2], b), a[1]] : [b[0], mergeHeaps(b[2], a), b[1]];
}

const coupling: Challenge<number[]> = {
  name: 'coupling',
  generate: (draw) => list(draw, () => draw.integer(0, 10)),
  property: (items) => {
    if (!items.every((item) => item < items.length)) return 'discarded';
    return verdict(items.every((item, i) => item === i || items[item] !== i));
  },
  minimal: ['[1,0]'],
  hypothesisEvaluations: 40,
};

const deletion: Challenge<readonly [bigint[], number]> = {
  name: 'deletion',
  generate: (draw) => [list(draw, anyInteger), draw.integer(0, 10)],
  property: ([items, i]) => {
    if (i >= items.length) return 'discarded';
    return verdict(!items.toSpliced(i, 1).includes(items[i]!));
  },
  minimal: ['[[0,0],0]'],
  hypothesisEvaluations: 11,
};

const distinct: Challenge<bigint[]> = {
  name: 'distinct',
  generate: (draw) => list(draw, anyInteger),
  property: (items) => verdict(new Set(items).size < 3),
  minimal: ['[0,1,-1]', '[0,1,2]'],
  hypothesisEvaluations: 35,
};

const nestedLists: Challenge<number[][]> = {
  name: 'nested lists',
  generate: (draw) => list(draw, () => list(draw, () => 0)),
  property: (lists) => verdict(lists.flat().length <= 10),
  minimal: ['[[0,0,0,0,0,0,0,0,0,0,0]]'],
  hypothesisEvaluations: 137,
};

export const publicChallenges: readonly Challenge<never>[] = [
  bound5,
  largeUnionList,
  reverse,
  calculator,
  lengthList,
  difference('difference 1', (distance) => distance === 0, '[10,10]'),
  difference('difference 2', (distance) => distance >= 1 && distance <= 4, '[10,6]'),
  difference('difference 3', (distance) => distance === 1, '[10,9]'),
  binaryHeap,
  coupling,
  deletion,
  distinct,
  nestedLists,
] as unknown as readonly Challenge<never>[];

/** A test as JSON; all numbers are safe there. */
export function show(test: unknown): string {
  return JSON.stringify(test, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));
}

function sum(items: readonly bigint[]): bigint {
  return items.reduce((total, item) => total + item, 0n);
}

function isSame(a: readonly bigint[], b: readonly bigint[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
