/** Pace: how often each part of sharing is done, so that a fleet of any size sends no more than its members can read. */
import { fuzzTuning } from '../tuning.ts';

export class Pace {
  readonly #nowMs: () => number;
  /** By kind of work, when it was done last. */
  readonly #doneMs = new Map<string, number>();
  /** Tests that this worker may send by now; a fraction is kept for the next turn. */
  #allowed = 0;
  #countedMs: number;
  #sentMs = -Infinity;
  #turns = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#countedMs = nowMs();
  }

  /** Whether that much time has gone by since this was last due; notes it if so. */
  isDue(kind: string, everyMs: number, nowMs: number = this.#nowMs()): boolean {
    const last = this.#doneMs.get(kind);
    if (last !== undefined && nowMs - last < everyMs) return false;
    this.#doneMs.set(kind, nowMs);
    return true;
  }

  /** Makes a kind of work due now. */
  hurry(kind: string): void {
    this.#doneMs.delete(kind);
  }

  /** True at every so many calls. */
  isTurn(every: number): boolean {
    return ++this.#turns % every === 0;
  }

  /** How many tests this worker may send now, given how many share the rate. */
  quota(living: number): number {
    const nowMs = this.#nowMs();
    const { fleetNotesPerSecond, fleetLeastEveryMs } = fuzzTuning;
    const share = fleetNotesPerSecond.value / Math.max(1, living);
    this.#allowed = Math.min(share, this.#allowed + ((nowMs - this.#countedMs) / 1_000) * share);
    this.#countedMs = nowMs;
    let quota = Math.floor(this.#allowed);
    if (quota === 0 && nowMs - this.#sentMs >= fleetLeastEveryMs.value) quota = 1;
    if (quota > 0) this.#sentMs = nowMs;
    this.#allowed = Math.max(0, this.#allowed - quota);
    return quota;
  }
}
