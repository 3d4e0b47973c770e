/**
 * Shrinking challenges about what stays while the rest falls: a quantity that several numbers make together, and the
 * choice between structures of equal size. Each has one minimal failing test in shortlex order.
 */

import type { Draw } from '../../src/choice/engine/draw.ts';
import { type Challenge, challengeOf } from './challenge.ts';

const quantities = [
  challengeOf(
    'kept: what coins of two kinds are worth',
    (draw: Draw) => [draw.integer(0, 40), draw.integer(0, 40)],
    ([a, b]) => 101 === 5 * a! + 3 * b!,
    '[1,32]',
    ([a]) => a! > 9,
  ),
  challengeOf(
    'kept: the bits of two numbers together',
    (draw: Draw) => [draw.integer(0, 63), draw.integer(0, 63)],
    ([a, b]) => 0b10_1101 === (a! ^ b!),
    '[0,45]',
    ([a, b]) => a! > 0 && b! > 0 && a! + b! !== 45,
  ),
  challengeOf(
    'kept: a volume, while its first edges fall',
    (draw: Draw) => [draw.integer(1, 40), draw.integer(1, 40), draw.integer(1, 40)],
    ([a, b, c]) => 720 === a! * b! * c!,
    '[1,18,40]',
    ([a]) => a! > 3,
  ),
];

type Tree = readonly [Tree, Tree] | 'x';

/** A binary tree; one coin for each node. */
const tree = (draw: Draw): Tree => {
  const grow = (depth: number): Tree =>
    depth < 7 && draw.boolean() ? [grow(depth + 1), grow(depth + 1)] : 'x';
  return grow(0);
};

const leaves = (node: Tree): number => (node === 'x' ? 1 : leaves(node[0]) + leaves(node[1]));
const depthOf = (node: Tree): number => (node === 'x' ? 0 : 1 + Math.max(depthOf(node[0]), depthOf(node[1])));

const word = (draw: Draw): string[] => {
  const letters: string[] = [];
  while (letters.length < 8 && draw.boolean()) letters.push(draw.pick(['a', 'b', 'c']));
  return letters;
};

const ties = [
  challengeOf(
    'ties: trees of five leaves that are not deep',
    tree,
    (node) => leaves(node) >= 5 && depthOf(node) <= 3,
    '["x",[["x","x"],["x","x"]]]',
    (node) => leaves(node) > 6,
  ),
  challengeOf(
    'ties: words in which two letters change places together',
    word,
    (letters) => {
      const text = letters.join('');
      return text.length >= 4 && ['cabb', 'bcab', 'abcb', 'abbc'].some((each) => text.includes(each));
    },
    '["a","b","b","c"]',
    (letters) => letters.includes('c') && letters[0] !== 'a',
  ),
  challengeOf(
    'ties: brackets that balance and are not deep',
    (draw: Draw) => Array.from({ length: 8 }, () => (draw.boolean() ? ')' : '(')).join(''),
    (text) => {
      const depths = Array.from(text, (_, at) => {
        const front = text.slice(0, at + 1);
        return 2 * front.replaceAll(')', '').length - front.length;
      });
      return depths.at(-1) === 0 && depths.every((depth) => depth >= 0 && depth <= 2);
    },
    '"(()()())"',
    (text) => text.startsWith('()'),
  ),
];

export const keptChallenges: readonly Challenge<never>[] = [...quantities, ...ties];
