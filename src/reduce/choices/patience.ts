/**
 * Patience: whether choices still earn enough if a step on text could go on instead. A large sequence must become
 * half as large within so many candidates; a small one is never given up.
 *
 * It counts candidates in their order, and neither time nor evaluations, which depend on how many run at once.
 */
import { reduceTuning } from '../tuning.ts';

const LARGE = reduceTuning.largeChoices.value;
const ENOUGH = reduceTuning.enough.value;

export class Patience {
  readonly #candidates: number;
  #left: number;
  #size: number;

  /** Starts with a sequence of so many choices; `Infinity` candidates are endless patience. */
  constructor(candidates: number, size: number) {
    this.#candidates = candidates;
    this.#left = candidates;
    this.#size = size;
  }

  /** Counts one candidate, with the size of the best so far. */
  isOverAt(size: number): boolean {
    if (this.#left-- > 0) return false;
    const isOver = size > LARGE && size > this.#size * ENOUGH;
    this.#left = this.#candidates;
    this.#size = size;
    return isOver;
  }
}
