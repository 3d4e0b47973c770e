/**
 * Validity guard: keeps a text reducer from programs without a meaning. Each candidate must be as good as the original
 * was in the eyes of sanitizers and warnings. Sanitizers, which run a program, see nothing of what a warning knows: that `void
 * main` ends with any exit code, say.
 */
import {
  checkLimits,
  checkValidity,
  isWarnedOf,
  type Laboratory,
  verdictRank,
  type Validity,
} from '../../oracle/index.ts';
import type { RunLimits } from '../../sandbox/index.ts';
import type { Program } from '../../program/index.ts';

/** Many candidates never end. Programs that do take a twentieth of a second, a few times that under a sanitizer. */
const hastyLimits: RunLimits = { ...checkLimits, cpuMs: 2_000 };

export class ValidityGuard {
  readonly #laboratory: Laboratory;
  /** Flags of the compiler under test; the checkers need them too. */
  readonly #args: readonly string[];
  readonly #limits: RunLimits;
  /** Verdict on the original. */
  readonly before: Validity;

  private constructor(laboratory: Laboratory, args: readonly string[], limits: RunLimits, before: Validity) {
    this.#laboratory = laboratory;
    this.#args = args;
    this.#limits = limits;
    this.before = before;
  }

  static async open(
    laboratory: Laboratory,
    original: Program,
    args: readonly string[],
  ): Promise<ValidityGuard> {
    // One checker that saw no end is enough: others would wait as long.
    const check = (limits: RunLimits): Promise<Validity> =>
      checkValidity(laboratory, original, { args, limits, quick: true, atLeast: 'suspicious' });
    const hasty = await check(hastyLimits);
    if (hasty.verdict !== 'unknown') return new ValidityGuard(laboratory, args, hastyLimits, hasty);
    return new ValidityGuard(laboratory, args, checkLimits, await check(checkLimits));
  }

  /** A cheap no: {@link allows} would say no, too. It costs a tenth, since nothing is run. */
  async seemsFine(candidate: Program): Promise<boolean> {
    return this.before.verdict !== 'valid' || !(await isWarnedOf(this.#laboratory, candidate, this.#args));
  }

  /** The last one, which is kept, is asked of every checker: what one has never seen, another may. */
  async allows(candidate: Program, isLast = false): Promise<boolean> {
    const atLeast = this.before.verdict;
    const { verdict } = await checkValidity(this.#laboratory, candidate, {
      args: this.#args,
      limits: this.#limits,
      quick: !isLast,
      atLeast,
    });
    return verdictRank(verdict) >= verdictRank(atLeast);
  }
}
