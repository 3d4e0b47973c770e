/** The programs that a campaign has made, so that none is executed twice, and whether the generator still makes others. */
import { tuning } from '../search/tuning.ts';

export class KnownPrograms {
  readonly #keys = new Set<string>();
  #repeats = 0;

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string): void {
    this.#repeats = 0;
    if (this.#keys.size < tuning.maxKnownPrograms.value) this.#keys.add(key);
  }

  /** Takes in that a test gave nothing to execute; says so once it seems that none will any more. */
  repeat(): string | undefined {
    if (++this.#repeats !== tuning.maxRepeats.value) return undefined;
    return `the last ${tuning.maxRepeats.value} tests made programs that were known, of which there are ${this.#keys.size}: that seems to be all`;
  }
}
