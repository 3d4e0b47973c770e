/**
 * The speed of a reduction, from its sizes so far. It tells the CPU time of the last halving, and estimates
 * the CPU time at which the test would be small. There is no estimate before the first halving, and none if
 * the size has stood still for longer than the last halving took.
 */
import { roughTime } from '../../util/text.ts';

/** A person can read a program of this size; most results are smaller. */
export const SMALL_BYTES = 2_000;

export class ReductionRate {
  readonly #sizes: { readonly atMs: number; readonly bytes: number }[] = [];

  /** Notes the size of the best program so far. */
  note(atMs: number, bytes: number): void {
    this.#sizes.push({ atMs, bytes });
  }

  /** A few words; empty if nothing is known yet. */
  describe(nowMs: number): string {
    const last = this.#sizes.at(-1);
    const twice = last && this.#sizes.findLast(({ bytes }) => bytes >= 2 * last.bytes);
    if (last === undefined || twice === undefined) return '';
    const halfMs = last.atMs - twice.atMs;
    if (nowMs - last.atMs > Math.max(halfMs, 1_000)) return `no step for ${roughTime(nowMs - last.atMs)}`;
    const pace = `half in ${roughTime(halfMs)}`;
    if (last.bytes <= SMALL_BYTES) return pace;
    const restMs = halfMs * Math.log2(last.bytes / SMALL_BYTES);
    return `${pace}, at this rate 2 KB in ${roughTime(restMs)}`;
  }
}
