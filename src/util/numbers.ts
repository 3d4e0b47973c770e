/** Functions on lists of numbers that several rooms need. */

/** The mean of the middle two for an even number of values; `NaN` for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** A value of the list below which this share of the values lies; `NaN` for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  if (sorted.length === 0) return Number.NaN;
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

/** Events among tests of two kinds. */
export interface TwoShares {
  readonly tests: number;
  readonly refused: number;
  readonly others: number;
  readonly othersRefused: number;
}

/** Distance of the two shares, in standard deviations of their difference if both were the same. */
export function distanceOfShares({ tests, refused, others, othersRefused }: TwoShares): number {
  const share = (refused + othersRefused) / (tests + others);
  const deviation = Math.sqrt(share * (1 - share) * (1 / tests + 1 / others));
  return deviation === 0 ? 0 : (refused / tests - othersRefused / others) / deviation;
}
