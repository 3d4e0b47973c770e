/** The programs that a campaign has made, so that none is executed twice, and whether the generator still makes others. */

const MAX_KNOWN = 1_000_000;
/** After so many tests in a row whose programs are known, a generator is taken to have no others. */
const MAX_REPEATS = 2_000;

export class KnownPrograms {
  readonly #keys = new Set<string>();
  #repeats = 0;

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string): void {
    this.#repeats = 0;
    if (this.#keys.size < MAX_KNOWN) this.#keys.add(key);
  }

  /** Takes in that a test gave nothing to execute; says so once it seems that none will any more. */
  repeat(): string | undefined {
    if (++this.#repeats !== MAX_REPEATS) return undefined;
    return `the last ${MAX_REPEATS} tests made programs that were known, of which there are ${this.#keys.size}: that seems to be all`;
  }
}
