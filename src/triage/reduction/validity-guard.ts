/**
 * Validity guard: keeps a text reducer from programs without a meaning. For sanitizers and warnings, each
 * candidate must be as good as the original. Sanitizers run a program, and so miss things that a warning
 * reports, for example that `void main` ends with any exit code.
 */
import { type Laboratory } from '../../laboratory/index.ts';
import { checkLimits, checkValidity, isWarnedOf, verdictRank, type Validity } from '../../oracle/index.ts';
import type { RunLimits } from '../../sandbox/index.ts';
import { type Program, programSize } from '../../program/index.ts';
import { triageTuning } from '../tuning.ts';
import type { TextGuard } from './form-guard.ts';

const WARNED_BYTES = triageTuning.warnedBytes.value;

/**
 * Many candidates never end. Programs that end take a twentieth of a second, and a few times as long under a
 * sanitizer.
 */
const hastyLimits: RunLimits = { ...checkLimits, cpuMs: 2_000 };

export class ValidityGuard implements TextGuard {
  readonly #laboratory: Laboratory;
  /** Flags of the compiler under test, which the checkers also need. */
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

  /** Asks no checker about the original if the verdict on it is known. */
  static async open(
    laboratory: Laboratory,
    original: Program,
    args: readonly string[],
    known?: Validity,
  ): Promise<ValidityGuard> {
    // The program's time under sanitizers is not known then, so that its candidates get as much as it had.
    if (known !== undefined && known.verdict !== 'unknown')
      return new ValidityGuard(laboratory, args, checkLimits, known);
    // One checker without an end is enough: others would wait as long.
    const check = (limits: RunLimits): Promise<Validity> =>
      checkValidity(laboratory, original, { args, limits, quick: true, atLeast: 'suspicious' });
    const hasty = await check(hastyLimits);
    if (hasty.verdict !== 'unknown') return new ValidityGuard(laboratory, args, hastyLimits, hasty);
    return new ValidityGuard(laboratory, args, checkLimits, await check(checkLimits));
  }

  get verdict(): Validity['verdict'] {
    return this.before.verdict;
  }

  /**
   * A cheap no: {@link allows} would say no, too. It costs a tenth, since nothing runs. Of a large program whole
   * declarations go first, which hardly ever gives a warning.
   */
  async seemsFine(candidate: Program): Promise<boolean> {
    if (this.before.verdict !== 'valid' || programSize(candidate) > WARNED_BYTES) return true;
    return !(await isWarnedOf(this.#laboratory, candidate, this.#args));
  }

  /** The last program, which is kept, goes through every checker: each may find what others miss. */
  async allows(candidate: Program, isLast = false): Promise<boolean> {
    const atLeast = this.before.verdict;
    // No verdict is worse; and no smaller program can be run if the original cannot, for want of other files.
    if (atLeast === 'undefined' || (atLeast === 'unknown' && !this.before.isEndless)) return true;
    const { verdict } = await checkValidity(this.#laboratory, candidate, {
      args: this.#args,
      limits: this.#limits,
      quick: !isLast,
      atLeast,
    });
    return verdictRank(verdict) >= verdictRank(atLeast);
  }
}
