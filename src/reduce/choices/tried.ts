/**
 * Everything that a reduction has tried, so that nothing is generated or evaluated twice.
 *
 * Candidates are forgotten if the best changes, since the same edit then gives another sequence. Verdicts
 * stay while there is room: a record or a text that is not interesting stays so.
 */
import { reduceTuning } from '../tuning.ts';

const MAX_CACHED = reduceTuning.maxVerdicts.value;

export class Tried {
  /** Candidates that led nowhere from the present best. */
  readonly #spent = new Set<string>();
  /** Tried candidates that left questions of the generator open. */
  readonly #guessed = new Set<string>();
  readonly #dullRecords = new Set<string>();
  readonly #verdicts = new Map<string, boolean>();

  /** Notes a candidate; false if it was already tried from the present best. */
  spend(candidate: string): boolean {
    if (this.#spent.has(candidate)) return false;
    this.#spent.add(candidate);
    return true;
  }

  /** Notes that the result of a candidate depends on learnt answers. */
  noteGuess(candidate: string): void {
    this.#guessed.add(candidate);
  }

  /** Allows candidates that depend on learnt answers to be tried again. */
  forgetGuesses(): void {
    for (const candidate of this.#guessed) this.#spent.delete(candidate);
    this.#guessed.clear();
  }

  /** Allows all candidates to be tried again, from another best. */
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

  /** The verdict on the test with this key; undefined if there is none. */
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
