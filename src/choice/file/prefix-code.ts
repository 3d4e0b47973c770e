/**
 * Prefix codes: frequent things have few bits (Huffman's construction, canonical form, at most {@link
 * MAX_CODE_BITS}).
 *
 * The number of words of each length, and the list of things from short to long, determine a code. Words are
 * written lowest bit first, so that a reader finds a word by looking its next bits up in a table.
 *
 * Invariant: no word has 0 bits, not even in a code of one word, so that the number of bytes limits the
 * number of things.
 */
import { malformed } from './sequence-file-error.ts';

/**
 * A small limit keeps the lookup tables within the first-level cache; longer words would save well under 1%.
 */
export const MAX_CODE_BITS = 10;

/** Number of words of each length; index 0 is always 0. */
export type LengthCounts = readonly number[];

/** Lengths for things with these frequencies, most frequent first. */
export function makeLengths(frequencies: readonly number[]): LengthCounts {
  if (frequencies.length === 1) return [0, 1];
  let weights = frequencies.toReversed();
  for (;;) {
    const depths = leafDepths(weights);
    if (Math.max(...depths) <= MAX_CODE_BITS) {
      const counts = Array.from<number>({ length: Math.max(...depths) + 1 }).fill(0);
      for (const depth of depths) counts[depth]!++;
      return counts;
    }
    // Flatter weights give a flatter tree; in the end all weights are 1.
    weights = weights.map(halfOf);
  }
}

function halfOf(weight: number): number {
  return (weight + 1) >>> 1;
}

/** Depths of the leaves in Huffman's tree; `weights` are sorted, lightest first. */
function leafDepths(weights: readonly number[]): number[] {
  const leaves = weights.length;
  const parents = new Int32Array(2 * leaves - 1);
  const sums: number[] = [];
  let leaf = 0;
  let inner = 0;
  for (let node = leaves; node < 2 * leaves - 1; node++) {
    let sum = 0;
    for (let child = 0; child < 2; child++) {
      // Both queues are sorted, so the lightest is at the head of one of them; a leaf goes first, which keeps
      // depths low.
      const isLeaf = leaf < leaves && (inner >= sums.length || weights[leaf]! <= sums[inner]!);
      parents[isLeaf ? leaf : leaves + inner] = node;
      sum += isLeaf ? weights[leaf++]! : sums[inner++]!;
    }
    sums.push(sum);
  }
  const depths = new Int32Array(2 * leaves - 1);
  for (let node = 2 * leaves - 3; node >= 0; node--) depths[node] = depths[parents[node]!]! + 1;
  return [...depths.subarray(0, leaves)];
}

/** The words in order, each as `bits | length << 16`. */
export function makeWords(lengthCounts: LengthCounts): number[] {
  const words: number[] = [];
  let code = 0;
  for (let length = 1; length < lengthCounts.length; length++) {
    code <<= 1;
    for (let i = 0; i < lengthCounts[length]!; i++) words.push(reversed(code++, length) | (length << 16));
  }
  return words;
}

function reversed(bits: number, length: number): number {
  let result = 0;
  for (let i = 0; i < length; i++) result |= ((bits >>> i) & 1) << (length - 1 - i);
  return result;
}

/** Marks a place of a table that belongs to no word. */
export const NO_WORD = -1;

/**
 * Table from the next bits to `thing << 4 | length`. Refuses lengths that make no code: only a code of one
 * word may leave places empty.
 */
export function makeTable(lengthCounts: LengthCounts, things: readonly number[]): Int32Array {
  const bits = lengthCounts.length - 1;
  const size = 1 << bits;
  const table = new Int32Array(size).fill(NO_WORD);
  let filled = 0;
  const words = makeWords(lengthCounts);
  for (let i = 0; i < words.length; i++) {
    const length = words[i]! >>> 16;
    filled += size >>> length;
    if (filled > size) throw malformed('a code has too many words');
    const entry = (things[i]! << 4) | length;
    for (let at = words[i]! & 0xffff; at < size; at += 1 << length) table[at] = entry;
  }
  if (filled < size && words.length !== 1) throw malformed('a code has too few words');
  return table;
}
