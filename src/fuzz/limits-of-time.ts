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

/** Generators end far sooner or not at all: what was cut off only after a second took a tenth of the first minutes. */
const LEAST_GENERATION_MS = 250;
/** What a compiler does not end in this time is looked at again, as a possible hang. */
const LEAST_COMPILE_MS = 1_000;

/** The limits of a campaign. */
export class LimitsOfTime {
  readonly generation: Timeout;
  readonly compilation: Timeout;

  constructor(isFixed: boolean) {
    this.generation = new Timeout(LEAST_GENERATION_MS, isFixed);
    this.compilation = new Timeout(LEAST_COMPILE_MS, isFixed);
  }
}
