/**
 * Seed tests of a source: tests from elsewhere that a campaign may begin with, the best first.
 *
 * They are proposed by an arm and have to earn their time as every other test has. Invariant: each is proposed once in
 * all runs of a campaign; one that cannot be read is passed over. In a fleet each worker proposes its share of them, and
 * in the end those of workers that are gone.
 */
import { type Alphabet, type ChoiceSequence, decodeSequence, SequenceFileError } from '../choice/index.ts';

export class SeedTests {
  readonly #files: readonly Uint8Array[];
  readonly #alphabet: Alphabet;
  #taken = 0;
  #unreadable = 0;
  #isOwn: (index: number) => boolean = () => true;
  /** Seed tests that were another worker's when their turn came. */
  #ofOthers: number[] = [];

  /** Each file is as of `encodeSequence`. */
  constructor(files: readonly Uint8Array[], alphabet: Alphabet) {
    this.#files = files;
    this.#alphabet = alphabet;
  }

  /** Says which of them are for this campaign; asked whenever one has its turn. */
  share(isOwn: (index: number) => boolean): void {
    this.#isOwn = isOwn;
  }

  /** Undefined when there are no more. */
  next(): ChoiceSequence | undefined {
    for (let index = this.#nextOwn(); index !== undefined; index = this.#nextOwn()) {
      try {
        return decodeSequence(this.#files[index]!, this.#alphabet).sequence;
      } catch (error) {
        // The file has a format that another version of cgfuzz wrote.
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
    // One at each call: the worker that had it may be gone, and asking costs a hash for each worker.
    const index = this.#ofOthers.shift();
    if (index === undefined || this.#isOwn(index)) return index;
    this.#ofOthers.push(index);
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
