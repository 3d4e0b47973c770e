/**
 * Patience: decides whether reducing choices still brings enough, if a step on the text could follow. A large
 * sequence must halve within a given number of candidates; a small one is never given up.
 *
 * It counts candidates in their order. Time and evaluations would depend on how many run at once.
 */
import { reduceTuning } from '../tuning.ts';

const LARGE = reduceTuning.largeChoices.value;
const ENOUGH = reduceTuning.enough.value;

export class Patience {
  readonly #candidates: number;
  #left: number;
  #size: number;

  /** Starts with a sequence of `size` choices; `Infinity` candidates mean endless patience. */
  constructor(candidates: number, size: number) {
    this.#candidates = candidates;
    this.#left = candidates;
    this.#size = size;
  }

  /** Counts one candidate, given the size of the best so far. */
  isOverAt(size: number): boolean {
    if (this.#left-- > 0) return false;
    const isOver = size > LARGE && size > this.#size * ENOUGH;
    this.#left = this.#candidates;
    this.#size = size;
    return isOver;
  }
}
