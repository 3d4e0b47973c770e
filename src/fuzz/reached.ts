/** The features that a test reached, by its executions. */
import type { Execution } from '../serve/index.ts';
import { packFeatures, unpackFeatures } from '../target/index.ts';

export interface Reached {
  /** Features that the target had not seen before, in ascending order. */
  readonly fresh: Uint32Array;
  /**
   * All features, in the format of `packFeatures`; only the fresh ones if the request did not ask for all.
   */
  readonly all: Uint8Array;
  readonly count: number;
  /** Hash of all features; 0 if it is unknown. */
  readonly hash: bigint;
}

/**
 * Features of a single execution stay in the target's format, since the corpus stores this format.
 */
export function reachedBy(executions: readonly Execution[]): Reached {
  const sets = executions.map(({ features }) => features).filter((features) => features !== undefined);
  const [only, ...others] = sets;
  if (only !== undefined && others.length === 0) {
    const { fresh, all = packFeatures(fresh), hitCount: count, hash } = only;
    return { fresh, all, count, hash };
  }
  const fresh = union(sets.map((set) => set.fresh));
  const all = union(sets.map((set) => (set.all === undefined ? set.fresh : unpackFeatures(set.all))));
  return { fresh, all: packFeatures(all), count: all.length, hash: 0n };
}

/** All features of the lists, in order. An undefined list counts as an empty list. */
export function union(lists: readonly (Uint32Array | undefined)[]): Uint32Array {
  const [first, ...rest] = lists.filter((list) => list !== undefined);
  if (first === undefined) return new Uint32Array();
  if (rest.every((list) => list.length === 0)) return first;
  const all = new Set(first);
  for (const list of rest) for (const feature of list) all.add(feature);
  return Uint32Array.from(all).toSorted();
}

/** True if the first list holds all of the second; both are ascending. */
export function covers(all: Uint32Array, some: Uint32Array): boolean {
  let at = 0;
  for (const feature of some) {
    while (all[at]! < feature) at++;
    if (all[at] !== feature) return false;
  }
  return true;
}
