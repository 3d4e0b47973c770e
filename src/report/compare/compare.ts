/**
 * Compares two sets of campaigns: which set reaches more in the same CPU time, how sure that is, and what
 * only one set reached.
 *
 * Invariant: growth is compared up to the CPU time of the shortest campaign, which all campaigns have.
 * Reached edges are compared by whole campaigns, and only if all ran the same build of the target with the
 * same flags.
 */
import type { StatsLine } from '../../campaign/index.ts';
import { type CampaignData, edgesOf, reachedFeatures } from '../campaign-data.ts';
import { FeatureSet } from '../../serve/index.ts';
import { Curve } from '../screen/growth.ts';
import { mannWhitney, type MannWhitney, varghaDelaney } from './statistics.ts';
import { median } from '../../util/numbers.ts';

/** A value for each of two sides. */
export type Pair<Value> = readonly [Value, Value];

export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

/** Values of all sides at one time. */
export interface GrowthPoint<Values = readonly Spread[]> {
  readonly cpuMs: number;
  readonly values: Values;
}

export interface Measure {
  readonly name: 'edges' | 'features';
  readonly growth: readonly GrowthPoint<Pair<Spread>>[];
  /** CPU time at which the median campaign of each side reached the value; `Infinity` if it never did. */
  readonly times: readonly { readonly value: number; readonly cpuMs: Pair<number> }[];
  /** Values of each campaign, at the end of the shortest. */
  readonly ends: Pair<readonly number[]>;
  readonly test: MannWhitney;
  readonly a12: number;
}

export interface ReachedByOneSide {
  readonly both: number;
  /** Features that only this side has. */
  readonly onlyFeatures: Pair<number>;
  readonly onlyEdges: Pair<Uint32Array>;
}

export interface CampaignComparison {
  readonly cpuMs: number;
  readonly measures: readonly Measure[];
  /** Undefined if the campaigns ran different builds, whose features cannot be compared. */
  readonly reached: ReachedByOneSide | undefined;
}

const quantities: Readonly<Record<Measure['name'], (line: StatsLine) => number>> = {
  edges: ({ edges }) => edges,
  features: ({ features }) => features,
};
/** Levels, as shares of the final value of the weaker side. */
const LEVELS: readonly number[] = [0.5, 0.75, 0.9, 0.95, 1];

export function compareCampaigns(sides: Pair<readonly CampaignData[]>, points: number): CampaignComparison {
  const cpuMs = Math.min(...sides.flat().map(({ stats }) => stats.at(-1)!.cpuMs));
  const names = Object.keys(quantities) as Measure['name'][];
  return {
    cpuMs,
    measures: names.map((name) => measure(name, sides, cpuMs, points)),
    reached: compareReached(sides),
  };
}

function measure(
  name: Measure['name'],
  sides: Pair<readonly CampaignData[]>,
  cpuMs: number,
  points: number,
): Measure {
  const curves = each(sides, (side) => side.map(({ stats }) => new Curve(stats, quantities[name])));
  const at = (time: number): Pair<number[]> => each(curves, (side) => side.map((curve) => curve.at(time)));
  const ends = at(cpuMs);
  const lower = Math.min(...each(ends, median));
  return {
    name,
    growth: Array.from({ length: points }, (_, index) => {
      const time = (cpuMs * (index + 1)) / points;
      return { cpuMs: time, values: each(at(time), spreadOf) };
    }),
    times: LEVELS.map((level) => {
      const value = lower * level;
      return { value, cpuMs: each(curves, (side) => median(side.map((curve) => curve.timeTo(value)))) };
    }),
    ends,
    test: mannWhitney(...ends),
    a12: varghaDelaney(...ends),
  };
}

export function each<From, To>([first, second]: Pair<From>, map: (value: From) => To): Pair<To> {
  return [map(first), map(second)];
}

export function spreadOf(values: readonly number[]): Spread {
  return { min: Math.min(...values), median: median(values), max: Math.max(...values) };
}

function compareReached(sides: Pair<readonly CampaignData[]>): ReachedByOneSide | undefined {
  const reached = reachedBySides(sides);
  if (reached === undefined) return undefined;
  const [first, second] = reached.features as [Uint32Array, Uint32Array];
  const edges = reached.edges as [Uint32Array, Uint32Array];
  const onlyFeatures: Pair<number> = [without(first, second).length, without(second, first).length];
  return {
    both: first.length - onlyFeatures[0],
    onlyFeatures,
    onlyEdges: [without(...edges), without(edges[1], edges[0])],
  };
}

/** Features and edges of each side, over whole campaigns. Undefined if the campaigns ran different builds. */
export function reachedBySides(
  sides: readonly (readonly CampaignData[])[],
): { readonly features: readonly Uint32Array[]; readonly edges: readonly Uint32Array[] } | undefined {
  const builds = new Set(sides.flat().map(({ manifest }) => manifest.build));
  const [build] = builds;
  if (build === undefined || builds.size > 1) return undefined;
  const features = sides.map((side) => {
    const reached = new FeatureSet();
    for (const { corpus } of side) reached.add(reachedFeatures(corpus, build));
    return reached.toArray();
  });
  const edgeCells = Math.min(...sides.flat().map((campaign) => campaign.edgeCells));
  return { features, edges: features.map((all) => edgesOf(all, edgeCells)) };
}

export function without(these: Uint32Array, those: Uint32Array): Uint32Array {
  const taken = new Set(those);
  return these.filter((value) => !taken.has(value));
}
