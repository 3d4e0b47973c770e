import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CoverageMap } from '../../src/search/coverage-map.ts';
import { Focus } from '../../src/search/focus.ts';
import { cellOf } from '../../src/serve/index.ts';
import { FeatureSpace, packFeatures } from '../../src/target/index.ts';

const EDGES = 1_000;
const space = new FeatureSpace([
  { name: 'edges', cells: EDGES, isEdges: true },
  { name: 'comparisons', cells: 9_000 },
]);
const lists = fc.array(
  fc.uniqueArray(fc.nat(space.featureLimit - 1)).map((list) => Uint32Array.from(list).toSorted()),
);

describe('a coverage map', () => {
  it('counts, with a focus, the features and the edges that lie in it; everything counts without one', () => {
    fc.assert(
      fc.property(lists, (all) => {
        const edges = new Set(Array.from({ length: EDGES / 2 }, (_, at) => 2 * at));
        const focus = new Focus({ name: 'even', edges });
        const [focused, whole] = [new CoverageMap(space, focus), new CoverageMap(space)];
        for (const list of all) {
          const { features, wanted } = focused.add(list);
          expect(wanted).toBe([...features].filter((feature) => edges.has(cellOf(feature))).length);
          expect(whole.add(list).wanted).toBe(features.length);
        }
        const reached = new Set(all.flatMap((list) => [...list].map(cellOf)));
        expect(focus.edges).toBe([...reached].filter((cell) => edges.has(cell)).length);
      }),
    );
  });

  it('counts features, and as edges only cells of edges, however they come', () => {
    fc.assert(
      fc.property(lists, (all) => {
        const map = new CoverageMap(space);
        const gained = all.map((list) => map.add(list)).reduce((sum, { edges }) => sum + edges, 0);
        const features = new Set(all.flatMap((list) => [...list]));
        const edges = new Set([...features].map(cellOf).filter((cell) => cell < EDGES));
        expect(map.features).toBe(features.size);
        expect(map.edges).toBe(edges.size);
        expect(gained).toBe(edges.size);
        expect([...map.seen.toArray()]).toEqual([...features].toSorted((a, b) => a - b));
      }),
    );
  });

  it('calls a feature as rare as few kept tests have it, up to 255 of them', () => {
    fc.assert(
      fc.property(fc.nat(space.featureLimit - 1), fc.nat(400), (feature, times) => {
        const map = new CoverageMap(space);
        for (let time = 0; time < times; time++) map.hold(packFeatures(Uint32Array.of(feature)));
        expect(map.rarity(Uint32Array.of(feature))).toBeCloseTo(1 / Math.min(255, Math.max(1, times)));
      }),
    );
  });
});
