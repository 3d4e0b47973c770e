/**
 * Timeouts: how long a test may take, learnt from how long others took.
 *
 * A test that takes far longer than nearly all others costs what dozens of them cost and rarely reaches more. What is cut
 * off teaches nothing, so the limit stays well above what is usual.
 */
export const MAX_MS = 10_000;
/** Over the mean. */
const FACTOR = 15;
/** Before anything is known nothing is cut off early. */
const MIN_TESTS = 5;

export class Timeout {
  readonly #leastMs: number;
  readonly #isFixed: boolean;
  #tests = 0;
  #meanMs = 0;

  /** Never less than `leastMs`. */
  constructor(leastMs: number, isFixed: boolean) {
    this.#leastMs = leastMs;
    this.#isFixed = isFixed;
  }

  get ms(): number {
    if (this.#tests < MIN_TESTS || this.#isFixed) return MAX_MS;
    return Math.round(Math.min(MAX_MS, Math.max(this.#leastMs, this.#meanMs * FACTOR)));
  }

  /** One that was cut off counts with what it took, so that a limit which is too low rises. */
  learn(tookMs: number): void {
    this.#tests++;
    this.#meanMs += (tookMs - this.#meanMs) / Math.min(this.#tests, 1_000);
  }
}
