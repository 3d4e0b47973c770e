/** Features of executions, for targets without a server that keeps track of new and masked ones. */
import { cellOf, type ExecuteRequest, type Features, FeatureSet } from '../../serve/index.ts';
import type { TargetCoverage } from '../target.ts';
import { packFeatures } from './feature-list.ts';
import type { FeatureSpace } from './feature-space.ts';

export class ShownFeatures {
  readonly coverage: TargetCoverage;
  readonly #masked = new Set<number>();
  #seen = new FeatureSet();

  constructor(space: FeatureSpace, pcs?: TargetCoverage['pcs']) {
    this.coverage = {
      space,
      assumeSeen: async (seen) => {
        this.#seen = seen.copy();
      },
      mask: async (cells) => {
        for (const cell of cells) this.#masked.add(cell);
      },
      ...(pcs === undefined ? {} : { pcs }),
    };
  }

  /** `teaches` is false for executions that were cut off: their features still count as new later. */
  show(
    features: Iterable<number>,
    { remember = true, wholeSet = false }: Pick<ExecuteRequest, 'remember' | 'wholeSet'>,
    teaches: boolean,
  ): Features {
    const shown = Uint32Array.from(features).toSorted();
    const isMasking = this.#masked.size > 0;
    const all = shown.filter(
      (feature, index) =>
        (index === 0 || feature !== shown[index - 1]) && !(isMasking && this.#masked.has(cellOf(feature))),
    );
    const fresh = all.filter((feature) => !this.#seen.has(feature));
    if (remember && teaches) this.#seen.add(fresh);
    const isWanted = wholeSet === true || (wholeSet === 'if-new' && fresh.length > 0);
    return {
      fresh,
      hitCount: all.length,
      hash: hashOfSet(all),
      ...(isWanted ? { all: packFeatures(all) } : {}),
    };
  }
}

/** Two hashes of 32 bits, since numbers of 64 bits are slow. */
function hashOfSet(features: Uint32Array): bigint {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (const feature of features) {
    low = Math.imul(low ^ feature, 0x01000193);
    high = Math.imul(high ^ (feature + (low >>> 15)), 0x85ebca6b);
  }
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}
