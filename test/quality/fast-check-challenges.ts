/**
 * Shrinking challenges over fast-check's arbitraries: lists that are full, values that hold values of their own kind, maps,
 * options. Each has one minimal failing test in shortlex order, which follows from its property.
 */

import * as fc from 'fast-check';

import { fromFastCheck } from '../../src/source/fast-check/from-fast-check.ts';
import type { Challenge } from './challenge.ts';

function challenge<T>(
  name: string,
  arbitrary: fc.Arbitrary<T>,
  fails: (value: T) => boolean,
  minimal: string,
  startsFrom?: (value: T) => boolean,
): Challenge<never> {
  return {
    name: `fast-check: ${name}`,
    generate: fromFastCheck(arbitrary),
    property: (value: T) => (fails(value) ? 'fails' : 'holds'),
    minimal: [minimal],
    ...(startsFrom === undefined ? {} : { startsFrom }),
  } as unknown as Challenge<never>;
}

type Leaf = { readonly leaf: number };
type Node = { readonly left: Tree; readonly right: Tree };
type Tree = Leaf | Node;

const { tree } = fc.letrec<{ tree: Tree; node: Node; leaf: Leaf }>((tie) => ({
  tree: fc.oneof({ depthSize: 'medium', withCrossShrink: true }, tie('leaf'), tie('node')),
  node: fc.record({ left: tie('tree'), right: tie('tree') }),
  leaf: fc.record({ leaf: fc.nat(100) }),
}));

function depthOf(test: Tree): number {
  return 'leaf' in test ? 0 : 1 + Math.max(depthOf(test.left), depthOf(test.right));
}

function leavesOf(test: Tree): number[] {
  return 'leaf' in test ? [test.leaf] : [...leavesOf(test.left), ...leavesOf(test.right)];
}

type Nest = readonly Nest[];

const { nest } = fc.letrec<{ nest: Nest }>((tie) => ({
  nest: fc.array(tie('nest'), { maxLength: 4, depthIdentifier: 'nest' }),
}));

function nestDepth(test: Nest): number {
  return 1 + Math.max(0, ...test.map(nestDepth));
}

/** All values within a value of JSON, itself included. */
function within(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return [value, ...Object.values(value).flatMap(within)];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const json = fc.jsonValue({ maxDepth: 4 });

export const fastCheckChallenges: readonly Challenge<never>[] = [
  challenge(
    'full list',
    fc.array(fc.nat(5_000), { maxLength: 5 }),
    (items) => (items.at(-1) ?? 0) > 1_000,
    '[1001]',
    (items) => items.length === 5,
  ),
  challenge(
    'full lists in a full list',
    fc.array(fc.array(fc.nat(100), { maxLength: 3 }), { maxLength: 3 }),
    (lists) => (lists.at(-1)?.at(-1) ?? 0) >= 50,
    '[[50]]',
    (lists) => lists.length === 3 && lists[2]!.length === 3,
  ),
  challenge(
    'full text',
    fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 }),
    (text) => text.endsWith('cb'),
    '"cb"',
    (text) => text.length === 6,
  ),
  challenge(
    'depth of a tree',
    tree,
    (test) => depthOf(test) >= 3,
    '{"left":{"leaf":0},"right":{"left":{"leaf":0},"right":{"left":{"leaf":0},"right":{"leaf":0}}}}',
  ),
  challenge(
    'sum of a tree',
    tree,
    (test) => leavesOf(test).reduce((a, b) => a + b) >= 150,
    '{"left":{"leaf":50},"right":{"leaf":100}}',
  ),
  challenge(
    'two leaves of a tree',
    tree,
    (test) => leavesOf(test).includes(70) && leavesOf(test).includes(7),
    '{"left":{"leaf":7},"right":{"leaf":70}}',
  ),
  challenge('nested arrays', nest, (test) => nestDepth(test) >= 4, '[[[[]]]]'),
  challenge(
    'list in an object',
    json,
    (test) =>
      within(test).some(
        (value) => isObject(value) && Object.values(value).some((item) => Array.isArray(item)),
      ),
    '{"":[]}',
  ),
  {
    ...challenge(
      'long text in JSON',
      json,
      (test) =>
        Array.isArray(test) && within(test).some((value) => typeof value === 'string' && value.length >= 3),
      '["   "]',
    ),
    reached: {
      atLeast: 97,
      because:
        'where values may be no deeper, one question is left out, which a value that moves up then lacks',
    },
  },
  {
    ...challenge(
      'two kinds in JSON',
      json,
      (test) => within(test).some((value) => value === true) && within(test).some((value) => value === null),
      '[true,null]',
    ),
    reached: {
      atLeast: 40,
      because:
        'two values of one object cannot move to a list together, as the scopes of both share no label',
    },
  },
  challenge(
    'map with unique keys',
    fc.dictionary(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 4 }), fc.nat(50)),
    (map) => Object.values(map).reduce((a, b) => a + b, 0) >= 120,
    '{"":20,"a":50,"b":50}',
  ),
  challenge(
    'set of numbers',
    fc.uniqueArray(fc.nat(30)),
    (items) => items.length >= 3 && Math.max(...items) >= 20,
    '[0,1,20]',
  ),
  challenge(
    'options in options',
    fc.array(fc.option(fc.oneof(fc.nat(100), fc.tuple(fc.option(fc.nat(100)), fc.boolean())))),
    (items) =>
      items.some((item) => Array.isArray(item) && (item[0] ?? 0) >= 30) &&
      items.some((item) => typeof item === 'number'),
    '[0,[30,false]]',
  ),
];
