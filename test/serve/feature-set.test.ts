import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketBit, BUCKETS, cellOf, featureAt, FeatureSet } from '../../src/serve/index.ts';

const lists = fc.array(fc.array(fc.nat(200_000), { maxLength: 50 }), { maxLength: 6 });

describe('a feature', () => {
  it('is its cell and its bucket', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 29 - 1), fc.nat(BUCKETS - 1), (cell, bucket) => {
        const feature = featureAt(cell, bucket);
        expect(feature).toBe(cell * BUCKETS + bucket);
        expect(cellOf(feature)).toBe(cell);
        expect(bucketBit(feature)).toBe(2 ** bucket);
      }),
    );
  });
});

describe('a set of features', () => {
  it('is a set: it holds what was added, and says what was new and which edges were', () => {
    fc.assert(
      fc.property(lists, fc.nat(30_000), (all, edgeCells) => {
        const set = new FeatureSet();
        const model = new Set<number>();
        for (const list of all) {
          const cells = new Set([...model].map(cellOf));
          const news = [...new Set(list)].filter((feature) => !model.has(feature));
          const edges = new Set(news.map(cellOf).filter((cell) => !cells.has(cell) && cell < edgeCells));
          expect(set.add(Uint32Array.from(list), edgeCells)).toEqual({ fresh: news, edges: edges.size });
          for (const feature of list) model.add(feature);
        }
        expect([...set.toArray()]).toEqual([...model].toSorted((a, b) => a - b));
        for (const feature of [...model, 17]) expect(set.has(feature)).toBe(model.has(feature));
      }),
    );
  });

  it('is a byte for each cell, for servers; its copy is a set of its own', () => {
    fc.assert(
      fc.property(lists, (all) => {
        const set = new FeatureSet();
        for (const list of all) set.add(Uint32Array.from(list));
        const cells = set.toCells(10_000);
        expect(cells).toHaveLength(10_000);
        for (const feature of all.flat())
          if (cellOf(feature) < 10_000) expect(cells[cellOf(feature)]! & bucketBit(feature)).not.toBe(0);
        const copy = set.copy();
        copy.add(Uint32Array.of(200_001));
        expect(set.has(200_001)).toBe(false);
        expect(copy.toArray().length).toBe(set.toArray().length + 1);
      }),
    );
  });
});
