/**
 * One run of an arbitrary; turns the requests of its parts into choices and scopes.
 *
 * The meaning of a number follows from the part that asks for it. An integer arbitrary asks for a constant.
 * Any other question decides the shape of the value: the branch, the constant, the number of elements.
 */

import { uniformBigInt } from 'pure-rand/distribution/uniformBigInt';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

import { type Draw, LateDrawError } from '../../choice/index.ts';
import { BiasCoin } from './bias.ts';
import type { Answers } from './choice-random.ts';
import { drawWide } from './wide.ts';

/** One arbitrary of a graph, with the facts that drawing needs. */
export interface DrawnPart {
  readonly label: string;
  /** True if it asks exactly one question, and needs no scope if it stands alone. */
  readonly isLeaf: boolean;
  /** True if it may run its children any number of times. */
  readonly isRepeating: boolean;
  /** Its numbers decide the shape. */
  readonly isStructural: boolean;
  /** True if it clones its `Random` only for fast-check's shrinking, which never happens here. */
  readonly clonesToShrink: boolean;
  /** Weights of its branches, if it chooses among weighted ones, and their running sums. */
  readonly weights?: readonly number[];
}

type FreshNumber = (rng: RandomGenerator) => number | bigint;

const MAX_PICK = 65_536;

export class DrawSession implements Answers {
  readonly #draw: Draw;
  #part: DrawnPart | undefined;
  /** The next part that needs no scope of its own. */
  #hasScope: DrawnPart | undefined;
  #keepsClone = false;
  #lateSeed = 0;
  #late: RandomGenerator | undefined;
  #coin: BiasCoin = new BiasCoin();
  /** Draws the next number if it is not recorded; uniform if undefined. */
  #fresh: FreshNumber | undefined;

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  /** Runs a part, in a scope if that is useful. */
  inside<T>(part: DrawnPart, body: () => T): T {
    const isBare = this.#hasScope === part || (part.isLeaf && this.#part?.isRepeating !== true);
    this.#hasScope = undefined;
    return isBare ? this.as(part, body) : this.#scope(part.label, () => this.as(part, body));
  }

  /** Runs the element of a list in a scope of the list, which replaces the element's own. */
  insideElement<T>(label: string, part: DrawnPart, body: (element: <V>(run: () => V) => V) => T): T {
    return this.#scope(label, () =>
      body((run) => {
        this.#hasScope = part;
        return run();
      }),
    );
  }

  /** Runs code that asks questions for a part. */
  as<T>(part: DrawnPart, body: () => T): T {
    const outer = this.#part;
    this.#part = part;
    try {
      return body();
    } finally {
      this.#part = outer;
    }
  }

  /** Runs the elements of a list, which are all biased, or not at all. */
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
   * Call it when the value is finished. Some values draw later, during their use: streams, schedulers,
   * `fc.gen()`. While the generator runs, these draws are recorded like all others. Later draws are not
   * recorded: they follow from one more choice.
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

  /** True with this probability; decides whether a list continues. */
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
      // This error comes from entering the scope: the body handles late draws inside.
      if (!(error instanceof LateDrawError)) throw error;
      this.#startLate();
      return body();
    }
  }
}

/**
 * The branch that a weighted arbitrary takes. fast-check asks for a number up to the total weight, from a
 * lower bound that falls below 0 with the depth. All numbers below the first weight mean the first branch. We
 * ask for the branch itself, which means the same at every depth.
 */
function drawBranch(draw: Draw, weights: readonly number[], min: number, max: number): number {
  const pairs: [weight: number, number: number][] = [];
  let from = min;
  let sum = 0;
  for (const weight of weights) {
    sum += weight;
    // A mutant may take a branch of weight 0, which was switched off on purpose: its neighbour replaces it.
    pairs.push([Math.max(0, Math.min(sum, max + 1) - from), Math.max(sum - 1, min)]);
    from = sum;
  }
  return draw.weighted(pairs);
}

function fits(min: bigint, max: bigint): boolean {
  const isSigned = min >= -(2n ** 63n) && max < 2n ** 63n;
  return isSigned || (min >= 0n && max < 2n ** 64n);
}
