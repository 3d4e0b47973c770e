import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Alphabet } from '../../../src/choice/sequence/alphabet.ts';
import { replay } from '../../../src/choice/engine/replay.ts';
import { Patience } from '../../../src/reduce/choices/patience.ts';
import { reduce } from '../../../src/reduce/choices/reduce.ts';

describe('patience', () => {
  it('lasts as long as the size falls by half each time, and ends when nothing changes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), (evaluations) => {
        const patience = new Patience(evaluations, 1e9);
        let size = 1e9;
        for (let turn = 0; turn < 10; turn++) {
          size /= 2;
          for (let each = 0; each <= evaluations; each++) expect(patience.isOverAt(size)).toBe(false);
        }
        const later = Array.from({ length: evaluations + 1 }, () => patience.isOverAt(size));
        expect(later.filter(Boolean)).toHaveLength(1);
      }),
    );
  });

  it('is endless with a small sequence, and without a number', () => {
    const [small, endless] = [new Patience(3, 100), new Patience(Infinity, 1e6)];
    for (let each = 0; each < 1_000; each++) {
      expect(small.isOverAt(100)).toBe(false);
      expect(endless.isOverAt(1e6)).toBe(false);
    }
  });

  it('ends a reduction of a large sequence with an interesting best, the same however many run at once', async () => {
    const alphabet = new Alphabet();
    const generator = (source: { integer(min: number, max: number): number }): number[] =>
      Array.from({ length: 12_000 }, () => source.integer(0, 9));
    const drawn = replay(generator, { alphabet, seed: 1 });
    if (drawn.outcome !== 'ok') throw new Error(drawn.outcome);
    const sum = (list: readonly number[]): number => list.reduce((total, item) => total + item, 0);
    const least = sum(drawn.value) - 500;
    const [one, three] = await Promise.all(
      [1, 3].map((parallel) =>
        reduce(drawn.record, (list: number[]) => sum(list) >= least, {
          generate: (sequence, how) => replay(generator, { alphabet, sequence, ...how }),
          parallel,
          patience: 20,
        }),
      ),
    );
    expect(one!.end).toBe('slow');
    expect(sum(one!.test)).toBeGreaterThanOrEqual(least);
    expect(three!.test).toEqual(one!.test);
  });
});
