/**
 * Trust in steps on a large text: whether a program has a meaning costs more than all other questions about it, and steps
 * that take out whole runs of statements hardly ever lose it. So a large candidate is taken on trust, and checked when it
 * is much smaller than the last one that was. A small candidate is always checked.
 *
 * Invariant: `checked` passed the check. Once a check shows that trust was wrong, `broken` says so. Then the caller goes
 * back to `checked`, and the way to where trust begins again is checked step by step.
 */
import { type Program, programSize } from '../../program/index.ts';
import { triageTuning } from '../tuning.ts';

const ALWAYS_CHECKED_BYTES = triageTuning.alwaysCheckedBytes.value;
const CHECKED_AGAIN = triageTuning.checkedAgain.value;

export class TrustedSteps {
  readonly #ask: (program: Program) => Promise<boolean>;
  readonly #broken = new AbortController();
  #checked: Program;
  #latest: Program;
  /** Trust begins when the program is no larger. */
  readonly #trustedBytes: number;

  /** Starts from a program that passes the check. */
  constructor(
    program: Program,
    ask: (program: Program) => Promise<boolean>,
    trustedBytes: number = programSize(program),
  ) {
    this.#ask = ask;
    this.#trustedBytes = trustedBytes;
    this.#checked = program;
    this.#latest = program;
  }

  get checked(): Program {
    return this.#checked;
  }

  get broken(): AbortSignal {
    return this.#broken.signal;
  }

  /** Whether a candidate may be taken; one that may is what the next ones are made from. */
  async allows(candidate: Program): Promise<boolean> {
    if (this.#broken.signal.aborted) return false;
    const bytes = programSize(candidate);
    const isLarge = bytes > ALWAYS_CHECKED_BYTES && bytes <= this.#trustedBytes;
    if (isLarge && bytes > programSize(this.#checked) * CHECKED_AGAIN) {
      this.#latest = candidate;
      return true;
    }
    if (await this.#ask(candidate)) {
      this.#checked = candidate;
      this.#latest = candidate;
      return true;
    }
    await this.stands();
    return false;
  }

  /** The same from what was checked, with more care. */
  restarted(): TrustedSteps {
    return new TrustedSteps(this.#checked, this.#ask, programSize(this.#checked) * CHECKED_AGAIN);
  }

  /** Whether what was taken last passes the check. */
  async stands(): Promise<boolean> {
    if (this.#latest === this.#checked) return true;
    if (await this.#ask(this.#latest)) this.#checked = this.#latest;
    else this.#broken.abort();
    return !this.#broken.signal.aborted;
  }
}
