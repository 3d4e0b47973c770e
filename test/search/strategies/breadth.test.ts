import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Draw } from '../../../src/choice/index.ts';
import { Breadth } from '../../../src/search/strategies/breadth.ts';
import type { Step } from '../../../src/search/strategies/explore.ts';
import { generatorOf } from '../../choice/random-generators.ts';
import { byChance, runExplorer, type Seen } from './explore-in-process.ts';
import { everyPlace, structuralPlans } from './small-plans.ts';

function ignore(): void {}

const MAX_CHOICES = 4;

/** Statements within statements, of kinds that are drawn very unevenly, with constants in between. */
function program(draw: Draw): void {
  const statement = (depth: number): void =>
    draw.scope('statement', () => {
      draw.integer(0, 1_000_000);
      const kind =
        depth === 6
          ? 0
          : draw.weighted([
              [20, 0],
              [4, 1],
              [2, 2],
              [1, 3],
              [1, 4],
              [1, 5],
            ]);
      for (let i = 0; i < kind; i++) statement(depth + 1);
    });
  statement(0);
}

/** The first structural choices of a program, which are every other one. */
function shallow({ values }: Seen): string {
  return values
    .filter((_, i) => i % 2 === 1)
    .slice(0, 3)
    .join();
}

describe('breadth first', () => {
  it('takes every option of every choice at one depth before any below it', () => {
    fc.assert(
      fc.property(structuralPlans, fc.nat(), (plan, seed) => {
        const generator = generatorOf(plan, { budget: 60 });
        const places = everyPlace(generator, MAX_CHOICES);
        const byValues = new Map(places.map((place) => [String(place.values), place]));
        const depthOf = (values: readonly bigint[]): number =>
          values.filter((_, i) => byValues.get(String(values.slice(0, i)))!.answers > 1).length;
        const untaken = new Map(places.map(({ values }) => [String(values), depthOf(values)]));
        const explorer = new Breadth(ignore);
        const onStep = ({ answers }: Step): void => {
          untaken.delete('');
          // The answer itself may turn out to be impossible; the question is there.
          expect(Math.min(...untaken.values())).toBeGreaterThanOrEqual(depthOf(answers));
        };
        const onLearnt = ({ values }: Seen): void => {
          for (let i = 0; i <= values.length; i++) untaken.delete(String(values.slice(0, i)));
        };
        const seen = runExplorer(explorer, generator, {
          seed,
          maxChoices: MAX_CHOICES,
          onStep,
          onLearnt,
          tests: 5_000,
        });
        expect(seen.length).toBeLessThan(5_000);
        expect([...untaken]).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('takes everything with several tests under way, too', () => {
    fc.assert(
      fc.property(structuralPlans, fc.integer({ min: 2, max: 5 }), (plan, jobs) => {
        const generator = generatorOf(plan, { budget: 60 });
        const places = everyPlace(generator, MAX_CHOICES);
        const explorer = new Breadth(ignore);
        const seen = runExplorer(explorer, generator, { jobs, maxChoices: MAX_CHOICES });
        const taken = new Set(
          seen.flatMap(({ values }) =>
            [...values.keys(), values.length].map((i) => String(values.slice(0, i))),
          ),
        );
        expect(places.filter(({ values }) => !taken.has(String(values)))).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('reaches more different beginnings than chance does', () => {
    for (const seed of [1, 2, 3]) {
      for (const tests of [30, 100, 300]) {
        const distinct = (seen: readonly Seen[]): number => new Set(seen.map(shallow)).size;
        const broad = distinct(runExplorer(new Breadth(ignore), program, { seed, tests }));
        const plain = distinct(runExplorer(byChance, program, { seed, tests }));
        expect(broad).toBeGreaterThan(2 * plain);
      }
    }
  });

  it('goes on at random once every structural choice was taken, where there are constants', () => {
    const notes: string[] = [];
    const explorer = new Breadth((text) => notes.push(text));
    const seen = runExplorer(explorer, (draw) => [draw.pick(3), draw.integer(0, 1_000_000)], { tests: 50 });
    expect(seen).toHaveLength(50);
    expect(new Set(seen.slice(0, 3).map(({ values }) => values[0])).size).toBe(3);
    expect(notes).toEqual([
      'every option of every structural choice that is known has been taken; from here on tests are random',
    ]);
  });

  it('says so when the tree is full, and goes on', () => {
    const notes: string[] = [];
    const explorer = new Breadth((text) => notes.push(text), { maxNodes: 100 });
    expect(runExplorer(explorer, program, { tests: 1_000 })).toHaveLength(1_000);
    expect(notes[0]).toBe('the choice tree is full with 100 nodes; what lies beyond them is left to chance');
  });
});
