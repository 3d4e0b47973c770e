/** What a test reached, by the executions of it. */
import type { Execution } from '../serve/index.ts';
import { packFeatures, unpackFeatures } from '../target/index.ts';

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
