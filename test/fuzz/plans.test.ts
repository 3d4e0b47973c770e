import { describe, expect, it } from 'vitest';
import type { Planned } from '../../src/fuzz/plan.ts';
import { Plans, type PlansParts } from '../../src/fuzz/plans.ts';
import type { Proposal } from '../../src/search/index.ts';

const searching: Proposal = { arm: 'fresh', source: 's', request: {}, purpose: { kind: 'search' } };
const relearning = (id: string): Planned => ({
  proposal: { ...searching, arm: 'relearn', purpose: { kind: 'relearn', id } },
  test: undefined,
});

interface Told {
  readonly waiting?: Planned[];
  readonly most?: number;
  readonly roundSize?: number;
  readonly next?: () => Proposal | 'later' | undefined;
  readonly between?: () => Promise<void>;
}

/** Plans over an intake, a strategy and an account that keep to their contracts. */
function plansOf({
  waiting = [],
  most = 3,
  roundSize = 1,
  next = () => searching,
  between = async () => {},
}: Told): {
  readonly plans: Plans;
  readonly asked: number[];
} {
  const asked: number[] = [];
  const account = {
    tests: 0,
    isOutOfTime: false,
    mustStop: (): boolean => account.tests >= most,
    begin: () => ++account.tests,
  };
  const strategy = {
    next: (_: unknown, seed: number) => {
      asked.push(seed);
      return next();
    },
  };
  const parts = {
    definitions: new Map(),
    intake: { next: () => waiting.shift() },
    strategy,
    account,
    seed: 7,
    roundSize: () => roundSize,
    between,
  };
  return { plans: new Plans(parts as unknown as PlansParts), asked };
}

async function all(plans: Plans): Promise<Planned[]> {
  const found: Planned[] = [];
  for await (const round of plans.rounds()) found.push(...round);
  return found;
}

describe('plans', () => {
  it('are what is to be taken in first, then numbered proposals until the budget is used', async () => {
    const { plans } = plansOf({ waiting: [relearning('a'), relearning('b')] });
    const found = await all(plans);
    expect(found.map(({ test }) => test)).toEqual([undefined, undefined, 1, 2, 3]);
  });

  it('ask the strategy for nothing while an entry is being learnt anew', async () => {
    const { plans, asked } = plansOf({ waiting: [relearning('a')], most: 1 });
    const [one, two] = [plans.rounds(), plans.rounds()];
    await one.next();
    const second = two.next();
    await Promise.resolve();
    expect(asked).toEqual([]);
    // The first worker asks for its next test: the entry is learnt.
    const first = one.next();
    const got = [await first, await second].filter(({ done }) => done !== true);
    expect(got).toHaveLength(1);
    expect(asked).toHaveLength(1);
  });

  it("give a test a seed that follows from the campaign's seed and its number alone", async () => {
    const seeds = async (waiting: Planned[]): Promise<number[]> => {
      const { plans, asked } = plansOf({ waiting });
      await all(plans);
      return asked;
    };
    expect(await seeds([relearning('a')])).toEqual(await seeds([]));
    expect(new Set(await seeds([])).size).toBe(3);
  });

  it('do the work between two rounds after each round, and never while it is under way', async () => {
    let done = 0;
    const { plans } = plansOf({ between: async () => void done++ });
    let seen = 0;
    for await (const _ of plans.rounds()) expect(done).toBe(seen++);
    expect(done).toBe(3);
  });

  it('come in rounds, with no proposal beside an entry that is learnt anew, and none beyond the budget', async () => {
    const { plans } = plansOf({ waiting: [relearning('a'), relearning('b')], most: 5, roundSize: 3 });
    const sizes: number[][] = [];
    for await (const round of plans.rounds()) sizes.push(round.map(({ test = 0 }) => test));
    expect(sizes).toEqual([
      [0, 0],
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it('refuse a strategy that waits for a test when none is under way', async () => {
    const { plans } = plansOf({ next: () => 'later' });
    await expect(all(plans)).rejects.toThrow('none is under way');
  });
});
