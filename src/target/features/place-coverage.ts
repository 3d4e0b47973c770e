/** Coverage by named places without numbers: lines of a source, counters of a compiler. */
import { BUCKETS, bucketOfHits, type ExecuteRequest, type Features } from '../../serve/index.ts';
import { fnv1a } from '../../util/fnv1a.ts';
import type { TargetCoverage } from '../target.ts';
import { denseFeature, FeatureSpace } from './feature-space.ts';
import { ShownFeatures } from './shown-features.ts';

/** Hits of a place. */
export type PlaceHits = readonly [place: string, hits: number];

/** A hash numbers the places, so that a number means the same in every run; collisions are rare. */
const space = new FeatureSpace([{ name: 'places', cells: 1 << 20, isEdges: true }]);
const places = space.domain('places');

function cellOfPlace(place: string): number {
  const hash = fnv1a(place);
  return (hash ^ (hash >>> 13)) & (places.cells - 1);
}

export class PlaceCoverage {
  readonly #shown = new ShownFeatures(space);
  readonly target: TargetCoverage = this.#shown.coverage;

  /** A run that was cut off teaches nothing: chance decided where it stood. */
  featuresOf(hits: Iterable<PlaceHits>, request: ExecuteRequest, teaches: boolean): Features {
    const features = [...hits].map(([place, count]) =>
      denseFeature(places, cellOfPlace(place) * BUCKETS + bucketOfHits(count)),
    );
    return this.#shown.show(features, request, teaches);
  }
}
