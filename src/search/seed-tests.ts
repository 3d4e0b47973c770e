/**
 * Seed tests of a source: tests from elsewhere that a campaign may begin with, the best first.
 *
 * An arm proposes them, and they must earn their time like all other tests. Invariant: each seed test is
 * proposed once over all runs of a campaign; an unreadable one is skipped. In a fleet each worker proposes
 * its share, and at the end the shares of workers that are gone.
 */
import { type Alphabet, type ChoiceSequence, decodeSequence, SequenceFileError } from '../choice/index.ts';

export class SeedTests {
  readonly #files: readonly Uint8Array[];
  readonly #alphabet: Alphabet;
  #taken = 0;
  #unreadable = 0;
  #isOwn: (index: number) => boolean = () => true;
  /** Seed tests that belonged to another worker at their turn. */
  #ofOthers: number[] = [];

  /** Each file is in the format of `encodeSequence`. */
  constructor(files: readonly Uint8Array[], alphabet: Alphabet) {
    this.#files = files;
    this.#alphabet = alphabet;
  }

  /** Sets a function that says which seed tests belong to this campaign; it is called at each test's turn. */
  share(isOwn: (index: number) => boolean): void {
    this.#isOwn = isOwn;
  }

  /** Undefined if there are no more. */
  next(): ChoiceSequence | undefined {
    for (let index = this.#nextOwn(); index !== undefined; index = this.#nextOwn()) {
      try {
        return decodeSequence(this.#files[index]!, this.#alphabet).sequence;
      } catch (error) {
        // Another version of cgfuzz wrote the file, in another format.
        if (!(error instanceof SequenceFileError)) throw error;
        this.#unreadable++;
      }
    }
    return undefined;
  }

  #nextOwn(): number | undefined {
    while (this.#taken < this.#files.length) {
      const index = this.#taken++;
      if (this.#isOwn(index)) return index;
      this.#ofOthers.push(index);
    }
    // One test at each call: its worker may be gone, and the question costs a hash for each worker.
    const index = this.#ofOthers.shift();
    if (index === undefined || this.#isOwn(index)) return index;
    this.#ofOthers.push(index);
    return undefined;
  }

  /** Number of skipped seed tests so far. */
  get unreadable(): number {
    return this.#unreadable;
  }

  get left(): number {
    return Math.max(0, this.#files.length - this.#taken);
  }

  /** Number of tests taken so far; a later run continues from there. */
  get taken(): number {
    return this.#taken;
  }

  skip(count: number): void {
    this.#taken = Math.max(this.#taken, count);
  }
}
