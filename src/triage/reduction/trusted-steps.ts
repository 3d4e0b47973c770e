/**
 * Trust in steps of a reduction. Three questions cost more than all others: does the program have a meaning,
 * is the same pass to blame, and do all compilers agree. Steps that remove much hardly ever change the
 * answers. So a candidate that seems to fail is trusted, and checked once it is much smaller than the last
 * checked one. It is also checked after so many questions that a check costs little beside them: an interruption
 * then loses less.
 *
 * Invariant: `checked` passed the check. If a check shows that trust was wrong, `checked` is the last good
 * step; the bad step is never taken again. `takenBack` tells the caller to continue from there. After each
 * no, trust lasts half as long; after two yeses, twice as long again.
 */
import { type Program, programKey, programSize } from '../../program/index.ts';
import { triageTuning } from '../tuning.ts';

const SMALL_BYTES = triageTuning.smallBytes.value;
const LARGE_BYTES = triageTuning.warnedBytes.value;
const LARGE_CHECKED_AGAIN = triageTuning.largeCheckedAgain.value;
const LARGE_ASKED = triageTuning.largeAsked.value;
const MOST_ASKED = triageTuning.mostAsked.value;
const CHECKED_AGAIN = triageTuning.checkedAgain.value;
const SMALL_CHECKED_AGAIN = triageTuning.smallCheckedAgain.value;
const MOST_CARE = triageTuning.mostCare.value;
const LESS_CARE = triageTuning.lessCare.value;

export interface StepQuestions {
  /** A cheap question: a no is final, and a yes must be checked. */
  readonly seems: (program: Program) => Promise<boolean>;
  /** The check. */
  readonly stands: (program: Program) => Promise<boolean>;
}

export class TrustedSteps {
  readonly #questions: StepQuestions;
  /** Keys of programs that a check refused. */
  readonly #refused = new Set<string>();
  #checked: Program;
  /** Steps since the last check, the oldest first. */
  #trusted: Program[] = [];
  /** How often trust is halved. */
  #care = 0;
  /** Cheap questions since the last check. */
  #asked = 0;
  #isTakenBack = false;
  /** True until a step has passed a check: before that nothing is trusted. */
  #isFirst: boolean;

  /**
   * Starts from a program that passes the check. With `checksFirst`, each step is checked until one passes: a
   * large first change often slips to another bug, and later steps would be wasted.
   */
  constructor(
    program: Program,
    questions: StepQuestions,
    { checksFirst = false }: { readonly checksFirst?: boolean } = {},
  ) {
    this.#checked = program;
    this.#questions = questions;
    this.#isFirst = checksFirst;
  }

  get checked(): Program {
    return this.#checked;
  }

  /** The program to go back to; returned once after steps were taken back. */
  takenBack(): Program | undefined {
    const program = this.#isTakenBack ? this.#checked : undefined;
    this.#isTakenBack = false;
    return program;
  }

  /** Tells whether a candidate may be taken. The next candidates are made from a candidate that was taken. */
  async allows(candidate: Program): Promise<boolean> {
    if (!(await this.seems(candidate))) {
      await this.settle();
      return false;
    }
    this.take(candidate);
    if (!this.#isDue(candidate) || (await this.#check(candidate))) return true;
    this.#trusted.pop();
    await this.stands();
    return false;
  }

  /** The cheap question, corrected by earlier checks. */
  async seems(candidate: Program): Promise<boolean> {
    this.#asked++;
    return !this.#refused.has(programKey(candidate)) && this.#questions.seems(candidate);
  }

  /** Takes a candidate that seems to fail, for a caller that tests several at once and takes one later. */
  take(candidate: Program): void {
    this.#trusted.push(candidate);
  }

  /** Takes a program that passed the check elsewhere. */
  takeChecked(candidate: Program): void {
    this.#checked = candidate;
    this.#trusted = [];
  }

  /** Checks the last taken program if a check is due; false if steps were taken back. */
  async settle(): Promise<boolean> {
    const last = this.#trusted.at(-1);
    return last === undefined || !this.#isDue(last) || this.stands();
  }

  /** Tells whether the last taken program passes the check; if not, halving finds the first bad step. */
  async stands(): Promise<boolean> {
    const steps = this.#trusted;
    const last = steps.at(-1);
    if (last === undefined || (await this.#check(last))) return true;
    let [good, bad] = [-1, steps.length - 1];
    while (bad - good > 1) {
      const middle = (good + bad) >> 1;
      if (await this.#questions.stands(steps[middle]!)) good = middle;
      else bad = middle;
    }
    this.#refused.add(programKey(steps[bad]!));
    this.#checked = steps[good] ?? this.#checked;
    this.#trusted = [];
    this.#isTakenBack = true;
    return false;
  }

  async #check(program: Program): Promise<boolean> {
    this.#asked = 0;
    const isFine = await this.#questions.stands(program);
    if (isFine) {
      this.#isFirst = false;
      this.#checked = program;
      // Steps taken during the check come after it.
      this.#trusted = this.#trusted.slice(this.#trusted.indexOf(program) + 1);
    } else this.#refused.add(programKey(program));
    this.#care = isFine ? Math.max(0, this.#care - LESS_CARE) : Math.min(MOST_CARE, this.#care + 1);
    return isFine;
  }

  #isDue(candidate: Program): boolean {
    const bytes = programSize(candidate);
    if (this.#isFirst || (bytes <= LARGE_BYTES && this.#asked >= MOST_ASKED)) return true;
    const share =
      bytes > LARGE_BYTES && this.#asked < LARGE_ASKED
        ? LARGE_CHECKED_AGAIN
        : bytes > SMALL_BYTES
          ? CHECKED_AGAIN
          : SMALL_CHECKED_AGAIN;
    return bytes <= programSize(this.#checked) * share ** (1 / 2 ** this.#care);
  }
}
