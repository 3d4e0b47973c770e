/**
 * Bias: fast-check prefers special numbers (bounds, zero, their neighbours), which also become NaN,
 * infinities and -0.
 *
 * By itself an arbitrary would draw "biased or not?" and a range before each number. Here the number stays
 * one choice with the bounds of the whole arbitrary. Only a fresh number is drawn in fast-check's way. So
 * reduction and mutation treat a special value like any other.
 *
 * Invariant: a record that answers all questions gives the same values, with bias and without.
 */

import { uniformBigInt } from 'pure-rand/distribution/uniformBigInt';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/**
 * fast-check prefers special values once in this number of draws: 2 in its first test, and this number from
 * the 9,999th on.
 */
export const BIAS_FACTOR = 6;

/**
 * Decides whether a part of an arbitrary is biased: one coin for each list, tossed at its first fresh number.
 */
export class BiasCoin {
  readonly #outer: BiasCoin | undefined;
  #isOn: boolean | undefined;

  constructor(outer?: BiasCoin) {
    this.#outer = outer;
  }

  isOn(rng: RandomGenerator): boolean {
    this.#isOn ??=
      this.#outer === undefined || (this.#outer.isOn(rng) && uniformInt(rng, 1, BIAS_FACTOR) === 1);
    return this.#isOn;
  }
}

/** An arbitrary that draws one number, which is also its value. */
export interface NumberArbitrary {
  generate(random: FreshRandom, biasFactor: number | undefined): { readonly value: number | bigint };
}

export function isNumberArbitrary(arbitrary: object): arbitrary is NumberArbitrary {
  const isNumber = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint';
  return (
    ['IntegerArbitrary', 'BigIntArbitrary'].includes(arbitrary.constructor.name) &&
    'min' in arbitrary &&
    'max' in arbitrary &&
    isNumber(arbitrary.min) &&
    isNumber(arbitrary.max)
  );
}

/** Draws a number as fast-check does, with its bias if the coin says so. */
export function drawBiased(
  arbitrary: NumberArbitrary,
  coin: BiasCoin,
  biasFactor: number,
  rng: RandomGenerator,
): number | bigint {
  return arbitrary.generate(new FreshRandom(rng), coin.isOn(rng) ? biasFactor : undefined).value;
}

/**
 * Probability of one more element after `size`, given that fast-check draws some lengths only from the short
 * ones.
 */
export function chanceOfMore(
  size: number,
  { minLength, maxGeneratedLength: most, cachedBiasedMaxLength: mostBiased }: Lengths,
  isBiased: boolean,
): number {
  const biased = isBiased ? 1 / BIAS_FACTOR ** 2 : 0;
  const reaches = (length: number): number =>
    ((1 - biased) * (most - length + 1)) / (most - minLength + 1) +
    (biased * Math.max(0, mostBiased - length + 1)) / (mostBiased - minLength + 1);
  return reaches(size + 1) / reaches(size);
}

interface Lengths {
  readonly minLength: number;
  readonly maxGeneratedLength: number;
  readonly cachedBiasedMaxLength: number;
}

/** The part of fast-check's `Random` that number arbitraries use, over a random generator. */
class FreshRandom {
  readonly #rng: RandomGenerator;

  constructor(rng: RandomGenerator) {
    this.#rng = rng;
  }

  nextInt(min: number, max: number): number {
    return uniformInt(this.#rng, min, max);
  }

  nextBigInt(min: bigint, max: bigint): bigint {
    return uniformBigInt(this.#rng, min, max);
  }
}
