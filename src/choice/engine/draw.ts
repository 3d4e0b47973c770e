/**
 * Draw: what a generator sees. It asks questions, somebody answers; where the answers come from (a random generator, a
 * recorded sequence, a mutated one) is not its business.
 *
 * Structural choices (`pick`, `weighted`, `boolean`, `word`) decide the shape of a test, `integer` fills in constants.
 * A question with numbers gives a number, one with bigints a bigint.
 */

import type { JumpableRandomGenerator } from 'pure-rand/types/JumpableRandomGenerator';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

export interface Draw {
  /** One of the options, or an index below a number of options; all equally likely when drawn fresh. */
  pick(count: number): number;
  pick<T>(options: readonly T[]): T;

  /** One of the values, as often as its weight says when drawn fresh. A weight of 0 is never drawn: it is impossible. */
  weighted<T>(pairs: readonly (readonly [weight: number, value: T])[]): T;

  /**
   * A constant: a whole number from `min` to `max`, both included, within int64 or within uint64. `fresh` draws it if
   * nothing says what it is; by default all numbers are equally likely.
   */
  integer(min: number, max: number, fresh?: FreshDraw<number>): number;
  integer(min: bigint, max: bigint, fresh?: FreshDraw<bigint>): bigint;

  /** True with the given probability when drawn fresh; 0.5 if not said. Always false for 0, and true for 1. */
  boolean(probability?: number): boolean;

  /** Raw random bits: up to 32 as a number, up to 64 as a bigint. */
  word(bits: number): number;
  word(bits: bigint): bigint;

  /**
   * Everything that `body` draws belongs together: one statement, one expression, one type. The label names the kind of
   * thing, and is the same for all things that could stand in for each other.
   */
  scope<T>(label: string, body: () => T): T;

  /** The same source of choices with the face of a pure-rand generator, for code that wants a PRNG. */
  readonly random: JumpableRandomGenerator;
}

/** Draws a number within the bounds of its question, of the generator that it is given and of nothing else. */
export type FreshDraw<T extends number | bigint> = (rng: RandomGenerator) => T;

/** Anything that makes a test by drawing choices. It must be synchronous, and depend on nothing but what it draws. */
export type Generator<T> = (draw: Draw) => T;
