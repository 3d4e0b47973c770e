/** A survival curve as text: the share of bugs that a side has not found yet, over CPU time. Every run is equally long. */
const MOMENTS = 10;
const WIDTH = 40;

export interface SideTimes {
  readonly side: string;
  /** CPU time to each bug of each run; undefined if the run never found it. */
  readonly timesMs: readonly (number | undefined)[];
}

/** A line for each moment and side, with a bar for the bugs that are left. */
export function survivalText(sides: readonly SideTimes[], endMs: number): string[] {
  const wide = Math.max(...sides.map(({ side }) => side.length));
  return Array.from({ length: MOMENTS }, (_, at) => ((at + 1) * endMs) / MOMENTS).flatMap((moment) =>
    sides.map(({ side, timesMs }) => {
      const share = leftAt(timesMs, moment);
      const bar = '#'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH);
      return `${String(Math.round(moment / 1_000)).padStart(6)} s  ${side.padEnd(wide)}  ${bar} ${share.toFixed(2)}`;
    }),
  );
}

export function leftAt(timesMs: readonly (number | undefined)[], momentMs: number): number {
  if (timesMs.length === 0) return 1;
  return timesMs.filter((each) => each === undefined || each > momentMs).length / timesMs.length;
}
