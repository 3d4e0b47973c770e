/**
 * Bandit: shares CPU time among arms by their earnings.
 *
 * cgfuzz takes an arm's earnings for a millisecond to be a rate of rare events. The more CPU time was spent,
 * the better the rate is known. So it draws a rate for each arm from the knowledge about it (Thompson
 * sampling on a gamma distribution). The arm with the best draw is next. Arms that may be the best are tried,
 * and arms that surely are not are left alone. One test may find thousands of features at once, so single
 * features are not independent: earnings come in lumps. We count lumps, that is earnings divided by the mean
 * lump. Every arm finds less the longer it is used, so old earnings are slowly forgotten. The less is
 * remembered about an arm, the more its draws vary, so it is tried again.
 *
 * Invariant: an arm is never starved; every arm gets an equal part of a share of all draws.
 */
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { uniformBelow, uniformUnit } from '../choice/index.ts';
import { tuning } from './tuning.ts';

export interface BanditOptions {
  /** Number of tests after which half of the earnings is forgotten. */
  readonly halfLife?: number;
  /** Share of the tests that is split equally among all arms. */
  readonly floor?: number;
  /**
   * Expected earnings of untried arms, as a multiple of the mean of all arms. Default: 1.
   */
  readonly expected?: ReadonlyMap<string, number>;
}

/** The earnings of some tests of one worker, for the accounts of another. */
export interface Earnings {
  /** Number of tests; they age the accounts of other workers like their own tests. */
  readonly tests: number;
  readonly arms: Readonly<Record<string, readonly [earned: number, spentMs: number]>>;
  readonly squares: number;
}

interface Account {
  earned: number;
  spentMs: number;
}

/** The state that is saved between runs. */
export interface BanditState {
  readonly arms: Readonly<Record<string, readonly [earned: number, spentMs: number]>>;
  readonly squares: number;
}

const NO_EARNINGS: Earnings = { tests: 0, arms: {}, squares: 0 };

export class Bandit {
  readonly #accounts = new Map<string, Account>();
  readonly #keep: number;
  readonly #floor: number;
  readonly #expected: ReadonlyMap<string, number>;
  /** Sum of the squares of the earnings of single tests. */
  #squares = 0;
  /** Earnings that were not yet sent to other workers. */
  #untold: Earnings = NO_EARNINGS;

  constructor(
    arms: readonly string[],
    {
      halfLife = tuning.halfLife.value,
      floor = tuning.floor.value,
      expected = new Map(),
    }: BanditOptions = {},
  ) {
    for (const arm of arms) this.#accounts.set(arm, { earned: 0, spentMs: 0 });
    this.#keep = keptOver(halfLife);
    this.#floor = floor;
    this.#expected = expected;
  }

  /** One of the possible arms; there must be one. */
  choose(rng: RandomGenerator, impossible: ReadonlySet<string>): string {
    const arms: string[] = [];
    for (const arm of this.#accounts.keys()) if (!impossible.has(arm)) arms.push(arm);
    if (uniformUnit(rng) < this.#floor) return arms[uniformBelow(rng, arms.length)]!;
    const { usual } = this;
    const lump = Math.max(1, this.#squares / Math.max(this.#total().earned, 1));
    let best = arms[0]!;
    let bestRate = -1;
    for (const arm of arms) {
      const { earned, spentMs } = this.#accounts.get(arm)!;
      // A few lumps more than it earned, at its expected rate. For an untried arm there is only the
      // expectation.
      const expected = usual * (this.#expected.get(arm) ?? 1);
      const rate =
        gamma(rng, earned / lump + tuning.belief.value) / (spentMs + (tuning.belief.value * lump) / expected);
      if (rate > bestRate) {
        bestRate = rate;
        best = arm;
      }
    }
    return best;
  }

  learn(arm: string, earned: number, spentMs: number): void {
    for (const account of this.#accounts.values()) {
      account.earned *= this.#keep;
      account.spentMs *= this.#keep;
    }
    this.#squares = this.#squares * this.#keep + earned ** 2;
    const account = this.#accounts.get(arm);
    if (account === undefined) return;
    account.earned += earned;
    account.spentMs += spentMs;
    this.#note(arm, earned, spentMs);
  }

  #note(arm: string, earned: number, spentMs: number): void {
    const { tests, arms, squares } = this.#untold;
    const [before = 0, beforeMs = 0] = arms[arm] ?? [];
    this.#untold = {
      tests: tests + 1,
      arms: { ...arms, [arm]: [before + earned, beforeMs + spentMs] },
      squares: squares + earned ** 2,
    };
  }

  /** Earnings since the last call: each test of this worker counts in exactly one call. */
  takeEarnings(): Earnings {
    const untold = this.#untold;
    this.#untold = NO_EARNINGS;
    return untold;
  }

  /**
   * Adds the earnings of another worker's tests, as if this worker had made them. Arms that this worker lacks
   * are ignored.
   */
  learnFrom({ tests, arms, squares }: Earnings): void {
    const keep = this.#keep ** tests;
    for (const account of this.#accounts.values()) {
      account.earned *= keep;
      account.spentMs *= keep;
    }
    this.#squares = this.#squares * keep + squares;
    for (const [arm, [earned, spentMs]] of Object.entries(arms)) {
      const account = this.#accounts.get(arm);
      if (account === undefined) continue;
      account.earned += earned;
      account.spentMs += spentMs;
    }
  }

  /** Earnings per millisecond of all arms together. */
  get usual(): number {
    const { earned, spentMs } = this.#total();
    return (earned + 1) / (spentMs + 1);
  }

  /** Earnings per CPU second, as far as they are remembered. */
  rates(): ReadonlyMap<string, number> {
    return new Map(
      [...this.#accounts].map(([arm, { earned, spentMs }]) => [
        arm,
        spentMs > 0 ? (earned / spentMs) * 1_000 : 0,
      ]),
    );
  }

  get state(): BanditState {
    const arms = [...this.#accounts].map(([arm, { earned, spentMs }]) => [arm, [earned, spentMs]] as const);
    return { arms: Object.fromEntries(arms), squares: this.#squares };
  }

  restore({ arms, squares }: BanditState): void {
    this.#squares = squares;
    for (const [arm, [earned, spentMs]] of Object.entries(arms)) {
      if (this.#accounts.has(arm)) this.#accounts.set(arm, { earned, spentMs });
    }
  }

  #total(): Account {
    let earned = 0;
    let spentMs = 0;
    for (const account of this.#accounts.values()) {
      earned += account.earned;
      spentMs += account.spentMs;
    }
    return { earned, spentMs };
  }
}

/** A draw from the gamma distribution of scale 1, for shapes of at least 1 (Marsaglia and Tsang's method). */
export function gamma(rng: RandomGenerator, shape: number): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(rng);
    const v = (1 + c * x) ** 3;
    if (v <= 0) continue;
    const u = 1 - uniformUnit(rng);
    if (Math.log(u) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

function normal(rng: RandomGenerator): number {
  const radius = Math.sqrt(-2 * Math.log(1 - uniformUnit(rng)));
  return radius * Math.cos(2 * Math.PI * uniformUnit(rng));
}

/** The factor that leaves half of a sum after `halfLife` tests, applied once for each test. */
export function keptOver(halfLife: number): number {
  return 0.5 ** (1 / halfLife);
}
