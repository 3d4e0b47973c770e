/**
 * Everything that a campaign has reached: features, edges, and the number of kept tests with each feature.
 */
import { type Feature, FeatureSet } from '../serve/index.ts';
import { countFeatures, type FeatureSpace } from '../target/index.ts';
import type { Focus } from './focus.ts';
import { PagedBytes } from '../util/paged-bytes.ts';
import { tuning } from './tuning.ts';

export interface News {
  readonly features: Uint32Array;
  /** Edges that had no feature before; cells of comparisons are not edges. */
  readonly edges: number;
  /** Number of the features that count: those in the focus, or all if there is none. */
  readonly wanted: number;
}

export class CoverageMap {
  readonly focus: Focus | undefined;
  readonly #edgeCells: number;
  readonly #seen = new FeatureSet();
  /** A byte for each feature, counted up to 255: a feature with that many tests is common. */
  readonly #holders = new PagedBytes();
  #features = 0;
  #edges = 0;
  #held = 0;

  /** Without a space every cell counts as an edge. */
  constructor(space?: FeatureSpace, focus?: Focus) {
    this.focus = focus;
    this.#edgeCells = space?.edgeCells ?? Infinity;
  }

  get features(): number {
    return this.#features;
  }

  get edges(): number {
    return this.#edges;
  }

  /** Adds features, and returns the new ones. */
  add(features: Uint32Array): News {
    const { fresh, edges } = this.#seen.add(features, this.#edgeCells);
    this.#features += fresh.length;
    this.#edges += edges;
    const news = Uint32Array.from(fresh);
    return { features: news, edges, wanted: this.focus?.add(news) ?? news.length };
  }

  get seen(): FeatureSet {
    return this.#seen;
  }

  has(feature: Feature): boolean {
    return this.#seen.has(feature);
  }

  /** Number of kept tests so far; rarities change only with it. */
  get held(): number {
    return this.#held;
  }

  /** Notes that a test with these features was kept; a feature is rare if few kept tests have it. */
  hold(packed: Uint8Array): void {
    countFeatures(packed, this.#holders);
    this.#held++;
  }

  /**
   * The average rarity of the features, estimated from some of them: a feature of only one kept test counts
   * 1.
   */
  rarity(features: Uint32Array): number {
    const step = Math.max(1, Math.floor(features.length / tuning.raritySample.value));
    let sum = 0;
    let count = 0;
    for (let at = 0; at < features.length; at += step) {
      sum += 1 / Math.max(1, this.#holders.get(features[at]!));
      count++;
    }
    return count === 0 ? 0 : sum / count;
  }
}
