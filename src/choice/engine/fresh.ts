/**
 * Fresh draws: answers to questions without a record, from pure-rand's xoroshiro128+.
 */

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

import { DrawError } from '../sequence/alphabet.ts';

const ALL_ZERO = 'weighted choice in which every weight is 0';

/** Options with their weights. */
export type Weighted<T> = readonly (readonly [weight: number, value: T])[];

/** The random generator of a seed, which may be any number. */
export function makeRandom(seed: number): RandomGenerator {
  return xoroshiro128plus(mixSeed(seed));
}

/** Spreads neighbouring seeds apart: otherwise the first words of xoroshiro128+ would be similar for them. */
function mixSeed(seed: number): number {
  let mixed = Math.imul(seed ^ (seed >>> 16) ^ Math.floor(seed / 2 ** 32), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

export function uniformUnit(rng: RandomGenerator): number {
  return (rng.next() >>> 0) / 2 ** 32;
}

/**
 * A whole number below `count`. Scaling a 32-bit word favours an answer by at most `count` in 2^32, which
 * nobody can notice for small counts. Scaling is several times faster than the exact rejection for larger
 * counts.
 */
export function uniformBelow(rng: RandomGenerator, count: number): number {
  return count <= 65_536 ? Math.floor(uniformUnit(rng) * count) : uniformInt(rng, 0, count - 1);
}

/** Index of an option; each option comes as often as its weight says. */
export function drawWeighted(rng: RandomGenerator, pairs: Weighted<unknown>): number {
  let total = 0;
  for (let i = 0; i < pairs.length; i++) {
    const weight = pairs[i]![0];
    if (typeof weight !== 'number' || !(weight >= 0 && weight < Infinity))
      throw new DrawError(
        `weight ${weight}; a pair is [weight, option], and weights are finite and not negative`,
      );
    total += weight;
  }
  if (total === 0) throw new DrawError(ALL_ZERO);
  if (total === Infinity) throw new DrawError('weighted choice whose weights add up to infinity');
  let left = uniformUnit(rng) * total;
  let last = 0;
  for (let i = 0; i < pairs.length; i++) {
    const weight = pairs[i]![0];
    if (weight === 0) continue;
    if (left < weight) return i;
    left -= weight;
    last = i;
  }
  return last;
}

/** The first possible option from `index` on, starting over at the end; a weight of 0 means impossible. */
export function possibleIndex(pairs: Weighted<unknown>, index: number): number {
  for (let i = 0; i < pairs.length; i++) {
    const at = index + i < pairs.length ? index + i : index + i - pairs.length;
    if (pairs[at]![0] > 0) return at;
  }
  throw new DrawError(ALL_ZERO);
}

/**
 * A number below `count`, which is at most 2^64. For few values the draw takes one word. The recorded form of
 * a choice depends on the alphabet's history, and the test of a seed must not depend on it.
 */
export function uniformBig(rng: RandomGenerator, count: bigint): bigint {
  if (count <= 2n ** 32n) return BigInt(uniformBelow(rng, Number(count)));
  const bits = (count - 1n).toString(2).length;
  for (;;) {
    const raw = (BigInt(rng.next() >>> 0) << 32n) | BigInt(rng.next() >>> 0);
    const value = BigInt.asUintN(bits, raw);
    if (value < count) return value;
  }
}

/** The two words that hold a value of 64 bits. */
export function halvesOf(value: bigint): [low: number, high: number] {
  return [Number(value & 0xffff_ffffn), Number((value >> 32n) & 0xffff_ffffn)];
}

/** True if a filler gave an answer; NaN is no answer. */
export function isNumber(answer: number | undefined): answer is number {
  return answer !== undefined && !Number.isNaN(answer);
}

/** `value` rounded down and limited to the bounds. Bounds lie within 64 bits. */
export function bigBetween(value: number, min: bigint, max: bigint): bigint {
  const whole = BigInt(Math.floor(Math.max(-(2 ** 64), Math.min(value, 2 ** 64))));
  return whole < min ? min : whole > max ? max : whole;
}
