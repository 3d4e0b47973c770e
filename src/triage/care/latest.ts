/** Tests that wait for a side line. The latest come first, and the oldest go if there are too many. */
import { triageTuning } from '../tuning.ts';

const MAX_WAITING = triageTuning.maxObjects.value;

export class Latest<Waiting> {
  readonly #waiting: Waiting[] = [];

  add(waiting: Waiting): void {
    this.#waiting.push(waiting);
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
  }

  take(): Waiting | undefined {
    return this.#waiting.pop();
  }

  /** Takes the latest of these, or the latest of all if there is none of these. */
  takePreferred(isPreferred: (waiting: Waiting) => boolean): Waiting | undefined {
    const at = this.#waiting.findLastIndex(isPreferred);
    return this.#waiting.splice(at, 1)[0];
  }
}
