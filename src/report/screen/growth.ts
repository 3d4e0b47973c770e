/**
 * Growth: lines of a campaign's statistics, as many as a curve needs.
 *
 * Invariant: their number grows with the logarithm of the CPU time, so that a campaign of weeks takes no more
 * memory than one of hours.
 */
import type { StatsLine } from '../../campaign/index.ts';

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

  /** The lines, oldest first; the newest is always among them. */
  get lines(): readonly StatsLine[] {
    const last = this.#last;
    return last === undefined || last === this.#lines.at(-1) ? this.#lines : [...this.#lines, last];
  }

  /** The newest line of at least this age; undefined if the campaign is younger. */
  before(cpuMs: number): StatsLine | undefined {
    return this.#lines.findLast((line) => line.cpuMs <= cpuMs);
  }
}

/** A quantity over CPU time: a straight line between the lines of statistics. It starts at zero. */
export class Curve {
  readonly #times: readonly number[];
  readonly #values: readonly number[];

  constructor(lines: readonly StatsLine[], valueOf: (line: StatsLine) => number) {
    this.#times = [0, ...lines.map(({ cpuMs }) => cpuMs)];
    this.#values = [0, ...lines.map(valueOf)];
  }

  get endMs(): number {
    return this.#times.at(-1)!;
  }

  at(cpuMs: number): number {
    const after = this.#times.findIndex((time) => time >= cpuMs);
    if (after < 0) return this.#values.at(-1)!;
    return between(cpuMs, this.#times, this.#values, after);
  }

  /** The time at which the quantity first had this value; `Infinity` if it never had. */
  timeTo(value: number): number {
    const after = this.#values.findIndex((there) => there >= value);
    return after < 0 ? Infinity : between(value, this.#values, this.#times, after);
  }
}

/** The value at `x`, between the point `after` and the point before it. */
function between(x: number, xs: readonly number[], ys: readonly number[], after: number): number {
  if (after === 0) return ys[0]!;
  const [x0, x1, y0, y1] = [xs[after - 1]!, xs[after]!, ys[after - 1]!, ys[after]!];
  return x1 === x0 ? y1 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}

/** The value at the end of each of `count` equal spans of CPU time. */
export function resample(
  lines: readonly StatsLine[],
  valueOf: (line: StatsLine) => number,
  count: number,
): number[] {
  if (lines.length === 0) return [];
  const curve = new Curve(lines, valueOf);
  return Array.from({ length: count }, (_, index) => curve.at((curve.endMs * (index + 1)) / count));
}
