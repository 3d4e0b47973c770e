/** The programs that a campaign has made, so that none is executed twice, and whether the generator still makes others. */
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
