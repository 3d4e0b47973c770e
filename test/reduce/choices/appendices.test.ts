/** Reduction of tests that something changed behind their generator: appendices go first, then their decisions. */
import { expect, it } from 'vitest';
import { Alphabet, type ChoiceSequence, type Draw, replay } from '../../../src/choice/index.ts';
import { reduce } from '../../../src/reduce/choices/reduce.ts';

interface Test {
  readonly items: readonly number[];
  /** The decisions of each appendix; empty if it did nothing. */
  readonly decided: readonly (readonly number[])[];
}

const ITEMS = 12;

function generator(draw: Draw): Test {
  const items = draw.scope('items', () => Array.from({ length: ITEMS }, () => draw.integer(0, 9)));
  const decided = ['late one', 'late two'].map((label) =>
    draw.scope(label, () =>
      draw.boolean(0.99) ? items.map(() => draw.scope('place', () => draw.pick(4))) : [],
    ),
  );
  return { items, decided };
}

async function reduced(
  isInteresting: (test: Test) => boolean,
): Promise<{ test: Test; passes: string[]; cost: number }> {
  const alphabet = new Alphabet();
  let seed = 0;
  let first: { value: Test; record: ChoiceSequence } | undefined;
  for (; first === undefined; seed++) {
    const drawn = replay(generator, { alphabet, seed });
    if (
      drawn.outcome === 'ok' &&
      isInteresting(drawn.value) &&
      drawn.value.decided.every((each) => each.length > 0)
    )
      first = drawn;
  }
  const passes: string[] = [];
  const { test, progress } = await reduce(first.record, isInteresting, {
    generate: (sequence, how) => replay(generator, { alphabet, sequence, ...how }),
    isAppendix: (label) => label.startsWith('late'),
    onImproved: (_best, _test, { pass }) => passes.push(pass),
  });
  return { test, passes, cost: progress.evaluations };
}

it('leaves all appendices out at once where they do not matter, before anything else is tried', async () => {
  const { test, passes } = await reduced(({ items }) => items.some((item) => item > 4));
  expect(test.decided).toEqual([[], []]);
  expect(passes[0]).toBe('leave out appendices');
});

it('takes all decisions back but those that matter', async () => {
  const { test, passes } = await reduced(({ decided: [one = []] }) => one[3] !== undefined && one[3] > 1);
  expect(test.decided).toEqual([[0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0], []]);
  expect(passes.slice(0, 2)).toEqual(['leave out appendices', 'take back decisions']);
  expect(new Set(test.items)).toEqual(new Set([0]));
});

it('leaves one out in the end that only mattered while the test was large', async () => {
  const matters = ({ items, decided: [one = []] }: Test): boolean =>
    items.every((item) => item === 0) || (one[3] ?? 0) > 1;
  expect((await reduced(matters)).test.decided).toEqual([[], []]);
});
