import { describe, expect, it } from 'vitest';
import { Alphabet, ChoiceSequence, makeRandom } from '../../../src/choice/index.ts';
import { small } from '../../../src/search/arms/fresh.ts';
import { CoverageMap } from '../../../src/search/coverage-map.ts';
import { Parents } from '../../../src/search/parents.ts';
import { Guided } from '../../../src/search/strategies/guided.ts';
import { entryOf } from '../../corpus/entries.ts';

const alphabet = new Alphabet();

describe('small tests', () => {
  it('may be as large as some kept test, and there are none before the first', () => {
    const parents = new Parents(new CoverageMap());
    const guided = new Guided({
      sources: ['test'],
      arms: [small],
      parents,
      sequenceOf: () => ChoiceSequence.empty(alphabet),
    });
    expect(guided.next(makeRandom(0), 0).arm).toBe('fresh');
    for (const choices of [7, 300]) {
      const { sequence: _, features: __, ...info } = entryOf(choices, { source: 'test', choices });
      parents.add({ ...info, id: `of ${choices}` }, Uint32Array.of(choices % 100), 1n);
    }
    const limits = new Set<number | undefined>();
    for (let seed = 1; seed < 30; seed++) {
      limits.add(guided.next(makeRandom(seed), seed).request.limits?.maxChoices);
    }
    expect(limits).toEqual(new Set([7, 300]));
  });
});

describe('a test of another worker', () => {
  it('is credited with what it earned there, so that it is as good a parent as if it had been made here', () => {
    const parents = new Parents(new CoverageMap());
    const guided = new Guided({
      sources: ['test'],
      arms: [small],
      parents,
      sequenceOf: () => ChoiceSequence.empty(alphabet),
    });
    const added = [1, 2].map((number) => {
      const { sequence: _, features: __, ...info } = entryOf(number, { source: 'test', costMs: 40 });
      return parents.add({ ...info, id: `of ${number}` }, Uint32Array.of(number), 0n);
    });
    for (const [index, parent] of added.entries()) guided.welcome(parent, 1 + 3 * index);
    expect(added.map(({ earned }) => earned)).toEqual([1, 4]);
    expect(added[0]!.spentMs).toBeGreaterThan(40);
    expect(added.map(({ children }) => children)).toEqual([0, 0]);
  });
});
