/** The state of an exchange, as its campaign sees it: its trouble, and how much it could not send. */
import type { Parcel } from '../fuzz/index.ts';

export class ExchangeState {
  trouble: string | undefined;
  generation = 0;
  leftOut = 0;
  #lastLeftOut = '';

  /** The trouble in words for a person. */
  get told(): string | undefined {
    if (this.trouble !== undefined || this.leftOut === 0) return this.trouble;
    return `${this.leftOut} notes were too large for the fleet, and only this worker has them; the last one is a ${this.#lastLeftOut}`;
  }

  /** A parcel is too large: it stays with this worker. */
  leaveOut({ note }: Parcel): void {
    this.leftOut++;
    this.#lastLeftOut = note.kind;
  }
}
