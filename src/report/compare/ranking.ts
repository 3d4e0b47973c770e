/**
 * Ranks three or more sides of campaigns: by findings, by edges and by features.
 *
 * Invariant: all sides are measured at the CPU time of the shortest campaign. Reached edges and features count
 * over whole campaigns, and only if all campaigns ran the same build of the target with the same flags.
 */
import type { StatsLine } from '../../campaign/index.ts';
import type { CampaignData } from '../campaign-data.ts';
import { Curve } from '../screen/growth.ts';
import { type GrowthPoint, reachedBySides, spreadOf, without } from './compare.ts';
import { mannWhitney, varghaDelaney } from './statistics.ts';
import { median } from '../../util/numbers.ts';

export interface RankedMeasure {
  readonly name: 'findings' | 'edges' | 'features';
  /** The place of each side, 1 for the best; sides with equal medians share a place. */
  readonly ranks: readonly number[];
  readonly growth: readonly GrowthPoint[];
  /** Values of each campaign, at the end of the shortest. */
  readonly ends: readonly (readonly number[])[];
  readonly pairs: readonly RankedPair[];
}

/** Two sides by their numbers, and how sure their difference is. */
export interface RankedPair {
  readonly sides: readonly [number, number];
  readonly a12: number;
  readonly p: number;
}

export interface Ranking {
  readonly cpuMs: number;
  /** The sides by their numbers: most findings first, then most edges. */
  readonly order: readonly number[];
  /**
   * Only findings if the campaigns ran different builds, whose edges differ. Measures that are 0 for all
   * sides are left out: a compiler without coverage has no edges.
   */
  readonly measures: readonly RankedMeasure[];
  readonly reached: RankedReach | undefined;
}

/** A figure of whole campaigns, for each side. */
interface RankedReach {
  readonly features: readonly number[];
  readonly onlyFeatures: readonly number[];
  readonly onlyEdges: readonly Uint32Array[];
}

const quantities: Readonly<Record<RankedMeasure['name'], (line: StatsLine) => number>> = {
  findings: ({ findings }) => findings,
  edges: ({ edges }) => edges,
  features: ({ features }) => features,
};

export function rankCampaigns(sides: readonly (readonly CampaignData[])[], points: number): Ranking {
  const cpuMs = Math.min(...sides.flat().map(({ stats }) => stats.at(-1)!.cpuMs));
  const reached = rankedReach(sides);
  const names: RankedMeasure['name'][] =
    reached === undefined ? ['findings'] : ['findings', 'edges', 'features'];
  const measures = names.map((name) => rankedMeasure(name, sides, cpuMs, points));
  const ranked = measures.filter(
    ({ name, ends }) => name === 'findings' || ends.flat().some((end) => end > 0),
  );
  const byMeasures = (a: number, b: number): number =>
    ranked.map(({ ranks }) => ranks[a]! - ranks[b]!).find((difference) => difference !== 0) ?? 0;
  return {
    cpuMs,
    order: sides.map((_, side) => side).toSorted(byMeasures),
    measures: ranked,
    reached,
  };
}

function rankedMeasure(
  name: RankedMeasure['name'],
  sides: readonly (readonly CampaignData[])[],
  cpuMs: number,
  points: number,
): RankedMeasure {
  const curves = sides.map((side) => side.map(({ stats }) => new Curve(stats, quantities[name])));
  const at = (time: number): number[][] => curves.map((side) => side.map((curve) => curve.at(time)));
  const ends = at(cpuMs);
  return {
    name,
    ranks: ranksOf(ends.map(median)),
    growth: Array.from({ length: points }, (_, index) => {
      const time = (cpuMs * (index + 1)) / points;
      return { cpuMs: time, values: at(time).map(spreadOf) };
    }),
    ends,
    pairs: ends.flatMap((first, a) =>
      ends.slice(a + 1).map((second, index) => ({
        sides: [a, a + 1 + index] as const,
        a12: varghaDelaney(first, second),
        p: mannWhitney(first, second).p,
      })),
    ),
  };
}

function ranksOf(values: readonly number[]): number[] {
  return values.map((value) => 1 + values.filter((other) => other > value).length);
}

function rankedReach(sides: readonly (readonly CampaignData[])[]): RankedReach | undefined {
  const reached = reachedBySides(sides);
  if (reached === undefined) return undefined;
  const only = (all: readonly Uint32Array[]): Uint32Array[] =>
    all.map((own, side) =>
      all.reduce((left, other, index) => (index === side ? left : without(left, other)), own),
    );
  return {
    features: reached.features.map(({ length }) => length),
    onlyFeatures: only(reached.features).map(({ length }) => length),
    onlyEdges: only(reached.edges),
  };
}
