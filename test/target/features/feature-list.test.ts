import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PagedBytes } from '../../../src/util/paged-bytes.ts';
import { countFeatures, packFeatures, unpackFeatures } from '../../../src/target/features/feature-list.ts';

describe('a packed list of features', () => {
  it('is the list again when unpacked', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat({ max: 0xffff_ffff })), (numbers) => {
        const features = Uint32Array.from(numbers).toSorted();
        expect(unpackFeatures(packFeatures(features))).toEqual(features);
      }),
    );
  });

  it('takes little more than a byte for features that lie together', () => {
    const features = Uint32Array.from({ length: 10_000 }, (_, i) => 1_000_000 + i * 40);
    expect(packFeatures(features).length).toBeLessThan(10_010);
  });

  it('is either a list or refused, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        try {
          const features = unpackFeatures(bytes);
          expect(features).toEqual(features.toSorted());
          expect(new Set(features).size).toBe(features.length);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });

  it('is not made of what is out of order', () => {
    expect(() => packFeatures(Uint32Array.of(2, 1))).toThrow('ascending');
    expect(() => packFeatures(Uint32Array.of(1, 1))).toThrow('ascending');
  });

  it('counts each of its features once, as far as a byte counts', () => {
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(fc.nat(40_000)), { maxLength: 4 }), fc.nat(255), (all, start) => {
        const counters = new PagedBytes();
        for (let feature = 0; feature <= 40_000; feature++) counters.set(feature, start);
        for (const numbers of all)
          countFeatures(packFeatures(Uint32Array.from(numbers).toSorted()), counters);
        for (const feature of new Set(all.flat()))
          expect(counters.get(feature)).toBe(
            Math.min(255, start + all.filter((list) => list.includes(feature)).length),
          );
        const counted = new Set(all.flat());
        const left = counters.toBytes(40_001);
        expect(left.every((count, feature) => count === start || counted.has(feature))).toBe(true);
      }),
    );
  });
});
