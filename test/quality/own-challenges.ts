/**
 * Shrinking challenges of our own, over hand-written generators: lists that are full, needles far apart, ties, sums and
 * products. Each has one minimal failing test in shortlex order, which follows from its property.
 */

import type { Draw } from '../../src/choice/engine/draw.ts';
import type { Challenge, Verdict } from './challenge.ts';

const MOST_ITEMS = 8;
const LARGE = 1_000;

function verdict(holds: boolean): Verdict {
  return holds ? 'holds' : 'fails';
}

function isFull(items: readonly unknown[]): boolean {
  return items.length === MOST_ITEMS;
}

function endsLarge(items: readonly number[]): Verdict {
  return verdict((items.at(-1) ?? 0) <= LARGE);
}

/** Lists that are full to begin with: no item ever said that the list ends. */
function fullList(name: string, generate: (draw: Draw) => number[]): Challenge<number[]> {
  return { name, generate, property: endsLarge, startsFrom: isFull, minimal: ['[1001]'] };
}

const item = (draw: Draw): number => draw.integer(0, 5_000);

const fullScopes = fullList('full list, one more?', (draw) => {
  const items: number[] = [];
  const next = (): boolean => {
    const isMore = draw.boolean(0.8);
    if (isMore) items.push(item(draw));
    return isMore;
  };
  while (items.length < MOST_ITEMS && draw.scope('item', next));
  return items;
});

const fullFlat = fullList('full list without scopes', (draw) => {
  const items: number[] = [];
  while (items.length < MOST_ITEMS && draw.boolean(0.8)) items.push(item(draw));
  return items;
});

const fullStop = fullList('full list, was that all?', (draw) => {
  const items: number[] = [];
  const next = (): boolean => {
    const isEnd = draw.boolean(0.2);
    if (!isEnd) items.push(item(draw));
    return !isEnd;
  };
  while (items.length < MOST_ITEMS && draw.scope('item', next));
  return items;
});

const fullKinds = fullList('full list, an item or the end', (draw) => {
  const items: number[] = [];
  const next = (): boolean => {
    const kind = draw.pick(['large', 'small', 'end'] as const);
    if (kind !== 'end') items.push(kind === 'large' ? item(draw) : draw.integer(0, 9));
    return kind !== 'end';
  };
  while (items.length < MOST_ITEMS && draw.scope('item', next));
  return items;
});

const fullLength = fullList('full list, length first', (draw) =>
  Array.from({ length: draw.integer(0, MOST_ITEMS) }, () => item(draw)),
);

/** Any number of items, each of which says for itself that there is one more. */
function list<T>(draw: Draw, element: () => T, probability: number): T[] {
  const items: T[] = [];
  const next = (): boolean => {
    const isMore = draw.boolean(probability);
    if (isMore) items.push(element());
    return isMore;
  };
  while (draw.scope('item', next));
  return items;
}

const twoNeedles: Challenge<number[]> = {
  name: 'two needles far apart',
  generate: (draw) => list(draw, () => draw.integer(0, 200), 0.99),
  property: (items) => {
    const first = items.indexOf(77);
    return verdict(first === -1 || !items.includes(33, first));
  },
  startsFrom: (items) => items.indexOf(33, items.indexOf(77)) > items.indexOf(77) + 40,
  minimal: ['[77,33]'],
};

const needlesAnyOrder: Challenge<number[]> = {
  name: 'three needles in any order',
  generate: (draw) => list(draw, () => draw.integer(0, 20), 0.95),
  property: (items) => verdict(![3, 8, 15].every((needle) => items.includes(needle))),
  minimal: ['[3,8,15]'],
};

type Tree = number | readonly [Tree, Tree];

function tree(draw: Draw): Tree {
  return draw.scope('tree', () => (draw.boolean(0.45) ? [tree(draw), tree(draw)] : draw.integer(0, 100)));
}

function leavesOf(test: Tree, depth = 0): { value: number; depth: number }[] {
  if (typeof test === 'number') return [{ value: test, depth }];
  return [...leavesOf(test[0], depth + 1), ...leavesOf(test[1], depth + 1)];
}

const deepLeaf: Challenge<Tree> = {
  name: 'which subtree first',
  generate: tree,
  property: (test) => verdict(leavesOf(test).every(({ value, depth }) => value <= 50 || depth < 3)),
  minimal: ['[0,[0,[0,51]]]'],
};

const twoLeaves: Challenge<Tree> = {
  name: 'needles in two subtrees',
  generate: tree,
  property: (test) => {
    if (typeof test === 'number') return 'holds';
    const [left, right] = test.map((part) => leavesOf(part).some(({ value }) => value === 60));
    return verdict(left !== true || right !== true);
  },
  startsFrom: (test) => leavesOf(test).length > 6,
  minimal: ['[60,60]'],
};

function numbers(
  name: string,
  bounds: readonly (readonly [number, number])[],
  fails: (values: readonly number[]) => boolean,
  minimal: string,
): Challenge<number[]> {
  return {
    name,
    generate: (draw) => bounds.map(([min, max]) => draw.integer(min, max)),
    property: (values) => verdict(!fails(values)),
    minimal: [minimal],
  };
}

function product(values: readonly number[]): number {
  return values.reduce((total, value) => total * value, 1);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

const small: readonly [number, number] = [0, 40];
const medium: readonly [number, number] = [0, 1_000];
const large: readonly [number, number] = [0, 1_000_000];

const mixedOrder: Challenge<readonly (readonly [string, number])[]> = {
  name: 'ties between kinds',
  generate: (draw) => list(draw, () => [draw.pick(['a', 'b', 'c']), draw.integer(0, 100)] as const, 0.85),
  property: (items) =>
    verdict(
      !items.some(([kind, value]) => kind === 'a' && value >= 70) ||
        !items.some(([kind, value]) => kind === 'c' && value >= 10),
    ),
  minimal: ['[["a",70],["c",10]]'],
};

export const ownChallenges: readonly Challenge<never>[] = [
  fullScopes,
  fullFlat,
  fullStop,
  fullKinds,
  fullLength,
  twoNeedles,
  needlesAnyOrder,
  deepLeaf,
  twoLeaves,
  mixedOrder,
  numbers('product in narrow bounds', [small, small], (values) => product(values) >= 1_000, '[25,40]'),
  numbers('product in wide bounds', [large, large], (values) => product(values) >= 1_000_000, '[1,1000000]'),
  numbers('product of three', [small, small, small], (values) => product(values) >= 5_000, '[4,32,40]'),
  numbers('sum in narrow bounds', [small, small, small], (values) => sum(values) >= 100, '[20,40,40]'),
  numbers('exact product', [medium, medium], (values) => product(values) === 3_600, '[4,900]'),
] as unknown as readonly Challenge<never>[];
