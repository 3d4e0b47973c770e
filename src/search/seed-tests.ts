/**
 * Seed tests of a source: tests from elsewhere that a campaign may begin with, the best first.
 *
 * They are proposed by an arm and have to earn their time as every other test has. Invariant: each is proposed once in
 * all runs of a campaign; one that cannot be read is passed over.
 */
import { type Alphabet, type ChoiceSequence, decodeSequence, SequenceFileError } from '../choice/index.ts';

export class SeedTests {
  readonly #files: readonly Uint8Array[];
  readonly #alphabet: Alphabet;
  #taken = 0;
  #unreadable = 0;

  /** Each file is as of `encodeSequence`. */
  constructor(files: readonly Uint8Array[], alphabet: Alphabet) {
    this.#files = files;
    this.#alphabet = alphabet;
  }

  /** Undefined when there are no more. */
  next(): ChoiceSequence | undefined {
    for (let file = this.#files[this.#taken]; file !== undefined; file = this.#files[this.#taken]) {
      this.#taken++;
      try {
        return decodeSequence(file, this.#alphabet).sequence;
      } catch (error) {
        // The file has a format that another version of cgfuzz wrote.
        if (!(error instanceof SequenceFileError)) throw error;
        this.#unreadable++;
      }
    }
    return undefined;
  }

  /** How many were passed over so far. */
  get unreadable(): number {
    return this.#unreadable;
  }

  get left(): number {
    return Math.max(0, this.#files.length - this.#taken);
  }

  /** How many were taken; for a later run. */
  get taken(): number {
    return this.#taken;
  }

  skip(count: number): void {
    this.#taken = Math.max(this.#taken, count);
  }
}
