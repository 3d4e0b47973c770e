/** Checks the bytes that other workers sent as sequences of tests. */
import { Alphabet, decodeSequence } from '../../choice/index.ts';
import { sequenceId } from '../../corpus/index.ts';
import { fuzzTuning } from '../tuning.ts';
import type { SharedTest } from './exchange.ts';

/**
 * A check has an alphabet of its own: symbols of a refused test must not fill up the campaign's alphabet. A new
 * alphabet costs 0.3 ms, so several checks share one, until it is full.
 */
export class SequenceCheck {
  #alphabet = new Alphabet();
  #left = fuzzTuning.fleetChecksOfAlphabet.value;

  /** True if the bytes are the sequence that the note announced. */
  isOfTest(bytes: Uint8Array, { id, source }: SharedTest): boolean {
    if (sequenceId(bytes) !== id) return false;
    if (--this.#left < 0) this.#renew();
    let name = this.#sourceOf(bytes);
    if (name === undefined) {
      this.#renew();
      name = this.#sourceOf(bytes);
    }
    return name === source;
  }

  /** Undefined if the bytes are no sequence, or if the alphabet has no room for it. */
  #sourceOf(bytes: Uint8Array): string | undefined {
    try {
      return decodeSequence(bytes, this.#alphabet).envelope.source.name;
    } catch {
      return undefined;
    }
  }

  #renew(): void {
    this.#alphabet = new Alphabet();
    this.#left = fuzzTuning.fleetChecksOfAlphabet.value;
  }
}
