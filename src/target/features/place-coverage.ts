/**
 * Coverage by places that have a name and no number: lines of a source, counters of a compiler. The set of seen places lies here,
 * since the process that shows the places forgets them.
 */
import {
  BUCKETS,
  bucketOfHits,
  cellOf,
  type ExecuteRequest,
  type Features,
  FeatureSet,
} from '../../serve/index.ts';
import { fnv1a } from '../../util/fnv1a.ts';
import type { TargetCoverage } from '../target.ts';
import { packFeatures } from './feature-list.ts';
import { denseFeature, FeatureSpace } from './feature-space.ts';

/** Hits of a place. */
export type PlaceHits = readonly [place: string, hits: number];

/** Places are numbered by a hash, so that a number means the same in every run; few of them ever collide. */
const space = new FeatureSpace([{ name: 'places', cells: 1 << 20, isEdges: true }]);
const places = space.domain('places');

function cellOfPlace(place: string): number {
  const hash = fnv1a(place);
  return (hash ^ (hash >>> 13)) & (places.cells - 1);
}

export class PlaceCoverage {
  readonly target: TargetCoverage = {
    space,
    assumeSeen: async (seen) => {
      this.#seen = seen.copy();
    },
    mask: async (cells) => {
      for (const cell of cells) this.#masked.add(cell);
    },
  };
  readonly #masked = new Set<number>();
  #seen = new FeatureSet();

  /** A run that was cut off teaches nothing: where it stood is chance. */
  featuresOf(
    hits: Iterable<PlaceHits>,
    { remember = true, wholeSet = false }: ExecuteRequest,
    teaches: boolean,
  ): Features {
    const shown = [...hits]
      .map(([place, count]) => denseFeature(places, cellOfPlace(place) * BUCKETS + bucketOfHits(count)))
      .filter((feature) => !this.#masked.has(cellOf(feature)));
    const all = Uint32Array.from(new Set(shown)).toSorted();
    const fresh = all.filter((feature) => !this.#seen.has(feature));
    if (remember && teaches) this.#seen.add(fresh);
    const hash = all.reduce(
      (sum, feature) => BigInt.asUintN(64, (sum ^ BigInt(feature)) * 0x100000001b3n),
      0xcbf29ce484222325n,
    );
    const isWanted = wholeSet === true || (wholeSet === 'if-new' && fresh.length > 0);
    return { fresh, hitCount: all.length, hash, ...(isWanted ? { all: packFeatures(all) } : {}) };
  }
}
