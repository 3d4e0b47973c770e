import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Alphabet } from '../../../src/choice/sequence/alphabet.ts';
import type { ChoiceSequence } from '../../../src/choice/sequence/sequence.ts';
import { compareShortlex } from '../../../src/reduce/choices/order.ts';
import type { Draw, Generator } from '../../../src/choice/engine/draw.ts';
import type { Generate } from '../../../src/reduce/choices/reduction.ts';
import { NotInterestingError, reduce, type ReduceOptions } from '../../../src/reduce/choices/reduce.ts';
import { replay } from '../../../src/choice/engine/replay.ts';
import { runs as times } from '../../runs.ts';

function generating<T>(generator: Generator<T>, alphabet: Alphabet): Generate<T> {
  return (sequence, how) => replay(generator, { alphabet, sequence, ...how });
}

function draw<T>(
  generator: Generator<T>,
  alphabet: Alphabet,
  seed: number,
): { record: ChoiceSequence; value: T } {
  const drawn = replay(generator, { alphabet, seed });
  if (drawn.outcome !== 'ok') throw new Error(`seed ${seed}: ${drawn.outcome}`);
  return drawn;
}

function numbers(source: Draw): number[] {
  const list: number[] = [];
  const next = (): boolean => {
    const isMore = source.boolean(0.9);
    if (isMore) list.push(source.integer(-1_000, 1_000));
    return isMore;
  };
  while (source.scope('item', next));
  return list;
}

function isLargeSum(list: readonly number[]): boolean {
  return list.reduce((sum, item) => sum + item, 0) >= 500;
}

/** The first seed from 1 whose list has a large sum. */
function largeSum(alphabet: Alphabet): ChoiceSequence {
  for (let seed = 1; ; seed++) {
    const { record, value } = draw(numbers, alphabet, seed);
    if (isLargeSum(value) && value.length > 5) return record;
  }
}

function reduceLargeSum(
  alphabet: Alphabet,
  isInteresting: (list: number[]) => boolean | Promise<boolean> = isLargeSum,
  options: Partial<ReduceOptions<number[]>> = {},
): ReturnType<typeof reduce<number[]>> {
  return reduce(largeSum(alphabet), isInteresting, { generate: generating(numbers, alphabet), ...options });
}

describe('reduce', () => {
  it('ends at an interesting test that no single deletion or lowering makes simpler', async () => {
    const { test, end } = await reduceLargeSum(new Alphabet());
    expect(end).toBe('minimal');
    expect(test).toEqual([500]);
  });

  it('finds nothing more to do in its own result, which it leaves as it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000 }),
        fc.integer({ min: 1, max: 60 }),
        async (seed, bound) => {
          const alphabet = new Alphabet();
          const isInteresting = (list: number[]): boolean => list.some((item) => Math.abs(item) % 61 > bound);
          const { record, value } = draw(numbers, alphabet, seed);
          fc.pre(isInteresting(value));
          const options = { generate: generating(numbers, alphabet) };
          const once = await reduce(record, isInteresting, options);
          const twice = await reduce(once.sequence, isInteresting, options);
          expect(twice.sequence.equals(once.sequence)).toBe(true);
          expect(isInteresting(twice.test)).toBe(true);
        },
      ),
      { numRuns: times(100) },
    );
  });

  it('only ever goes to something simpler that is interesting, and says so each time', async () => {
    const alphabet = new Alphabet();
    const steps: ChoiceSequence[] = [largeSum(alphabet)];
    await reduceLargeSum(alphabet, isLargeSum, {
      onImproved: (best, test, progress) => {
        expect(compareShortlex(best, steps.at(-1)!)).toBeLessThan(0);
        expect(isLargeSum(test)).toBe(true);
        expect(progress.size).toBe(best.choiceCount);
        steps.push(best);
      },
    });
    expect(steps.length).toBeGreaterThan(3);
  });

  it('gives the same sequence when evaluations are slow, many at once, and end in any order', async () => {
    const alphabet = new Alphabet();
    const alone = await reduceLargeSum(alphabet);
    let calls = 0;
    const slow = async (list: number[]): Promise<boolean> => {
      for (let waits = (calls++ * 7) % 5; waits > 0; waits--) await new Promise(setImmediate);
      return isLargeSum(list);
    };
    const together = await reduceLargeSum(alphabet, slow, { parallel: 5 });
    expect(together.sequence.equals(alone.sequence)).toBe(true);
  });

  it('evaluates no text twice when it is told how to read tests', async () => {
    const texts: string[] = [];
    await reduceLargeSum(
      new Alphabet(),
      (list) => {
        texts.push(list.join());
        return isLargeSum(list);
      },
      { keyOf: (list) => list.join() },
    );
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('keeps the best so far when it is stopped', async () => {
    const stop = new AbortController();
    let improvements = 0;
    const { test, end, progress } = await reduceLargeSum(new Alphabet(), isLargeSum, {
      signal: stop.signal,
      onImproved: () => {
        if (++improvements === 2) stop.abort();
      },
    });
    expect(end).toBe('aborted');
    expect(isLargeSum(test)).toBe(true);
    expect(progress.size).toBeLessThan(progress.initialSize);
  });

  it('spends no more evaluations than it may', async () => {
    const { end, progress } = await reduceLargeSum(new Alphabet(), isLargeSum, { maxEvaluations: 5 });
    expect(end).toBe('budget');
    expect(progress.evaluations).toBe(5);
  });

  it('reduces a flaky failure by repeating, and takes only what failed often enough', async () => {
    let runs = 0;
    const flaky = (list: number[]): boolean => isLargeSum(list) && runs++ % 3 !== 0;
    const { test } = await reduceLargeSum(new Alphabet(), flaky, { repeats: 4 });
    expect(test).toEqual([500]);
    const never = reduceLargeSum(new Alphabet(), (list) => isLargeSum(list) && runs++ % 3 === 0, {
      repeats: 4,
      needed: 3,
    });
    await expect(never).rejects.toThrow(NotInterestingError);
  });

  it('lets an error of the test through', async () => {
    const broken = reduceLargeSum(new Alphabet(), (list) => {
      if (list.length < 4) throw new Error('the compiler vanished');
      return isLargeSum(list);
    });
    await expect(broken).rejects.toThrow('the compiler vanished');
  });

  it('refuses a sequence whose test is not interesting, or that gives no test', async () => {
    const alphabet = new Alphabet();
    await expect(reduceLargeSum(alphabet, () => false)).rejects.toThrow('not interesting to begin with');
    const failing = reduce(largeSum(alphabet), () => true, {
      generate: generating(() => {
        throw new Error('no');
      }, alphabet),
    });
    await expect(failing).rejects.toThrow('the generator fails on the sequence');
  });

  it('does not take the first option for the simplest where it explodes', async () => {
    // As in generators of C: kind 0 is a call with two more expressions, kind 2 a constant.
    const expression = (source: Draw): string =>
      source.scope('expression', () => {
        const kind = source.pick(3);
        if (kind === 0) return `f(${expression(source)}, ${expression(source)})`;
        if (kind === 1) return `-${expression(source)}`;
        return `c${source.integer(0, 9)}`;
      });
    const program = (source: Draw): string[] => Array.from({ length: 8 }, () => expression(source));
    const alphabet = new Alphabet();
    let seed = 0;
    let drawn = replay(program, { alphabet, seed, limits: { maxChoices: 400 } });
    while (drawn.outcome !== 'ok' || !drawn.value.join().includes('-c7')) {
      drawn = replay(program, { alphabet, seed: ++seed, limits: { maxChoices: 400 } });
    }
    const { test } = await reduce(drawn.record, (text: string[]) => text.join().includes('-c7'), {
      generate: generating(program, alphabet),
    });
    expect(test.toSorted()).toEqual(['-c7', 'c0', 'c0', 'c0', 'c0', 'c0', 'c0', 'c0']);
  });

  it('asks for few evaluations of a large test: hundreds for thousands of choices', async () => {
    const tree = (source: Draw, depth: number): number =>
      source.scope('node', () => {
        const own = source.integer(0, 1_000);
        const children = depth === 0 ? 0 : source.pick(8);
        let sum = own;
        for (let i = 0; i < children; i++) sum += tree(source, depth - 1);
        return own === 777 ? -1e9 : sum;
      });
    const generator = (source: Draw): number => tree(source, 7);
    const alphabet = new Alphabet();
    let seed = 0;
    let drawn = draw(generator, alphabet, seed);
    while (drawn.value >= 0 || drawn.record.choiceCount < 3_000) drawn = draw(generator, alphabet, ++seed);
    const { sequence, progress } = await reduce(drawn.record, (sum: number) => sum < 0, {
      generate: generating(generator, alphabet),
    });
    expect(progress.initialSize).toBeGreaterThan(3_000);
    expect(sequence.choiceCount).toBe(2);
    expect(progress.evaluations).toBeLessThan(300);
  });
});
