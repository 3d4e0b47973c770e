/**
 * Reduction: the state that all passes share. It holds the best sequence so far and decides about candidates.
 *
 * A candidate is only a suggestion: the generator turns it into a canonical record, and the reduction
 * compares, caches and tests the record. A record needs no evaluation if it is not simpler than the best, or
 * if it or its text was tested before.
 *
 * Invariants: the best is interesting and only ever gets simpler, so reduction ends. The accepted sequence
 * depends only on the candidates' order, not on which evaluation ends first. So any number of parallel
 * evaluations gives the same result.
 */

import {
  type ChoiceSequence,
  type Filler,
  fillerFrom,
  type LearntAnswers,
  type Limits,
  type Replayed,
} from '../../choice/index.ts';
import { CostLimit } from './cost-limit.ts';
import { compareShortlex } from './order.ts';
import type { Patience } from './patience.ts';
import { type SeenAnswer, Simplest } from './simplest.ts';
import { Tried } from './tried.ts';
import { reduceTuning } from '../tuning.ts';

/** A run of the generator, with its CPU time if known. */
export type Generated<T> = Replayed<T> & { readonly cpuMs?: number };

/** Turns a sequence into a test: runs the generator on it. */
export type Generate<T> = (
  sequence: ChoiceSequence,
  how: {
    readonly limits: Limits;
    /** Answers the questions that the sequence leaves open. */
    readonly filler: Filler;
    /** The same as data, for a generator in another process. */
    readonly answers: LearntAnswers;
  },
) => Generated<T> | Promise<Generated<T>>;

export type IsInteresting<T> = (test: T) => boolean | Promise<boolean>;

export interface ReductionProgress {
  /** Number of choices in the sequence at the start, and in the best so far. */
  readonly initialSize: number;
  readonly size: number;
  /** Number of evaluated tests, of generator runs, and of candidates that needed neither. */
  readonly evaluations: number;
  readonly generations: number;
  readonly skipped: number;
  /** Name of the pass that made the last improvement. */
  readonly pass: string;
}

/** The fate of a candidate, which shows where a reduction spends its work. */
export type Fate =
  | 'tried before'
  | 'overrun'
  | 'failed'
  | 'too dear'
  | 'not simpler'
  | 'same record'
  | 'same test'
  | 'dull'
  | 'interesting';

export interface ReductionSettings<T> {
  readonly generate: Generate<T>;
  readonly isInteresting: IsInteresting<T>;
  readonly keyOf: ((test: T) => string) | undefined;
  readonly parallel: number;
  /** A test counts as interesting if it is so in `needed` of at most `repeats` runs. */
  readonly repeats: number;
  readonly needed: number;
  readonly maxEvaluations: number;
  readonly patience: Patience;
  readonly signal: AbortSignal | undefined;
  readonly onImproved: (best: ChoiceSequence, test: T, progress: ReductionProgress) => void;
  readonly onTried: (fate: Fate, pass: string, record: ChoiceSequence | undefined) => void;
}

/** A step towards something simpler, built only when its turn comes. */
export interface Candidate {
  /** Undefined if there is nothing to try. */
  readonly make: () => ChoiceSequence | undefined;
  /** The same step, `k` times as far (`make` is `grow(1)`); after one success it may succeed many times. */
  readonly grow?: (k: number) => ChoiceSequence | undefined;
}

/** Thrown through the passes if the budget is used up or the caller wants to stop. */
export class ReductionStopped extends Error {
  override readonly name = 'ReductionStopped';
  readonly reason: 'budget' | 'slow' | 'aborted';

  constructor(reason: 'budget' | 'slow' | 'aborted') {
    super(`reduction stopped: ${reason}`);
    this.reason = reason;
  }
}

/** The fate of a candidate. */
type Trial<T> =
  | {
      readonly kind: 'interesting';
      readonly record: ChoiceSequence;
      readonly test: T;
      readonly cpuMs: number | undefined;
    }
  /** The generator made too much; its draws until then show which answers to avoid. */
  | { readonly kind: 'overrun'; readonly record: ChoiceSequence }
  /** The test led nowhere; answers that it was the first to give are learnt nevertheless. */
  | { readonly kind: 'dull'; readonly record: ChoiceSequence | undefined };

const DULL = { kind: 'dull', record: undefined } as const;

const GALLOP = reduceTuning.gallop.value;

export class Reduction<T> {
  best: ChoiceSequence;
  bestTest: T;
  pass = '';
  readonly #counts = { initialSize: 0, evaluations: 0, generations: 0, skipped: 0 };
  readonly #settings: ReductionSettings<T>;
  readonly #simplest = new Simplest();
  readonly #tried = new Tried();
  readonly #costLimit: CostLimit;

  /** Starts from the canonical form of a sequence that is known to be interesting, and from its test. */
  constructor(settings: ReductionSettings<T>, best: ChoiceSequence, test: T, costLimit: CostLimit) {
    this.#settings = settings;
    this.#costLimit = costLimit;
    this.best = best;
    this.bestTest = test;
    this.#counts.initialSize = best.choiceCount;
    this.#simplest.learn(best);
  }

  /** True if there is anything to reduce; called once, at the start. */
  async isInitialInteresting(): Promise<boolean> {
    const isInteresting = await this.#evaluate(this.bestTest);
    this.#tried.noteVerdict(this.#settings.keyOf?.(this.bestTest), isInteresting);
    return isInteresting;
  }

  /** Tests one candidate and keeps it if it is simpler and interesting. */
  async consider(candidate: ChoiceSequence | undefined): Promise<boolean> {
    if (candidate === undefined) return false;
    return (await this.considerFirst([{ make: () => candidate }])) === 0;
  }

  /** Keeps the first candidate, in their order, that is simpler and interesting; returns its index, or -1. */
  async considerFirst(candidates: Iterable<Candidate>): Promise<number> {
    const running: {
      readonly index: number;
      readonly candidate: Candidate;
      readonly trial: Promise<Trial<T>>;
    }[] = [];
    // Learns only at the end, so that the candidates do not depend on the number of parallel evaluations.
    const overruns: ChoiceSequence[] = [];
    const unseen: SeenAnswer[] = [];
    const iterator = candidates[Symbol.iterator]();
    let issued = 0;
    for (;;) {
      while (running.length < this.#settings.parallel) {
        const next = iterator.next();
        if (next.done === true) break;
        const trial = this.#try(next.value.make());
        // An error of this trial matters only at its turn, and not at all if an earlier candidate won.
        trial.catch(() => undefined);
        running.push({ index: issued++, candidate: next.value, trial });
      }
      const first = running.shift();
      const trial = await first?.trial;
      if (trial?.kind === 'overrun') overruns.push(trial.record);
      // Keeps only what was new in the record, since lists of candidates are long and records large.
      if (trial?.kind === 'dull' && trial.record !== undefined)
        unseen.push(...this.#simplest.unseenIn(trial.record));
      const isSlow = first !== undefined && this.#settings.patience.isOverAt(this.best.choiceCount);
      if (first !== undefined && trial?.kind !== 'interesting') {
        if (isSlow) throw new ReductionStopped('slow');
        continue;
      }
      this.#learn(overruns, unseen);
      if (first === undefined || trial?.kind !== 'interesting') return -1;
      this.#accept(trial);
      if (isSlow) throw new ReductionStopped('slow');
      if (first.candidate.grow !== undefined) await this.#gallop(first.candidate.grow);
      return first.index;
    }
  }

  #learn(overruns: readonly ChoiceSequence[], unseen: readonly SeenAnswer[]): void {
    const { discoveries } = this.#simplest;
    for (const record of overruns) this.#simplest.learn(record);
    this.#simplest.learnUnseen(unseen);
    if (this.#simplest.discoveries === discoveries) return;
    this.#tried.forgetGuesses();
  }

  get generations(): number {
    return this.#counts.generations;
  }

  /** Grows if new knowledge makes candidates worth another try that led nowhere before. */
  get discoveries(): number {
    return this.#simplest.discoveries;
  }

  /**
   * The largest `k` for which `grow(k)` is kept, found by growing and then halving. It needs about as many
   * evaluations as the answer has bits, and is right if larger steps fail after one that fails. `grow(1)` has
   * been kept.
   */
  async #gallop(grow: (k: number) => ChoiceSequence | undefined): Promise<void> {
    let good = 1;
    let bad: number = GALLOP;
    while (await this.consider(grow(bad))) {
      good = bad;
      bad *= GALLOP;
    }
    while (good + 1 < bad) {
      const middle = (good + bad) >> 1;
      if (await this.consider(grow(middle))) good = middle;
      else bad = middle;
    }
  }

  async #try(candidate: ChoiceSequence | undefined): Promise<Trial<T>> {
    if (candidate === undefined) return DULL;
    const { generate, signal } = this.#settings;
    if (signal?.aborted === true) throw new ReductionStopped('aborted');
    const { best } = this;
    const spent = candidate.fingerprint();
    if (!this.#tried.spend(spent)) return this.#skipped('tried before', undefined);
    this.#counts.generations++;
    const limits = { maxChoices: best.choiceCount, ...this.#costLimit.limits };
    const generated = await generate(candidate, { ...filling(this.#simplest), limits });
    if (generated.freshCount > 0) this.#tried.noteGuess(spent);
    if (generated.outcome === 'overrun') {
      this.#tell('overrun', generated.record);
      // If a time limit ended the run, the record is short, and says nothing about which answers lead to
      // little.
      return generated.limit === 'time' ? DULL : { kind: 'overrun', record: generated.record };
    }
    const isTooDear = this.#costLimit.isExceededBy(generated.cpuMs);
    if (generated.outcome === 'ok' && !isTooDear) return this.#judge(generated, best);
    this.#tell(isTooDear ? 'too dear' : 'failed', generated.record);
    return DULL;
  }

  /** Evaluates the generator's test, unless the verdict is known. */
  async #judge(generated: Extract<Generated<T>, { outcome: 'ok' }>, best: ChoiceSequence): Promise<Trial<T>> {
    const { record, value: test, cpuMs } = generated;
    const fingerprint = record.fingerprint();
    if (this.#tried.isDull(fingerprint)) return this.#skipped('same record', record);
    if (compareShortlex(record, best) >= 0) return this.#skipped('not simpler', record);
    const key = this.#settings.keyOf?.(test);
    const known = this.#tried.verdictOf(key);
    if (known !== undefined) this.#counts.skipped++;
    const isInteresting = known ?? (await this.#evaluate(test));
    if (known === undefined) this.#tried.noteVerdict(key, isInteresting);
    this.#tell(known !== undefined ? 'same test' : isInteresting ? 'interesting' : 'dull', record);
    if (isInteresting) return { kind: 'interesting', record, test, cpuMs };
    this.#tried.noteDull(fingerprint);
    return { kind: 'dull', record };
  }

  #skipped(fate: Fate, record: ChoiceSequence | undefined): Trial<T> {
    this.#counts.skipped++;
    this.#tell(fate, record);
    return record === undefined ? DULL : { kind: 'dull', record };
  }

  #tell(fate: Fate, record: ChoiceSequence | undefined): void {
    this.#settings.onTried(fate, this.pass, record);
  }

  async #evaluate(test: T): Promise<boolean> {
    const { isInteresting, repeats, needed, maxEvaluations } = this.#settings;
    let yes = 0;
    for (let run = 0; run < repeats && yes < needed && yes + (repeats - run) >= needed; run++) {
      if (this.#settings.signal?.aborted === true) throw new ReductionStopped('aborted');
      if (this.#counts.evaluations >= maxEvaluations) throw new ReductionStopped('budget');
      this.#counts.evaluations++;
      if (await isInteresting(test)) yes++;
    }
    return yes >= needed;
  }

  #accept({ record, test, cpuMs }: Extract<Trial<T>, { kind: 'interesting' }>): void {
    if (compareShortlex(record, this.best) >= 0)
      throw new Error('reduction accepted something that is not simpler');
    this.best = record;
    this.bestTest = test;
    this.#tried.forgetCandidates();
    this.#simplest.learn(record);
    this.#costLimit.learn(cpuMs);
    this.#settings.onImproved(record, test, this.progress());
  }

  progress(): ReductionProgress {
    const size = this.best.choiceCount;
    return { size, ...this.#counts, pass: this.pass };
  }
}

/** Answers for questions that a sequence leaves open: the simplest ones learnt so far. */
export function filling({ answers }: Simplest): { readonly filler: Filler; readonly answers: LearntAnswers } {
  return { filler: fillerFrom(answers), answers };
}
