/** What a test reached, by the executions of it. */
import type { Execution } from '../target/index.ts';
import { packFeatures, unpackFeatures } from '../util/feature-list.ts';

export interface Reached {
  /** What the target had not seen before; ascending. */
  readonly fresh: Uint32Array;
  /** As of `packFeatures`; where it was not asked for, what is fresh. */
  readonly all: Uint8Array;
  readonly count: number;
  /** Of all of it; 0 where it is not known. */
  readonly hash: bigint;
}

/** What one execution was sent is passed on as it is, since it goes to the corpus like that. */
export function reachedBy(executions: readonly Execution[]): Reached {
  const [first, ...others] = executions.map(({ features }) => features);
  if (others.length === 0 && first?.all !== undefined)
    return { fresh: first.fresh, all: first.all, count: first.hitCount, hash: first.hash };
  const lists = [first, ...others].filter((list) => list !== undefined);
  const fresh = union(lists.map((list) => list.fresh));
  const all = union(lists.map((list) => (list.all === undefined ? list.fresh : unpackFeatures(list.all))));
  // Without the whole set there is still its size.
  const { hitCount: count, hash } = lists.length === 1 ? lists[0]! : { hitCount: all.length, hash: 0n };
  return { fresh, all: packFeatures(all), count, hash };
}

/** In order; of those that are there. */
export function union(lists: readonly (Uint32Array | undefined)[]): Uint32Array {
  const [first, ...rest] = lists.filter((list) => list !== undefined);
  if (first === undefined) return new Uint32Array();
  if (rest.every((list) => list.length === 0)) return first;
  const all = new Set(first);
  for (const list of rest) for (const feature of list) all.add(feature);
  return Uint32Array.from(all).toSorted();
}

/** Of ascending lists: whether the first holds all of the second. */
export function covers(all: Uint32Array, some: Uint32Array): boolean {
  let at = 0;
  for (const feature of some) {
    while (all[at]! < feature) at++;
    if (all[at] !== feature) return false;
  }
  return true;
}
