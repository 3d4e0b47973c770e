/**
 * A paired permutation test over bugs: is one side sooner than the other, or is it chance?
 *
 * A pair is one bug in one run (a source and a seed). It holds the CPU time to the bug on either side, `undefined` if
 * that side never found it. Its difference is the logarithm of the ratio of both times; a bug that a side did not find
 * counts as found at the end. If the sides were alike, each bug could as well have had them exchanged. So the signs of
 * all pairs of a bug are turned together, which keeps the runs of one bug from counting as independent ones.
 *
 * The test is made twice: with these times, and with 1 or 0 for found or not. The times of bugs that all runs find in
 * seconds can hide which side finds more of the rare ones.
 */
import { makeRandom, uniformUnit } from '../../src/choice/index.ts';

export interface BugPair {
  readonly bug: string;
  readonly oneMs: number | undefined;
  readonly otherMs: number | undefined;
}

export interface PairedResult {
  /** How many times as fast the one side is to a bug that any side found, as a geometric mean. */
  readonly speed: number;
  /** Probability that sides which are alike differ so much in their times, in either direction. */
  readonly chance: number;
  /** The same for what they found, without the times. */
  readonly chanceOfCounts: number;
}

/** All sign patterns are tried for so many bugs, random ones for more. */
const MOST_EXACT = 14;
const PATTERNS = 20_000;
/** Equal sums may differ in their last digits. */
const TOLERANCE = 1e-9;

export function pairedTest(pairs: readonly BugPair[], endMs: number, seed = 1): PairedResult {
  const times = new Map<string, number>();
  const counts = new Map<string, number>();
  let count = 0;
  for (const { bug, oneMs, otherMs } of pairs) {
    if (oneMs === undefined && otherMs === undefined) continue;
    count++;
    times.set(bug, (times.get(bug) ?? 0) + Math.log((otherMs ?? endMs) / (oneMs ?? endMs)));
    counts.set(bug, (counts.get(bug) ?? 0) + Number(oneMs !== undefined) - Number(otherMs !== undefined));
  }
  if (count === 0) return { speed: 1, chance: 1, chanceOfCounts: 1 };
  return {
    speed: Math.exp(sumOf([...times.values()]) / count),
    chance: chanceOf([...times.values()], seed),
    chanceOfCounts: chanceOf([...counts.values()], seed),
  };
}

function sumOf(differences: readonly number[]): number {
  return differences.reduce((sum, each) => sum + each, 0);
}

function chanceOf(differences: readonly number[], seed: number): number {
  const total = Math.abs(sumOf(differences));
  const isAsLarge = (sum: number): boolean => Math.abs(sum) >= total - TOLERANCE;
  return differences.length <= MOST_EXACT
    ? shareOfAll(differences, isAsLarge)
    : shareOfSome(differences, isAsLarge, seed);
}

function shareOfAll(differences: readonly number[], isAsLarge: (sum: number) => boolean): number {
  const patterns = 2 ** differences.length;
  let large = 0;
  for (let pattern = 0; pattern < patterns; pattern++) {
    const sum = differences.reduce((so, each, at) => so + ((pattern >> at) & 1 ? -each : each), 0);
    if (isAsLarge(sum)) large++;
  }
  return large / patterns;
}

/** The pattern that was seen counts as one of them, so that the share is never 0. */
function shareOfSome(
  differences: readonly number[],
  isAsLarge: (sum: number) => boolean,
  seed: number,
): number {
  const rng = makeRandom(seed);
  let large = 1;
  for (let pattern = 0; pattern < PATTERNS; pattern++) {
    const sum = differences.reduce((so, each) => so + (uniformUnit(rng) < 0.5 ? -each : each), 0);
    if (isAsLarge(sum)) large++;
  }
  return large / (PATTERNS + 1);
}
