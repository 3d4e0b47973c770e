/**
 * Plans: the next tests, until the campaign is over. Tests from the intake come first, then the strategy's
 * proposals.
 *
 * Invariants: the strategy makes no proposal before all tests from the start are taken in. A test's
 * randomness follows only from the seed and its number.
 */
import { type Strategy, randomOfTest } from '../search/index.ts';
import type { SourceDefinition } from '../source/index.ts';
import type { Account } from './account.ts';
import type { Intake } from './intake.ts';
import type { Plan, Planned } from './plan.ts';

export interface PlansParts {
  readonly definitions: ReadonlyMap<string, SourceDefinition>;
  readonly intake: Intake;
  readonly strategy: Strategy;
  readonly account: Account;
  readonly seed: number;
  /** Work after each test, while this worker has no test under way. */
  readonly between: () => Promise<void>;
}

export class Plans {
  readonly #parts: PlansParts;
  #underWay = 0;
  #relearning = 0;
  /** Workers that wait until another worker is done. */
  readonly #waiting: (() => void)[] = [];

  constructor(parts: PlansParts) {
    this.#parts = parts;
  }

  /** The tests of one worker. A test is under way until the worker asks for the next one. */
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
        yield { ...plan, definition: this.#parts.definitions.get(plan.proposal.source)! };
      } finally {
        this.#count(plan, -1);
        for (const goOn of this.#waiting.splice(0)) goOn();
      }
      await this.#parts.between();
    }
  }

  #next(): Planned | 'later' | undefined {
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

  #count({ proposal }: Planned, change: 1 | -1): void {
    this.#underWay += change;
    if (proposal.purpose.kind === 'relearn') this.#relearning += change;
  }
}
