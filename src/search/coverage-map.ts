/** Everything a campaign has reached: features, the edges among them, and in how many kept tests each one is. */
import type { Feature } from '../serve/index.ts';
import { countFeatures } from '../target/index.ts';

export interface News {
  readonly features: Uint32Array;
  /** Edges of which no feature was there before. */
  readonly edges: number;
}

/** The first entries were kept for tens of thousands of features, and are asked for their rarity all the time. */
const RARITY_SAMPLE = 64;

export class CoverageMap {
  /** A bit for each bucket, a byte for each cell. */
  readonly #seen: Uint8Array;
  /** Counted up to what a byte holds: what so many have is as common as anything. */
  readonly #holders: Uint8Array;
  #features = 0;
  #edges = 0;

  constructor(featureLimit: number) {
    this.#seen = new Uint8Array(Math.ceil(featureLimit / 8));
    this.#holders = new Uint8Array(featureLimit);
  }

  get features(): number {
    return this.#features;
  }

  get edges(): number {
    return this.#edges;
  }

  /** Takes in what was reached and says what was new. */
  add(features: Uint32Array): News {
    const seen = this.#seen;
    const fresh: Feature[] = [];
    let edges = 0;
    for (const feature of features) {
      const cell = feature >>> 3;
      const bit = 1 << (feature & 7);
      const before = seen[cell]!;
      if (before & bit) continue;
      if (before === 0) edges++;
      seen[cell] = before | bit;
      fresh.push(feature);
    }
    this.#features += fresh.length;
    this.#edges += edges;
    return { features: Uint32Array.from(fresh), edges };
  }

  /** A byte for each cell, a bit for each bucket of it that was reached. */
  get buckets(): Uint8Array {
    return this.#seen;
  }

  has(feature: Feature): boolean {
    return ((this.#seen[feature >>> 3] ?? 0) & (1 << (feature & 7))) !== 0;
  }

  /** Says that a test with these features was kept; rare features are those that few kept tests have. */
  hold(packed: Uint8Array): void {
    countFeatures(packed, this.#holders);
  }

  /** How rare the features are on average, judged by some of them: one that only one kept test has counts 1. */
  rarity(features: Uint32Array): number {
    const step = Math.max(1, Math.floor(features.length / RARITY_SAMPLE));
    let sum = 0;
    let count = 0;
    for (let at = 0; at < features.length; at += step) {
      sum += 1 / Math.max(1, this.#holders[features[at]!]!);
      count++;
    }
    return count === 0 ? 0 : sum / count;
  }
}
