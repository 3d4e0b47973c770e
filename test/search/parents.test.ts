/** Which kept tests are changed: the cheap among equals, the rare among equally cheap, and those whose children earn. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { makeRandom } from '../../src/choice/index.ts';
import { CoverageMap } from '../../src/search/coverage-map.ts';
import { Focus } from '../../src/search/focus.ts';
import { type Parent, Parents } from '../../src/search/parents.ts';
import { featureAt } from '../../src/serve/index.ts';
import { tuning } from '../../src/search/tuning.ts';
import { packFeatures } from '../../src/target/features/feature-list.ts';
import { entryOf } from '../corpus/entries.ts';

class Population {
  readonly coverage: CoverageMap;
  readonly parents: Parents;
  #count = 0;

  constructor(coverage: CoverageMap = new CoverageMap()) {
    this.coverage = coverage;
    this.parents = new Parents(coverage);
  }

  add(
    features: readonly number[],
    about: { readonly costMs?: number; readonly source?: string; readonly replaces?: string } = {},
  ): Parent {
    const { sequence: _, features: __, ...info } = entryOf(this.#count, about);
    const reached = Uint32Array.from(features);
    this.coverage.add(reached);
    this.coverage.hold(packFeatures(reached));
    return this.parents.add({ ...info, id: `entry ${this.#count++}` }, reached, 1n);
  }

  /** How often each entry is chosen. */
  choices(draws: number, seed: number, source = 'test'): Map<Parent, number> {
    const rng = makeRandom(seed);
    const counts = new Map<Parent, number>();
    for (let i = 0; i < draws; i++) {
      const parent = this.parents.choose(rng, source)!;
      counts.set(parent, (counts.get(parent) ?? 0) + 1);
    }
    return counts;
  }
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

function times(counts: ReadonlyMap<Parent, number>, of: readonly Parent[]): number {
  return of.reduce((sum, parent) => sum + (counts.get(parent) ?? 0), 0);
}

describe('parents', () => {
  it('are, with a focus, the tests that were the first to reach something there, and any if there are none', () => {
    const focus = new Focus({ name: 'here', edges: new Set([7]) });
    const population = new Population(new CoverageMap(undefined, focus));
    const outside = population.add([featureAt(1, 0)], { costMs: 1 });
    expect(times(population.choices(50, 1), [outside])).toBe(50);
    const inside = population.add([featureAt(7, 0)], { costMs: 1_000 });
    population.add([featureAt(2, 0)], { costMs: 1 });
    expect(times(population.choices(50, 1), [inside])).toBe(50);
    const replacement = population.add([featureAt(7, 1)], { costMs: 10, replaces: inside.info.id });
    expect(times(population.choices(50, 1), [replacement])).toBe(50);
  });

  it('are chosen more often the cheaper they are, where they reach equally rare things', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const population = new Population();
        const cheap = Array.from({ length: 20 }, (_, i) => population.add([i], { costMs: 10 }));
        const dear = Array.from({ length: 20 }, (_, i) => population.add([100 + i], { costMs: 60 }));
        const counts = population.choices(1_000, seed);
        expect(times(counts, cheap)).toBeGreaterThan(3 * times(counts, dear));
      }),
      { numRuns: 15 },
    );
  });

  it('are chosen more often the rarer what they reach is, where they cost the same', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const population = new Population();
        const rare = Array.from({ length: 20 }, (_, i) => population.add([10 * i, 10 * i + 1, 10 * i + 2]));
        const common = Array.from({ length: 20 }, () => population.add([500, 501, 502]));
        const counts = population.choices(2_000, seed);
        expect(times(counts, rare)).toBeGreaterThan(1.15 * times(counts, common));
      }),
      { numRuns: 15 },
    );
  });

  it('are chosen more often when their children earned, and hardly when those cost and earned nothing', () => {
    const population = new Population();
    const [lucky, plain, spent] = [population.add([1]), population.add([2]), population.add([3])];
    for (let i = 0; i < 20; i++) {
      population.parents.learn(lucky, 1, 10);
      population.parents.learn(spent, 0, 10);
    }
    const counts = population.choices(2_000, 1);
    // A parent without results is tried most.
    expect(counts.get(plain)!).toBeGreaterThan(counts.get(lucky)!);
    expect(counts.get(lucky)!).toBeGreaterThan(50 + 5 * (counts.get(spent) ?? 0));
  });

  it('all get their chance', () => {
    const population = new Population();
    const all = Array.from({ length: 10 }, (_, i) => population.add([i], { costMs: 10 + 3 * i }));
    const counts = population.choices(4_000, 5);
    expect(all.filter((parent) => !counts.has(parent))).toEqual([]);
  });

  it('come from the source that is asked for, and there may be none', () => {
    const population = new Population();
    expect(population.parents.choose(makeRandom(1), 'test')).toBeUndefined();
    for (let i = 0; i < 200; i++) population.add([i], { source: 'many' });
    const one = population.add([999], { source: 'few' });
    expect([...population.choices(50, 1, 'few').keys()]).toEqual([one]);
    expect([...population.choices(50, 1, 'many').keys()]).not.toContain(one);
    expect(population.parents.choose(makeRandom(1), 'none')).toBeUndefined();
  });

  it('are minimised when they were changed often, the dear ones first, and less the more often that was tried', () => {
    const population = new Population();
    const rng = makeRandom(4);
    const [busy, dear, idle] = [10, 40, 90].map((costMs, i) => population.add([i], { costMs }));
    expect(population.parents.busiest(rng, 'test')).toBeUndefined();
    for (let i = 0; i < 10; i++) for (const each of [busy!, dear!]) population.parents.learn(each, 0, 10);
    for (let i = 0; i < 20; i++) expect(population.parents.busiest(rng, 'test')).toBe(dear);
    dear!.minimisations = 30;
    for (let i = 0; i < 20; i++) expect(population.parents.busiest(rng, 'test')).toBe(busy);
    expect(idle!.children).toBe(0);
  });

  it('hand on what is known of them to what takes their place', () => {
    const population = new Population();
    const old = population.add([1]);
    for (let i = 0; i < 3; i++) population.parents.learn(old, 2, 5);
    const better = population.add([1], { costMs: 1, replaces: old.info.id });
    expect(better).toMatchObject({ earned: 6, spentMs: 3 * (5 + tuning.extraMs.value), children: 3 });
  });

  it('are gone once a better one took their place', () => {
    const population = new Population();
    const old = [population.add([1]), population.add([2]), population.add([3])];
    const better = population.add([1], { costMs: 1, replaces: old[0]!.info.id });
    expect(old.map(({ isGone }) => isGone)).toEqual([true, false, false]);
    expect(population.parents.size).toBe(3);
    const counts = population.choices(500, 2);
    expect(counts.has(old[0]!)).toBe(false);
    expect(counts.has(better)).toBe(true);
    // Known all the same, for tests that were made from it.
    expect(population.parents.get(old[0]!.info.id)).toBe(old[0]);
  });

  it('are known as well after a restart, by way of a file', () => {
    const [population, restarted] = [new Population(), new Population()];
    for (const each of [population, restarted]) for (let i = 0; i < 30; i++) each.add([i], { costMs: 5 + i });
    for (let i = 0; i < 30; i++)
      for (let children = 0; children < 5; children++)
        population.parents.learn(population.parents.get(`entry ${i}`)!, i % 3, 10);
    const { state } = population.parents;
    // Entries that came after it was written down begin with nothing.
    for (const each of [population, restarted]) each.add([100], { costMs: 20 });
    restarted.parents.restore(JSON.parse(JSON.stringify(state)));
    const counts = (each: Population): [string, number][] =>
      [...each.choices(500, 3)].map(([{ info }, count]) => [info.id, count]);
    expect(counts(restarted)).toEqual(counts(population));
    expect(restarted.parents.get('entry 5')).toMatchObject({ children: 5, hash: 1n });
  });

  it('are known as well when they come only later, because they are executed again, and until then as well', () => {
    const population = new Population();
    for (let i = 0; i < 3; i++) population.parents.learn(population.add([i]), i, 10);
    const { state } = population.parents;
    const restarted = new Population();
    restarted.parents.restore(JSON.parse(JSON.stringify(state)));
    expect(restarted.parents.state).toEqual(state);
    for (let i = 0; i < 3; i++) {
      const { info: _, keptFor: __, hash: ___, ...account } = population.parents.get(`entry ${i}`)!;
      expect(restarted.add([i])).toMatchObject(account);
      expect(restarted.parents.state).toEqual(state);
    }
  });
});
