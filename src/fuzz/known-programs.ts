/**
 * The programs of a campaign so far, so that none is executed twice; notices if the generator makes no new
 * ones.
 */
import { fuzzTuning } from './tuning.ts';

export class KnownPrograms {
  readonly #keys = new Set<string>();
  #repeats = 0;

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string): void {
    this.#repeats = 0;
    if (this.#keys.size < fuzzTuning.maxKnownPrograms.value) this.#keys.add(key);
  }

  /** Counts a known program; returns a message after `maxRepeats` in a row. */
  repeat(): string | undefined {
    if (++this.#repeats !== fuzzTuning.maxRepeats.value) return undefined;
    return `the last ${fuzzTuning.maxRepeats.value} tests made programs that were known, of which there are ${this.#keys.size}: that seems to be all`;
  }
}
