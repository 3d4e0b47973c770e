/**
 * A feature is one number: a cell (for example an edge) and one of its eight buckets (how often the edge
 * ran).
 *
 * Servers, corpora and the runtime in C all write features in this form. Only this module splits the number;
 * a `FeatureSpace` knows the cells.
 */
export type Feature = number;

export const BUCKETS = 8;
const BUCKET_BITS = 3;

export function cellOf(feature: Feature): number {
  return feature >>> BUCKET_BITS;
}

/** The feature's bit among those of its cell. */
export function bucketBit(feature: Feature): number {
  return 1 << (feature & (BUCKETS - 1));
}

export function featureAt(cell: number, bucket: number): Feature {
  return ((cell << BUCKET_BITS) | bucket) >>> 0;
}

const bucketTops: readonly number[] = [1, 2, 3, 7, 15, 31, 127];

/** The bucket for a number of hits: 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, more. */
export function bucketOfHits(hits: number): number {
  const bucket = bucketTops.findIndex((top) => hits <= top);
  return bucket < 0 ? bucketTops.length : bucket;
}
