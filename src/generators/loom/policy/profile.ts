/**
 * WeightProfile: one choice that changes all distributions of a program.
 *
 * Each option of each distribution gets a factor between 1/64 and 16, from a hash of profile, distribution
 * and option. Weights cost no draws, and no factor is 0. So a recorded answer stays possible, and a profile
 * affects only fresh draws.
 */
import type { Draw } from '../../../choice/index.ts';
import type { Weights } from './weights.ts';
import { fnv1a } from '../../../util/fnv1a.ts';

const FACTORS = [1 / 64, 1 / 4, 1 / 2, 1, 2, 4, 16] as const;
/** The largest factor by which a profile may make a share smaller. */
const MOST_BENT = 4;
export const PROFILES = 4096;

export class WeightProfile {
  /** Undefined: all distributions keep their written weights. */
  readonly #seed: number | undefined;
  readonly #bent = new Map<string, Weights<unknown>>();
  readonly #variants = new Map<object, Weights<unknown>[]>();

  constructor(seed: number | undefined) {
    this.#seed = seed;
  }

  bend<T>(distribution: string, weights: Weights<T>): Weights<T> {
    if (this.#seed === undefined) return weights;
    const known = this.#bent.get(distribution) as Weights<T> | undefined;
    if (known !== undefined) return known;
    const bent = weights.map(([weight, value], option): readonly [number, T] => [
      weight * FACTORS[mixed(this.#seed!, hashOfText(distribution), option) % FACTORS.length]!,
      value,
    ]);
    this.#bent.set(distribution, bent);
    return bent;
  }

  /** A share that this profile makes larger or smaller, within limits, so that every program has all kinds of data. */
  share(distribution: string, usual: number): number {
    if (this.#seed === undefined) return usual;
    const [[no], [yes]] = this.bend<boolean>(distribution, [
      [1 - usual, false],
      [usual, true],
    ]) as [readonly [number, boolean], readonly [number, boolean]];
    const bent = yes / (no + yes);
    return Math.max(usual / MOST_BENT, Math.min(1 - (1 - usual) / MOST_BENT, bent));
  }

  /** The option at a part of the whole, from 0 to 1; without a profile it is the first one. */
  byShare<T>(distribution: string, weights: Weights<T>, part: number): T {
    const [[, first]] = weights as readonly [readonly [number, T]];
    if (this.#seed === undefined) return first;
    const bent = this.bend(distribution, weights);
    let left = part * bent.reduce((sum, [weight]) => sum + weight, 0);
    return (bent.find(([weight]) => (left -= weight) < 0) ?? bent.at(-1)!)[1];
  }

  /** Weights that depend only on a key and a small number: made once. */
  variant<T>(key: object, number: number, make: () => Weights<T>): Weights<T> {
    let variants = this.#variants.get(key);
    if (variants === undefined) this.#variants.set(key, (variants = []));
    return (variants[number] ??= make()) as Weights<T>;
  }
}

/** Half of the programs keep the written weights. */
export function drawProfile(draw: Draw): WeightProfile {
  return new WeightProfile(draw.boolean() ? draw.pick(PROFILES) : undefined);
}

/** The mix uses integers only, so that every interpreter gives the same result. */
function mixed(a: number, b: number, c: number): number {
  return finished(keyOfTicket(a) ^ keyOf(b, c));
}

/** The parts of `mixed`, for code that mixes one number with many. */
export function keyOfTicket(a: number): number {
  return Math.imul(a + 0x9e3779b9, 0x85ebca6b);
}

export function keyOf(b: number, c: number): number {
  return Math.imul(b + 0x7f4a7c15, 0xc2b2ae35) ^ Math.imul(c + 1, 0x27d4eb2f);
}

export function finished(keys: number): number {
  let x = Math.imul(keys ^ (keys >>> 15), 0x2c1b3c6d);
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
  return (x ^ (x >>> 15)) >>> 0;
}

export function hashOfText(text: string): number {
  return fnv1a(text, 0) >>> 0;
}
