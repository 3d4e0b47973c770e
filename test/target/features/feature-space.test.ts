import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellOf } from '../../../src/serve/index.ts';
import { denseFeature, FeatureSpace, sparseFeature } from '../../../src/target/index.ts';

const plans = fc.array(fc.record({ name: fc.string(), cells: fc.integer({ min: 1, max: 5_000 }) }), {
  minLength: 1,
  maxLength: 6,
});

describe('a feature space', () => {
  it('puts domains one behind the other, so that each feature has one domain and comes back from it', () => {
    fc.assert(
      fc.property(plans, fc.nat(), (sizes, choice) => {
        const space = new FeatureSpace(sizes.map((size, index) => ({ ...size, name: `${index}` })));
        const domain = space.domains[choice % space.domains.length]!;
        const feature = denseFeature(domain, choice % (domain.cells * 8));
        expect(space.domainOf(feature)).toBe(domain);
        expect(feature - domain.first * 8).toBe(choice % (domain.cells * 8));
        expect(feature).toBeLessThan(space.featureLimit);
      }),
    );
  });

  it('counts as edges the cells of domains of edges, and no others', () => {
    const space = new FeatureSpace([
      { name: 'edges', cells: 10, isEdges: true },
      { name: 'comparisons', cells: 100 },
    ]);
    expect(space.edgeCells).toBe(10);
    expect([...space.edgesOf(Uint32Array.of(0, 1, 8, 79, 80, 800))]).toEqual([0, 1, 9]);
    expect(space.domainOf(80)?.name).toBe('comparisons');
    expect(space.domainOf(110 * 8)).toBeUndefined();
  });

  it('refuses edges behind other cells, and more cells than 32 bits can tell apart', () => {
    expect(
      () =>
        new FeatureSpace([
          { name: 'a', cells: 1 },
          { name: 'b', cells: 1, isEdges: true },
        ]),
    ).toThrow('come first');
    expect(() => new FeatureSpace([{ name: 'a', cells: 2 ** 29 + 1 }])).toThrow('32 bits');
    expect(() => denseFeature(new FeatureSpace([{ name: 'a', cells: 1 }]).domain('a'), 8)).toThrow('beyond');
  });

  it('gives a sparse feature of 64 bits the same place in every space that lays its domain there', () => {
    fc.assert(
      fc.property(fc.nat(0xffff_ffff), fc.nat(0xffff_ffff), (high, low) => {
        const make = (): FeatureSpace =>
          new FeatureSpace([
            { name: 'edges', cells: 77, isEdges: true },
            { name: 'paths', cells: 1 << 17 },
          ]);
        const feature = sparseFeature(make().domain('paths'), high, low);
        expect(sparseFeature(make().domain('paths'), high, low)).toBe(feature);
        expect(make().domainOf(feature)?.name).toBe('paths');
        expect(cellOf(feature)).toBeGreaterThanOrEqual(77);
      }),
    );
  });

  // These places are written in corpora: another hash would make each of them mean something else.
  it('keeps the places of sparse features that are known', () => {
    const { domains } = new FeatureSpace([{ name: 'paths', cells: 1 << 17 }]);
    const places = [
      [0, 0],
      [0, 1],
      [1, 0],
      [0xffff_ffff, 0xffff_ffff],
    ] as const;
    expect(places.map(([high, low]) => sparseFeature(domains[0]!, high, low))).toEqual([
      690_089, 440_813, 951_424, 560_567,
    ]);
  });

  it.each([
    ['that are neighbours', (n: number): [number, number] => [0, n]],
    ['whose low halves are equal', (n: number): [number, number] => [n, 7]],
    ['that are multiples of a page', (n: number): [number, number] => [n >>> 20, (n << 12) >>> 0]],
  ])('lets sparse features share a place hardly more often than chance does: those %s', (_, idOf) => {
    const { domains } = new FeatureSpace([{ name: 'paths', cells: 1 << 17 }]);
    const count = 50_000;
    const taken = new Set<number>();
    for (let n = 0; n < count; n++) taken.add(sparseFeature(domains[0]!, ...idOf(n)));
    const room = 2 ** 20;
    const expected = room * (1 - (1 - 1 / room) ** count);
    expect(taken.size).toBeGreaterThan(expected - 250);
  });
});
