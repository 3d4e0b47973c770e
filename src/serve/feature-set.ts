/**
 * A set of features: a byte for each cell, with a bit for each bucket; pages without features take no memory.
 */
import { PAGE_BYTES, PagedBytes, pageOf } from '../util/paged-bytes.ts';
import { bucketBit, BUCKETS, cellOf, type Feature, featureAt } from './feature.ts';

export class FeatureSet {
  readonly #cells = new PagedBytes();

  has(feature: Feature): boolean {
    return (this.#cells.get(cellOf(feature)) & bucketBit(feature)) !== 0;
  }

  /**
   * Adds all features, returns the new ones, and counts cells below `edgeCells` that had no feature.
   * Neighbours in a list nearly always lie in one page, so one page lookup serves many of them.
   */
  add(
    features: Uint32Array,
    edgeCells: number = Infinity,
  ): { readonly fresh: Feature[]; readonly edges: number } {
    const fresh: Feature[] = [];
    let edges = 0;
    for (let i = 0; i < features.length;) {
      const page = this.#cells.page(cellOf(features[i]!));
      const pageNumber = pageOf(cellOf(features[i]!));
      for (; i < features.length; i++) {
        const feature = features[i]!;
        const cell = cellOf(feature);
        if (pageOf(cell) !== pageNumber) break;
        const at = cell & (PAGE_BYTES - 1);
        const before = page[at]!;
        const bit = bucketBit(feature);
        if (before & bit) continue;
        if (before === 0 && cell < edgeCells) edges++;
        page[at] = before | bit;
        fresh.push(feature);
      }
    }
    return { fresh, edges };
  }

  copy(): FeatureSet {
    const copy = new FeatureSet();
    for (const [first, page] of this.#cells.pages()) copy.#cells.page(first).set(page);
    return copy;
  }

  /** A byte for each of the first `count` cells. */
  toCells(count: number): Uint8Array {
    return this.#cells.toBytes(count);
  }

  /** In order. */
  toArray(): Uint32Array {
    const features: Feature[] = [];
    for (const [first, page] of this.#cells.pages())
      for (let at = 0; at < page.length; at++) {
        const bits = page[at]!;
        if (bits !== 0)
          for (let bucket = 0; bucket < BUCKETS; bucket++)
            if (bits & (1 << bucket)) features.push(featureAt(first + at, bucket));
      }
    return Uint32Array.from(features);
  }
}
