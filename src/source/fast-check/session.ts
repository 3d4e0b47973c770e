/**
 * One run of an arbitrary; turns what its parts ask for into choices and scopes.
 *
 * The meaning of a number follows from who asks for it. An integer arbitrary asks for a constant. Any other question
 * decides the shape of the value: which branch, which of the constants, how many.
 */

import { uniformBigInt } from 'pure-rand/distribution/uniformBigInt';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

import { type Draw, LateDrawError } from '../../choice/index.ts';
import { BiasCoin } from './bias.ts';
import type { Answers } from './choice-random.ts';
import { drawWide } from './wide.ts';

/** One arbitrary of a graph, as far as drawing for it goes. */
export interface DrawnPart {
  readonly label: string;
  /** It asks exactly one question, and needs no scope if it stands alone. */
  readonly isLeaf: boolean;
  /** It may run its children any number of times. */
  readonly isRepeating: boolean;
  /** Its numbers decide the shape. */
  readonly isStructural: boolean;
  /** It clones its `Random` for no other purpose than fast-check's shrinking, which never happens here. */
  readonly clonesToShrink: boolean;
  /** Weights of its branches, when it chooses among such, and their running sums. */
  readonly weights?: readonly number[];
}

type FreshNumber = (rng: RandomGenerator) => number | bigint;

const MAX_PICK = 65_536;

export class DrawSession implements Answers {
  readonly #draw: Draw;
  #part: DrawnPart | undefined;
  /** The part that needs no scope when it is run next. */
  #hasScope: DrawnPart | undefined;
  #keepsClone = false;
  #lateSeed = 0;
  #late: RandomGenerator | undefined;
  #coin: BiasCoin = new BiasCoin();
  /** Draws the next number if nothing is recorded for it; uniform if undefined. */
  #fresh: FreshNumber | undefined;

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  /** Runs a part, in a scope if one is of use. */
  inside<T>(part: DrawnPart, body: () => T): T {
    const isBare = this.#hasScope === part || (part.isLeaf && this.#part?.isRepeating !== true);
    this.#hasScope = undefined;
    return isBare ? this.as(part, body) : this.#scope(part.label, () => this.as(part, body));
  }

  /** Runs the element of a list in a scope of the list's, which stands for the element's own. */
  insideElement<T>(label: string, part: DrawnPart, body: (element: <V>(run: () => V) => V) => T): T {
    return this.#scope(label, () =>
      body((run) => {
        this.#hasScope = part;
        return run();
      }),
    );
  }

  /** Runs what asks questions for a part. */
  as<T>(part: DrawnPart, body: () => T): T {
    const outer = this.#part;
    this.#part = part;
    try {
      return body();
    } finally {
      this.#part = outer;
    }
  }

  /** Runs the elements of a list, which are biased together or not at all. */
  withCoin<T>(body: () => T): T {
    const outer = this.#coin;
    this.#coin = new BiasCoin(outer);
    try {
      return body();
    } finally {
      this.#coin = outer;
    }
  }

  /** Runs code that asks for one number; `fresh` draws the number if none is recorded. */
  drawingBy<T>(fresh: (rng: RandomGenerator, coin: BiasCoin) => number | bigint, body: () => T): T {
    const coin = this.#coin;
    this.#fresh = (rng) => fresh(rng, coin);
    try {
      return body();
    } finally {
      this.#fresh = undefined;
    }
  }

  /**
   * To be called when the value is made. Some values go on drawing when they are used: streams, schedulers, `fc.gen()`.
   * While the generator runs, these draws are recorded like all others. Later draws are not recorded: they follow from
   * one more choice.
   */
  end(): void {
    if (this.#keepsClone) this.#lateSeed = this.#draw.scope('late', () => this.#draw.word(32));
  }

  cloned(): void {
    if (this.#part?.clonesToShrink !== true) this.#keepsClone = true;
  }

  integer(min: number, max: number): number {
    const fresh = this.#fresh;
    const byItself = fresh === undefined ? undefined : (rng: RandomGenerator): number => Number(fresh(rng));
    return this.#ask(
      (draw) => {
        const { isStructural = false, weights } = this.#part ?? {};
        if (weights !== undefined) return drawBranch(draw, weights, min, max);
        const count = max - min + 1;
        return isStructural && count <= MAX_PICK ? min + draw.pick(count) : draw.integer(min, max, byItself);
      },
      (late) => byItself?.(late) ?? uniformInt(late, min, max),
    );
  }

  bigInteger(min: bigint, max: bigint): bigint {
    const fresh = this.#fresh;
    const whole = (rng: RandomGenerator): bigint =>
      fresh === undefined ? uniformBigInt(rng, min, max) : BigInt(fresh(rng));
    const ask = (from: bigint, to: bigint, by: (rng: RandomGenerator) => bigint): bigint =>
      this.#ask((draw) => draw.integer(from, to, by), by);
    if (fits(min, max)) {
      return fresh === undefined ? this.#ask((draw) => draw.integer(min, max), whole) : ask(min, max, whole);
    }
    return this.#scope('wide integer', () => drawWide(min, max, (top, by) => ask(0n, top, by), whole));
  }

  boolean(): boolean {
    return this.#ask(
      (draw) => draw.boolean(),
      (late) => uniformInt(late, 0, 1) === 1,
    );
  }

  word(bits: number): number {
    return this.#ask(
      (draw) => draw.word(bits),
      (late) => uniformInt(late, 0, 2 ** bits - 1),
    );
  }

  /** True with a probability; decides whether a list goes on. */
  more(probability: number): boolean {
    return this.#ask(
      (draw) => draw.boolean(probability),
      (late) => uniformInt(late, 0, 0xffff_ffff) / 2 ** 32 < probability,
    );
  }

  #ask<T>(draw: (draw: Draw) => T, late: (late: RandomGenerator) => T): T {
    if (this.#late !== undefined) return late(this.#late);
    try {
      return draw(this.#draw);
    } catch (error) {
      if (!(error instanceof LateDrawError)) throw error;
      return late(this.#startLate());
    }
  }

  #startLate(): RandomGenerator {
    this.#late ??= xoroshiro128plus(this.#lateSeed);
    return this.#late;
  }

  #scope<T>(label: string, body: () => T): T {
    if (this.#late !== undefined) return body();
    try {
      return this.#draw.scope(label, body);
    } catch (error) {
      // Thrown on entering: what is late within the body is dealt with there.
      if (!(error instanceof LateDrawError)) throw error;
      this.#startLate();
      return body();
    }
  }
}

/**
 * Which branch a weighted arbitrary takes. It asks for a number from below 0, the deeper the lower, up to its total
 * weight. All numbers below the first weight mean the first branch. We ask for the branch, which means the same at
 * every depth.
 */
function drawBranch(draw: Draw, weights: readonly number[], min: number, max: number): number {
  const pairs: [weight: number, number: number][] = [];
  let from = min;
  let sum = 0;
  for (const weight of weights) {
    sum += weight;
    // A mutant may take a branch of weight 0, which stands for its neighbour: it was switched off on purpose.
    pairs.push([Math.max(0, Math.min(sum, max + 1) - from), Math.max(sum - 1, min)]);
    from = sum;
  }
  return draw.weighted(pairs);
}

function fits(min: bigint, max: bigint): boolean {
  const isSigned = min >= -(2n ** 63n) && max < 2n ** 63n;
  return isSigned || (min >= 0n && max < 2n ** 64n);
}
