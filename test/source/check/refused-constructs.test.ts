/** Which constructs of a source a reader refuses, told from the records of tests alone. */
import { describe, expect, it } from 'vitest';
import {
  Alphabet,
  type ChoiceSequence,
  type Draw,
  makeRandom,
  replay,
  uniformBelow,
} from '../../../src/choice/index.ts';
import { RefusedConstructs } from '../../../src/source/check/refused-constructs.ts';

const alphabet = new Alphabet();

/** A record with scopes of these labels, each of which draws once. */
function recordOf(labels: readonly string[], seed = 1): ChoiceSequence {
  const write = (draw: Draw): void => {
    for (const label of labels) draw.scope(label, () => draw.integer(0, 9));
  };
  return replay(write, { alphabet, seed }).record;
}

const subsets = (of: readonly string[], rng: ReturnType<typeof makeRandom>): string[] =>
  of.filter(() => uniformBelow(rng, 2) === 0);
const labels = ['number', 'text', 'list', 'comment', 'escape'];

describe('refused constructs', () => {
  it('name the one that the reader refuses, with both shares', () => {
    const refused = new RefusedConstructs();
    const rng = makeRandom(1);
    let [tests, isRefused] = [0, 0];
    for (let seed = 0; seed < 200; seed++) {
      const used = subsets(labels, rng);
      const bad = used.includes('comment') || uniformBelow(rng, 10) === 0;
      if (used.includes('comment')) [tests, isRefused] = [tests + 1, isRefused + 1];
      refused.hear('json', recordOf([...used, ...used], seed), bad);
    }
    const [first, ...others] = refused.worst();
    expect(first).toMatchObject({
      source: 'json',
      label: 'comment',
      tests,
      refused: isRefused,
      others: 200 - tests,
    });
    expect(first!.othersRefused).toBeLessThan(30);
    expect(others).toEqual([]);
  });

  it.each([
    ['no test is refused', (): boolean => false],
    ['every test is refused', (): boolean => true],
    [
      'tests are refused by chance',
      (rng: ReturnType<typeof makeRandom>): boolean => uniformBelow(rng, 2) === 0,
    ],
  ])('are none if %s', (_, isRefused) => {
    const refused = new RefusedConstructs();
    const rng = makeRandom(2);
    for (let seed = 0; seed < 200; seed++)
      refused.hear('json', recordOf(subsets(labels, rng), seed), isRefused(rng));
    expect(refused.worst()).toEqual([]);
  });

  it('are told apart by source, and constructs of the same tests are one', () => {
    const refused = new RefusedConstructs();
    for (let seed = 0; seed < 40; seed++) {
      const isOdd = seed % 2 === 1;
      refused.hear('json', recordOf(isOdd ? ['value', 'inside'] : ['list'], seed), isOdd);
      refused.hear('xml', recordOf(isOdd ? ['value'] : ['list'], seed), false);
    }
    expect(refused.worst().map(({ source, label }) => [source, label])).toEqual([['json', 'value']]);
  });
});
