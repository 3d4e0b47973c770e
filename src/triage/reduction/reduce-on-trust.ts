/**
 * Reduces a test by its choices, if the full question costs many times a first look. Blaming a pass for wrong
 * code takes a dozen compiles. So a candidate that seems to fail is trusted, and checked only now and then
 * (trusted-steps.ts).
 *
 * Invariants: `onChecked` receives only programs that passed the full question. The result is such a program.
 * If trust was wrong, the reduction starts again from the last good step, and never takes the bad step again.
 * It ends: after a few such restarts it trusts nothing any more.
 */
import type { ChoiceSequence } from '../../choice/index.ts';
import { type Program, programKey } from '../../program/index.ts';
import type { Reduced, ReductionProgress } from '../../reduce/index.ts';
import type { SourcePool } from '../../source/index.ts';
import { noWhenInterrupted } from '../../util/interrupted.ts';
import { reduceTest, type TestReductionOptions } from './reduce-test.ts';
import { type StepQuestions, TrustedSteps } from './trusted-steps.ts';
import { triageTuning } from '../tuning.ts';

const MOST_SETBACKS = triageTuning.mostSetbacks.value;

export interface TrustingOptions extends TestReductionOptions {
  /** Called for programs that passed the full question. */
  readonly onChecked: (best: ChoiceSequence, program: Program, progress: ReductionProgress) => void;
  /** Tells whether there is time, after a stop, to check trusted steps. */
  readonly mayCheckAtEnd: () => boolean;
}

export async function reduceOnTrust(
  generators: SourcePool,
  sequence: ChoiceSequence,
  questions: StepQuestions,
  options: TrustingOptions,
): Promise<Reduced<Program>> {
  return new TrustingReduction(generators, questions, options).run(sequence);
}

class TrustingReduction {
  readonly #generators: SourcePool;
  readonly #questions: StepQuestions;
  readonly #options: TrustingOptions;
  /** Undefined until the first program has passed the full question. */
  #steps: TrustedSteps | undefined;
  /** Choices of taken programs, by the program's key. */
  readonly #sequences = new Map<string, ChoiceSequence>();
  #settling: Promise<boolean> | undefined;
  #progress: ReductionProgress | undefined;
  /** Earlier attempts: number of evaluations, and number of times that trust was wrong. */
  readonly #before = { evaluations: 0, setbacks: 0 };

  constructor(generators: SourcePool, questions: StepQuestions, options: TrustingOptions) {
    this.#generators = generators;
    this.#options = options;
    this.#questions = { seems: questions.seems, stands: noWhenInterrupted(questions.stands) };
  }

  async run(from: ChoiceSequence): Promise<Reduced<Program>> {
    const { signal, mayCheckAtEnd } = this.#options;
    for (let sequence = from; ; sequence = this.#sequenceOf(this.#stepsOf().checked)) {
      const reduced = await this.#attempt(sequence);
      this.#before.evaluations += reduced.progress.evaluations;
      const steps = this.#steps;
      if (steps === undefined) return reduced;
      if (signal.aborted) {
        if (mayCheckAtEnd()) await this.#settle(() => steps.stands());
        return this.#whatStood(reduced, 'aborted');
      }
      const wentBack = steps.takenBack() !== undefined;
      if (!wentBack && (await this.#settle(() => steps.stands())))
        return this.#whatStood(reduced, reduced.end);
      steps.takenBack();
      this.#before.setbacks++;
    }
  }

  get #isTrusting(): boolean {
    return this.#before.setbacks < MOST_SETBACKS;
  }

  /** Runs until it ends, or until steps are taken back. */
  async #attempt(from: ChoiceSequence): Promise<Reduced<Program>> {
    const back = new AbortController();
    const { signal, maxEvaluations, onImproved, onChecked } = this.#options;
    const isInteresting = async (program: Program): Promise<boolean> => {
      const steps = this.#steps ?? (await this.#begin(program, from));
      if (steps === undefined) return false;
      if (programKey(program) === programKey(steps.checked)) return true;
      if (!this.#isTrusting) return (await steps.seems(program)) && this.#questions.stands(program);
      if (await this.#settle(() => steps.settle())) return steps.seems(program);
      back.abort();
      return false;
    };
    return reduceTest(this.#generators, from, isInteresting, {
      ...this.#options,
      ...(maxEvaluations === undefined ? {} : { maxEvaluations: maxEvaluations - this.#before.evaluations }),
      signal: AbortSignal.any([signal, back.signal]),
      onImproved: (best, program, progress) => {
        this.#progress = { ...progress, evaluations: this.#before.evaluations + progress.evaluations };
        this.#sequences.set(programKey(program), best);
        onImproved(best, program, this.#progress);
        if (this.#isTrusting) return this.#stepsOf().take(program);
        this.#stepsOf().takeChecked(program);
        onChecked(best, program, this.#progress);
      },
    });
  }

  async #begin(program: Program, sequence: ChoiceSequence): Promise<TrustedSteps | undefined> {
    if (!(await this.#questions.stands(program))) return undefined;
    this.#sequences.set(programKey(program), sequence);
    this.#steps = new TrustedSteps(program, this.#questions, { checksFirst: true });
    return this.#steps;
  }

  /** Runs one check at a time, and reports a program that passed. */
  async #settle(check: () => Promise<boolean>): Promise<boolean> {
    this.#settling ??= this.#check(check).finally(() => (this.#settling = undefined));
    return this.#settling;
  }

  async #check(check: () => Promise<boolean>): Promise<boolean> {
    const before = this.#stepsOf().checked;
    const stood = await check();
    const { checked } = this.#stepsOf();
    if (checked !== before && this.#progress !== undefined)
      this.#options.onChecked(this.#sequenceOf(checked), checked, this.#progress);
    return stood;
  }

  #whatStood({ progress }: Reduced<Program>, end: Reduced<Program>['end']): Reduced<Program> {
    const { checked } = this.#stepsOf();
    return {
      sequence: this.#sequenceOf(checked),
      test: checked,
      end,
      progress: { ...progress, evaluations: this.#before.evaluations },
    };
  }

  #stepsOf(): TrustedSteps {
    if (this.#steps === undefined) throw new Error('nothing was asked about yet');
    return this.#steps;
  }

  #sequenceOf(program: Program): ChoiceSequence {
    const sequence = this.#sequences.get(programKey(program));
    if (sequence === undefined) throw new Error('a program was taken without its choices');
    return sequence;
  }
}
