/**
 * Statistics of small samples: is one set of campaigns ahead of another, and how often?
 *
 * Campaigns are few and their coverage is not normally distributed, hence ranks: Mann and Whitney's U says
 * whether a difference is more than chance, Vargha and Delaney's A12 how large it is. The probability of
 * chance is computed over all ways to divide the values, with ties, so that nothing is approximated.
 */

/**
 * Probability that a value of the first sample is above one of the second, with ties counted half: 0.5 means
 * no difference.
 */
export function varghaDelaney(first: readonly number[], second: readonly number[]): number {
  return pairsAhead(first, second) / (first.length * second.length);
}

export interface MannWhitney {
  /** Number of pairs in which the first sample is ahead, with ties counted half. */
  readonly u: number;
  /** Two-sided: the probability of such a difference, or a larger one, between samples of one kind. */
  readonly p: number;
  /** The smallest possible `p` with this number of values. */
  readonly leastP: number;
}

export function mannWhitney(first: readonly number[], second: readonly number[]): MannWhitney {
  const ranks = doubledRanks(first, second);
  const ways = waysToSum(ranks, first.length);
  const all = ways.reduce((sum, count) => sum + count, 0);
  const mean = first.length * (ranks.length + 1);
  const own = ranks.slice(0, first.length).reduce((sum, rank) => sum + rank, 0);
  const atLeast = (distance: number): number =>
    ways.reduce((sum, count, total) => (Math.abs(total - mean) >= distance ? sum + count : sum), 0) / all;
  return {
    u: pairsAhead(first, second),
    p: atLeast(Math.abs(own - mean)),
    leastP: atLeast(first.length * second.length),
  };
}

function pairsAhead(first: readonly number[], second: readonly number[]): number {
  let pairs = 0;
  for (const x of first) for (const y of second) pairs += x > y ? 1 : x === y ? 0.5 : 0;
  return pairs;
}

/** Twice the rank of each value, the first sample's first; equal values share the mean of their ranks, hence twice. */
function doubledRanks(first: readonly number[], second: readonly number[]): number[] {
  const values = [...first, ...second];
  return values.map((value) => {
    const lower = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return 2 * lower + equal + 1;
  });
}

/** For each sum, the number of ways in which `size` of the ranks add up to it. */
function waysToSum(ranks: readonly number[], size: number): readonly number[] {
  const most = ranks.reduce((sum, rank) => sum + rank, 0);
  const ways = Array.from({ length: size + 1 }, () => Array.from({ length: most + 1 }, () => 0));
  ways[0]![0] = 1;
  for (const rank of ranks) {
    for (let taken = size; taken > 0; taken--) {
      const [to, from] = [ways[taken]!, ways[taken - 1]!];
      for (let sum = most; sum >= rank; sum--) to[sum]! += from[sum - rank]!;
    }
  }
  return ways[size]!;
}
