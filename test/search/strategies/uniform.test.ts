import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Draw, makeRandom } from '../../../src/choice/index.ts';
import { Uniform } from '../../../src/search/strategies/uniform.ts';
import { generatorOf } from '../../choice/random-generators.ts';
import { byChance, runExplorer } from './explore-in-process.ts';
import { everyPlace, smallPlans } from './small-plans.ts';

function ignore(): void {}

/** A word of a and b with at most so many letters, nearly always the empty one: 2^(n+1) - 1 of them. */
const word =
  (most: number) =>
  (draw: Draw): string => {
    let text = '';
    for (;;) {
      const letter =
        text.length === most
          ? ''
          : draw.weighted([
              [8, ''],
              [1, 'a'],
              [1, 'b'],
            ]);
      if (letter === '') return text;
      text += letter;
    }
  };

/** How far counts are from being all the same; about as much as there are counts where that is by chance. */
function chiSquared(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** How often each test comes up. */
function tally(texts: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts.values()];
}

const DRAWS = 6_200;
const LEAVES = 31;
/** Exceeded by chance once in a thousand times, for 31 counts. */
const CRITICAL = 59.7;

describe('sampling uniformly', () => {
  it('draws every test of a small biased generator alike, which by itself it is far from', () => {
    const random = makeRandom(5);
    const explorer = new Uniform(ignore);
    runExplorer(explorer, word(4));
    const counts = tally(Array.from({ length: DRAWS }, () => String(explorer.sample(random).answers)));
    expect(counts).toHaveLength(LEAVES);
    expect(chiSquared(counts)).toBeLessThan(CRITICAL);

    const plain = runExplorer(byChance, word(4), { tests: DRAWS }).map(({ values }) => String(values));
    const missed = LEAVES - tally(plain).length;
    expect(chiSquared([...tally(plain), ...Array.from({ length: missed }, () => 0)])).toBeGreaterThan(
      100 * CRITICAL,
    );
  });

  it('knows exactly how many tests there are once it has seen all, and ends', () => {
    fc.assert(
      fc.property(smallPlans, fc.integer({ min: 1, max: 3 }), fc.nat(), (plan, maxChoices, seed) => {
        const generator = generatorOf(plan, { budget: 60 });
        const ends = everyPlace(generator, maxChoices).filter(({ after }) => after === 'ok');
        const explorer = new Uniform(ignore);
        const seen = runExplorer(explorer, generator, { seed, maxChoices, tests: 5_000 });
        expect(seen.length).toBeLessThan(5_000);
        const reached = seen.filter(({ ending }) => ending === 'ok').map(({ values }) => String(values));
        expect(new Set(reached)).toEqual(new Set(ends.map(({ values }) => String(values))));
        expect(explorer.conclusion()).toBe(`all tests that the generator can make were made: ${ends.length}`);
      }),
      { numRuns: 60 },
    );
  });

  it('makes far more different tests than the generator by itself, long before all were seen', () => {
    // 32,767 words, half of them with all 14 letters; of 3,000 plain random ones, 3 have 5 letters or more.
    const run = (explorer: Parameters<typeof runExplorer>[0]): readonly string[] =>
      runExplorer(explorer, word(14), { tests: 3_000 }).map(({ values }) => values.join(''));
    const even = run(new Uniform(ignore));
    const plain = run(byChance);
    expect(new Set(even).size).toBeGreaterThan(50 * new Set(plain).size);
    const long = even.slice(2_000).filter((values) => values.length >= 13);
    expect(long.length).toBeGreaterThan(300);
  });

  it('takes a constant out of a wide range for one way to go on', () => {
    const explorer = new Uniform(ignore);
    const seen = runExplorer(
      explorer,
      (draw) => {
        if (draw.boolean(0.01)) return [draw.integer(0, 1_000_000), draw.integer(0n, 2n ** 64n - 1n)];
        return draw.boolean(0.5);
      },
      { tests: 2_000 },
    );
    const constants = seen.slice(200).filter(({ values }) => values.length === 3);
    expect(constants.length / 1_800).toBeCloseTo(1 / 3, 1);
    expect(new Set(constants.map(({ values }) => values[1])).size).toBeGreaterThan(constants.length / 2);
  });

  it('says so when the tree is full, and goes on', () => {
    const notes: string[] = [];
    const explorer = new Uniform((text) => notes.push(text), { maxNodes: 50 });
    const seen = runExplorer(explorer, word(14), { tests: 500 });
    expect(seen).toHaveLength(500);
    expect(notes).toEqual(['the choice tree is full with 50 nodes; what lies beyond them is left to chance']);
  });
});
