/**
 * CPU time that a candidate may take to be made. A candidate that is shorter and much dearer is no gain: whatever follows
 * is made from it. So the limit follows from what the original took, and from the cheapest that took its place since.
 *
 * Invariant: the allowance never grows.
 */
import { reduceTuning } from '../tuning.ts';

const TIMES_AS_DEAR = reduceTuning.timesAsDear.value;
const FREE_MS = reduceTuning.freeMs.value;
const GRACE_MS = reduceTuning.graceMs.value;

export class CostLimit {
  #ms = Infinity;

  /** Takes in what the original, or a sequence that took its place, took to be made; undefined if nobody measured. */
  learn(cpuMs: number | undefined): void {
    if (cpuMs !== undefined) this.#ms = Math.min(this.#ms, Math.max(FREE_MS, cpuMs * TIMES_AS_DEAR));
  }

  /**
   * The limits for a replay: nothing if nothing is known. They end a candidate that would take far too long. They
   * leave so much room that the CPU time alone decides, and not what else the machine does.
   */
  get limits(): { readonly maxTimeMs?: number } {
    return this.#ms === Infinity ? {} : { maxTimeMs: Math.ceil(Math.max(GRACE_MS, 2 * this.#ms)) };
  }

  isExceededBy(cpuMs: number | undefined): boolean {
    return cpuMs !== undefined && cpuMs > this.#ms;
  }
}
