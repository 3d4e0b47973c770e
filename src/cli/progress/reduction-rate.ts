/**
 * How fast a reduction goes, from the sizes it had. It tells the CPU time in which the test last became half as large,
 * and when it would be small if it went on so. Nothing is promised before the first half, and nothing while it stands
 * still for longer than the last half took.
 */
import { roughTime } from '../../util/text.ts';

/** A program of this size can be read; most results are smaller. */
export const SMALL_BYTES = 2_000;

export class ReductionRate {
  readonly #sizes: { readonly atMs: number; readonly bytes: number }[] = [];

  /** Takes in the size of the best so far. */
  note(atMs: number, bytes: number): void {
    this.#sizes.push({ atMs, bytes });
  }

  /** In a few words; empty if nothing is known yet. */
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
