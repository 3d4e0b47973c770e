/** Everything a campaign has reached: features, the edges among them, and in how many kept tests each one is. */
import { type Feature, FeatureSet } from '../serve/index.ts';
import { countFeatures, type FeatureSpace } from '../target/index.ts';
import type { Focus } from './focus.ts';
import { PagedBytes } from '../util/paged-bytes.ts';
import { tuning } from './tuning.ts';

export interface News {
  readonly features: Uint32Array;
  /** Edges of which no feature was there before; cells of comparisons are not edges. */
  readonly edges: number;
  /** How many of the features count: those in the focus, or all without one. */
  readonly wanted: number;
}

export class CoverageMap {
  readonly focus: Focus | undefined;
  readonly #edgeCells: number;
  readonly #seen = new FeatureSet();
  /** A byte for each feature, counted up to 255: what so many have is as common as anything. */
  readonly #holders = new PagedBytes();
  #features = 0;
  #edges = 0;

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

  /** Takes in the features that were reached, and returns the new ones. */
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

  /** Says that a test with these features was kept; rare features are those that few kept tests have. */
  hold(packed: Uint8Array): void {
    countFeatures(packed, this.#holders);
  }

  /** How rare the features are on average, judged by some of them: a feature that only one kept test has counts 1. */
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
