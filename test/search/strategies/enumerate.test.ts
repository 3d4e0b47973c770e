import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Draw, makeRandom } from '../../../src/choice/index.ts';
import { Enumerate } from '../../../src/search/strategies/enumerate.ts';
import { compareShortlex } from '../../../src/reduce/index.ts';
import { generatorOf } from '../../choice/random-generators.ts';
import { runExplorer } from './explore-in-process.ts';
import { everyPlace, smallPlans } from './small-plans.ts';

const MAX_CHOICES = 4;

function ignore(): void {}

/** Its tests can be counted by hand: 1 + 2 + 4 + ... with as many choices as there are items, and one for the end. */
function list(draw: Draw): string {
  let text = '';
  while (text.length < 5 && draw.boolean(0.2)) text += draw.scope('item', () => draw.pick(['a', 'b']));
  return text;
}

describe('enumerating', () => {
  it('visits every sequence of at most so many choices once, in shortlex order, and counts them', () => {
    fc.assert(
      fc.property(smallPlans, fc.nat({ max: MAX_CHOICES }), (plan, maxChoices) => {
        const generator = generatorOf(plan, { budget: 60 });
        const explorer = new Enumerate(ignore, { maxChoices });
        const wanted = runExplorer(explorer, generator).filter(({ isWanted }) => isWanted);
        const all = everyPlace(generator, maxChoices).filter(({ after }) => after === 'ok');
        for (let i = 1; i < wanted.length; i++) {
          expect(compareShortlex(wanted[i - 1]!.record, wanted[i]!.record)).toBeLessThan(0);
        }
        expect(wanted.map(({ values }) => String(values)).toSorted()).toEqual(
          all.map(({ values }) => String(values)).toSorted(),
        );
        expect(explorer.count).toBe(all.length);
      }),
      { numRuns: 100 },
    );
  });

  it('visits each once with several tests under way, too', () => {
    fc.assert(
      fc.property(smallPlans, fc.integer({ min: 2, max: 6 }), (plan, jobs) => {
        const generator = generatorOf(plan, { budget: 60 });
        const explorer = new Enumerate(ignore, { maxChoices: MAX_CHOICES });
        const wanted = runExplorer(explorer, generator, { jobs }).filter(({ isWanted }) => isWanted);
        const all = everyPlace(generator, MAX_CHOICES).filter(({ after }) => after === 'ok');
        expect(wanted.map(({ values }) => String(values)).toSorted()).toEqual(
          all.map(({ values }) => String(values)).toSorted(),
        );
        expect(explorer.count).toBe(all.length);
      }),
      { numRuns: 40 },
    );
  });

  it('ends when a small generator has nothing more, and says how many tests there were', () => {
    const explorer = new Enumerate(ignore);
    const wanted = runExplorer(explorer, list).filter(({ isWanted }) => isWanted);
    expect(wanted).toHaveLength(1 + 2 + 4 + 8 + 16 + 32);
    expect(wanted.slice(0, 4).map(({ values }) => values.join(''))).toEqual(['0', '100', '110', '10100']);
    expect(explorer.conclusion()).toBe('all tests that the generator can make were made: 63');
  });

  it('says when the bound left something out, and what makes the generator fail', () => {
    const bounded = new Enumerate(ignore, { maxChoices: 4 });
    runExplorer(bounded, list);
    expect(bounded.conclusion()).toBe('all tests with at most 4 choices were made: 3; there are longer ones');
    const failing = new Enumerate(ignore);
    runExplorer(failing, (draw) => {
      if (draw.pick(3) === 1) throw new Error('an odd one');
    });
    expect(failing.conclusion()).toBe(
      'all tests that the generator can make were made: 2; sequences on which it fails: 1',
    );
  });

  it('goes on after a restart where it was, whenever that is', () => {
    const all = runExplorer(new Enumerate(ignore), list)
      .filter(({ isWanted }) => isWanted)
      .map(({ values }) => values.join(''));
    for (let tests = 0; tests < 200; tests += 31) {
      const first = new Enumerate(ignore);
      const before = runExplorer(first, list, { tests });
      const second = new Enumerate(ignore);
      second.restore(JSON.parse(JSON.stringify(first.state)));
      const after = runExplorer(second, list);
      const wanted = [...before, ...after].filter(({ isWanted }) => isWanted);
      expect(wanted.map(({ values }) => values.join(''))).toEqual(all);
      expect(second.count).toBe(all.length);
    }
  });

  it('finds numbers near zero first, in 64 bits, and warns that this has no end', () => {
    const notes: string[] = [];
    const explorer = new Enumerate((text) => notes.push(text));
    const seen = runExplorer(explorer, (draw) => draw.integer(-(2n ** 63n), 2n ** 63n - 1n), { tests: 9 });
    expect(seen.filter(({ isWanted }) => isWanted).map(({ values }) => String(values))).toEqual([
      '0',
      '1',
      '-1',
      '2',
      '-2',
      '3',
      '-3',
      '4',
    ]);
    expect(notes).toEqual([
      'one choice has 18446744073709551616 answers: tests of 1 choices will not come to an end',
    ]);
  });

  it('notices a generator that does not ask the same again, and ends all the same', () => {
    const notes: string[] = [];
    const rng = makeRandom(3);
    const explorer = new Enumerate((text) => notes.push(text), { maxChoices: 5 });
    runExplorer(explorer, (draw) => {
      const count = 1 + ((rng.next() >>> 0) % 4);
      for (let i = 0; i < count; i++) draw.integer(count, 2 * count);
    });
    expect(notes[0]).toBe(
      'the generator does not ask the same question after the same answers, so not all tests can be found',
    );
    expect(explorer.conclusion()).toMatch(/gone astray: \d+, so that the count is not exact/);
  });
});
