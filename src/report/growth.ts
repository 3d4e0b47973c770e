/**
 * Growth: lines of a campaign's statistics, as many as a curve needs.
 *
 * Invariant: their number grows with the logarithm of the CPU time, so that a campaign of weeks takes no more memory than
 * one of hours.
 */
import type { StatsLine } from '../corpus/index.ts';

const STEP = 1.01;

export class Growth {
  readonly #lines: StatsLine[] = [];
  #last: StatsLine | undefined;

  constructor(lines: Iterable<StatsLine> = []) {
    for (const line of lines) this.add(line);
  }

  add(line: StatsLine): void {
    this.#last = line;
    const before = this.#lines.at(-1);
    if (before === undefined || line.cpuMs >= before.cpuMs * STEP) this.#lines.push(line);
  }

  /** Oldest first; the newest is always among them. */
  get lines(): readonly StatsLine[] {
    const last = this.#last;
    return last === undefined || last === this.#lines.at(-1) ? this.#lines : [...this.#lines, last];
  }

  /** The newest line that is at least so old; undefined where the campaign is younger. */
  before(cpuMs: number): StatsLine | undefined {
    return this.#lines.findLast((line) => line.cpuMs <= cpuMs);
  }
}

/** The value after each of `count` equal stretches of CPU time, interpolated between lines. */
export function resample(
  lines: readonly StatsLine[],
  valueOf: (line: StatsLine) => number,
  count: number,
): number[] {
  const last = lines.at(-1);
  if (last === undefined) return [];
  let at = 0;
  return Array.from({ length: count }, (_, index) => {
    const cpuMs = (last.cpuMs * (index + 1)) / count;
    while (at < lines.length - 1 && lines[at]!.cpuMs < cpuMs) at++;
    const after = lines[at]!;
    const before = lines[at - 1];
    const [fromMs, from] = before === undefined ? [0, 0] : [before.cpuMs, valueOf(before)];
    const share = after.cpuMs > fromMs ? Math.min(1, (cpuMs - fromMs) / (after.cpuMs - fromMs)) : 1;
    return from + (valueOf(after) - from) * share;
  });
}
