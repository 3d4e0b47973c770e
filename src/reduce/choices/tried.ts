/**
 * Everything that a reduction has tried, so that nothing is generated or evaluated twice.
 *
 * Candidates are forgotten when the best changes, since the same edit then gives another sequence. Verdicts stay, as
 * long as there is room: a record or a text that was not interesting will not become so.
 */
import { reduceTuning } from '../tuning.ts';

const MAX_CACHED = reduceTuning.maxVerdicts.value;

export class Tried {
  /** Candidates that led nowhere from the present best. */
  readonly #spent = new Set<string>();
  /** Spent candidates for which the generator asked questions that they leave open. */
  readonly #guessed = new Set<string>();
  readonly #dullRecords = new Set<string>();
  readonly #verdicts = new Map<string, boolean>();

  /** Notes that a candidate is tried; false if it was tried before from the present best. */
  spend(candidate: string): boolean {
    if (this.#spent.has(candidate)) return false;
    this.#spent.add(candidate);
    return true;
  }

  /** Notes that the result of a candidate depends on what is known of answers. */
  noteGuess(candidate: string): void {
    this.#guessed.add(candidate);
  }

  /** Candidates that depend on what is known of answers may be tried again. */
  forgetGuesses(): void {
    for (const candidate of this.#guessed) this.#spent.delete(candidate);
    this.#guessed.clear();
  }

  /** All candidates may be tried again, from another best. */
  forgetCandidates(): void {
    this.#spent.clear();
    this.#guessed.clear();
  }

  isDull(record: string): boolean {
    return this.#dullRecords.has(record);
  }

  noteDull(record: string): void {
    const dull = this.#dullRecords;
    if (dull.size >= MAX_CACHED) dull.delete(dull.keys().next().value!);
    dull.add(record);
  }

  /** The verdict on the test with this key; undefined if nobody was asked. */
  verdictOf(key: string | undefined): boolean | undefined {
    return key === undefined ? undefined : this.#verdicts.get(key);
  }

  noteVerdict(key: string | undefined, isInteresting: boolean): void {
    if (key === undefined) return;
    const verdicts = this.#verdicts;
    if (verdicts.size >= MAX_CACHED) verdicts.delete(verdicts.keys().next().value!);
    verdicts.set(key, isInteresting);
  }
}
