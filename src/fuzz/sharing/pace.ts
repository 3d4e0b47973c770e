/**
 * Pace: the frequency of each part of sharing, so that a fleet of any size sends no more than its members can
 * read.
 */
import { fuzzTuning } from '../tuning.ts';

export class Pace {
  readonly #nowMs: () => number;
  /** For each kind of work, the time when it was last done. */
  readonly #doneMs = new Map<string, number>();
  /** Number of tests that this worker may send by now; a fraction counts for the next turn. */
  #allowed = 0;
  #countedMs: number;
  #sentMs = -Infinity;
  #turns = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#countedMs = nowMs();
  }

  /** True if that much time has passed since this work was last due; then notes the time. */
  isDue(kind: string, everyMs: number, nowMs: number = this.#nowMs()): boolean {
    const last = this.#doneMs.get(kind);
    if (last !== undefined && nowMs - last < everyMs) return false;
    this.#doneMs.set(kind, nowMs);
    return true;
  }

  /** Makes this kind of work due now. */
  hurry(kind: string): void {
    this.#doneMs.delete(kind);
  }

  /** True once in every `every` calls. */
  isTurn(every: number): boolean {
    return ++this.#turns % every === 0;
  }

  /** Number of tests that this worker may send now, given the number of workers that share the rate. */
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
