/**
 * Plans: what to test next, until the campaign is over. Tests that are to be taken in come first, then proposals of the
 * strategy.
 *
 * Invariants: the strategy is not asked before all tests that were there at the start are taken in. A test's randomness
 * follows from the seed and its number alone.
 */
import { type Strategy, randomOfTest } from '../search/index.ts';
import type { Account } from './account.ts';
import type { Intake } from './intake.ts';
import type { Plan } from './plan.ts';

export interface PlansParts {
  readonly intake: Intake;
  readonly strategy: Strategy;
  readonly account: Account;
  readonly seed: number;
  /** Work to do after each test, while nothing is under way for this worker. */
  readonly between: () => Promise<void>;
}

export class Plans {
  readonly #parts: PlansParts;
  #underWay = 0;
  #relearning = 0;
  /** Workers that there is nothing for until another one is done. */
  readonly #waiting: (() => void)[] = [];

  constructor(parts: PlansParts) {
    this.#parts = parts;
  }

  /** The tests of one worker. A test is under way until the next one is asked for. */
  async *stream(): AsyncGenerator<Plan, void, undefined> {
    for (;;) {
      const plan = this.#next();
      if (plan === undefined) return;
      if (plan === 'later') {
        if (this.#underWay === 0) throw new Error('a worker waits for a test, and none is under way');
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        continue;
      }
      this.#count(plan, 1);
      try {
        yield plan;
      } finally {
        this.#count(plan, -1);
        for (const goOn of this.#waiting.splice(0)) goOn();
      }
      await this.#parts.between();
    }
  }

  #next(): Plan | 'later' | undefined {
    const { intake, strategy, account, seed } = this.#parts;
    if (account.isOutOfTime) return undefined;
    const arrived = intake.next();
    if (arrived !== undefined) return arrived;
    if (this.#relearning > 0) return 'later';
    if (account.mustStop(this.#underWay)) return undefined;
    const test = account.tests + 1;
    const rng = randomOfTest(seed, test);
    const proposal = strategy.next(rng, rng.next() >>> 0);
    if (proposal === undefined || proposal === 'later') return proposal;
    account.begin();
    return { proposal, test };
  }

  #count({ proposal }: Plan, change: 1 | -1): void {
    this.#underWay += change;
    if (proposal.purpose.kind === 'relearn') this.#relearning += change;
  }
}
