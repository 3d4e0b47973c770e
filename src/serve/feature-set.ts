/** A set of features: a byte for each cell, a bit for each bucket of it; memory only if there are features. */
import { PAGE_BYTES, PagedBytes, pageOf } from '../util/paged-bytes.ts';
import { bucketBit, BUCKETS, cellOf, type Feature, featureAt } from './feature.ts';

export class FeatureSet {
  readonly #cells = new PagedBytes();

  has(feature: Feature): boolean {
    return (this.#cells.get(cellOf(feature)) & bucketBit(feature)) !== 0;
  }

  /**
   * Adds them all and says which were not there before, and how many cells below `edgeCells` had no feature at all.
   * Neighbours in a list lie in one page nearly always, so that a page is looked up once for many of them.
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

  /** A byte for each of the first so many cells. */
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
