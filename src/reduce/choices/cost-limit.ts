/**
 * CPU time that making a candidate may take. A candidate that is shorter but much more expensive is no gain:
 * all later candidates are made from it. So the limit follows from the time of the original, and of the
 * cheapest replacement since.
 *
 * Invariant: the allowance never grows.
 */
import { reduceTuning } from '../tuning.ts';

const TIMES_AS_DEAR = reduceTuning.timesAsDear.value;
const FREE_MS = reduceTuning.freeMs.value;
const GRACE_MS = reduceTuning.graceMs.value;

export class CostLimit {
  #ms = Infinity;

  /**
   * Learns the time for making the original, or a sequence that replaced it; undefined if nobody measured it.
   */
  learn(cpuMs: number | undefined): void {
    if (cpuMs !== undefined) this.#ms = Math.min(this.#ms, Math.max(FREE_MS, cpuMs * TIMES_AS_DEAR));
  }

  /**
   * The limits for a replay: empty if nothing is known. They end a candidate that would take far too long.
   * They are so generous that the CPU time alone decides, and not other work of the machine.
   */
  get limits(): { readonly maxTimeMs?: number } {
    return this.#ms === Infinity ? {} : { maxTimeMs: Math.ceil(Math.max(GRACE_MS, 2 * this.#ms)) };
  }

  isExceededBy(cpuMs: number | undefined): boolean {
    return cpuMs !== undefined && cpuMs > this.#ms;
  }
}
