/**
 * Draw: the interface that a generator draws through. The generator asks questions and gets answers. It does
 * not know their source: a random generator, a recorded sequence or a mutated sequence.
 *
 * Structural choices (`pick`, `weighted`, `boolean`, `word`) decide the shape of a test, `integer` fills in
 * constants. A question with numbers gives a number; a question with bigints gives a bigint.
 */

import type { JumpableRandomGenerator } from 'pure-rand/types/JumpableRandomGenerator';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

export interface Draw {
  /** One of the options, or an index below a number of options; a fresh draw takes each equally often. */
  pick(count: number): number;
  pick<T>(options: readonly T[]): T;

  /**
   * One of the values; a fresh draw takes each as often as its weight says. A weight of 0 means that the
   * value is impossible.
   */
  weighted<T>(pairs: readonly (readonly [weight: number, value: T])[]): T;

  /**
   * A constant: a whole number from `min` to `max`, both included, within int64 or within uint64. `fresh`
   * draws the number if the record and the filler have none; by default all numbers are equally likely.
   */
  integer(min: number, max: number, fresh?: FreshDraw<number>): number;
  integer(min: bigint, max: bigint, fresh?: FreshDraw<bigint>): bigint;

  /**
   * True with the given probability if drawn fresh; the default is 0.5. Always false for a probability of 0,
   * and true for 1.
   */
  boolean(probability?: number): boolean;

  /** Raw random bits: up to 32 as a number, up to 64 as a bigint. */
  word(bits: number): number;
  word(bits: bigint): bigint;

  /**
   * All draws in `body` belong together: they make one statement, one expression or one type. The label names
   * the kind of thing; things that could replace each other have the same label.
   */
  scope<T>(label: string, body: () => T): T;

  /** The same source of choices as a pure-rand generator, for code that needs a PRNG. */
  readonly random: JumpableRandomGenerator;
}

/**
 * Draws a number within the bounds of its question, from the given random generator and from nothing else.
 */
export type FreshDraw<T extends number | bigint> = (rng: RandomGenerator) => T;

/** Anything that makes a test by drawing choices. It must be synchronous, and depend only on its draws. */
export type Generator<T> = (draw: Draw) => T;
