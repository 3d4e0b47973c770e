/**
 * What keeps a text reducer from programs without a meaning: each candidate must be as good as the original was in the
 * eyes of sanitizers and warnings. Those that run a program see nothing of what a warning knows: that `void main` ends
 * with any exit code, say.
 */
import { checkValidity, type Laboratory, type Validity } from '../../oracle/index.ts';
import type { Program } from '../../program/index.ts';

export class ValidityGuard {
  readonly #laboratory: Laboratory;
  /** As for the compiler under test; the checkers need them too. */
  readonly #args: readonly string[];
  /** Of the original. */
  readonly before: Validity;

  private constructor(laboratory: Laboratory, args: readonly string[], before: Validity) {
    this.#laboratory = laboratory;
    this.#args = args;
    this.before = before;
  }

  static async open(
    laboratory: Laboratory,
    original: Program,
    args: readonly string[],
  ): Promise<ValidityGuard> {
    const before = await checkValidity(laboratory, original, { args, quick: true });
    return new ValidityGuard(laboratory, args, before);
  }

  async allows(candidate: Program): Promise<boolean> {
    const { verdict } = await checkValidity(this.#laboratory, candidate, { args: this.#args, quick: true });
    return rank(verdict) >= rank(this.before.verdict);
  }
}

function rank(verdict: Validity['verdict']): number {
  return ['undefined', 'unknown', 'suspicious', 'valid'].indexOf(verdict);
}
