/**
 * Plans: rounds of tests, until the campaign is over. Tests from the intake come first, then the strategy's
 * proposals. Large tests have rounds of one; the strategy learns from all tests of a round before the next round.
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
  /** Number of tests of the next round. */
  readonly roundSize: () => number;
  /** Work after each round, while this worker has no test under way. */
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

  /** The rounds of one worker. Tests are under way until the worker asks for the next round. */
  async *rounds(): AsyncGenerator<readonly Plan[], void, undefined> {
    for (;;) {
      const round: Plan[] = [];
      let next: Planned | 'later' | undefined;
      for (let left = this.#parts.roundSize(); left > 0; left--) {
        next = this.#next();
        if (next === undefined || next === 'later') break;
        this.#count(next, 1);
        round.push({ ...next, definition: this.#parts.definitions.get(next.proposal.source)! });
      }
      if (round.length === 0) {
        if (next === undefined) return;
        if (this.#underWay === 0) throw new Error('a worker waits for a test, and none is under way');
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        continue;
      }
      try {
        yield round;
      } finally {
        for (const plan of round) this.#count(plan, -1);
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
