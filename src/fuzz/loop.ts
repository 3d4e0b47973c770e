/**
 * The loop: makes and executes one round of planned tests after another, and passes each outcome to the parts
 * that need it.
 *
 * Invariants: a test that was reported as kept is in the corpus. A sequence that made the target fail is a
 * finding, and is never in the corpus. The strategy hears of each of its proposals exactly once.
 */
import type { ArmStats, Tell, TestFate } from '../campaign/index.ts';
import { type Parent, type Strategy, endingOf } from '../search/index.ts';
import type { RefusedConstructs } from '../source/index.ts';
import type { Avoidance, Care } from '../triage/index.ts';
import { admit } from './admit.ts';
import type { Account } from './account.ts';
import { candidateOf } from './candidate-of.ts';
import type { Collection } from './collection.ts';
import type { Failures } from './failures.ts';
import type { Intake } from './intake.ts';
import type { KnownPrograms } from './known-programs.ts';
import { isTakenIn, type Plan } from './plan.ts';
import type { PassedTests } from './passed-tests.ts';
import type { Plans } from './plans.ts';
import { reachedBy } from './reached.ts';
import type { FailedTest, PassedTest, TestOutcome, TestRunner } from './run-test.ts';
import { NOTHING } from './tally.ts';
import type { Unused } from './unused.ts';
import type { Usefulness } from './usefulness.ts';
import type { Worker } from './worker.ts';

export interface LoopParts {
  readonly plans: Plans;
  readonly runner: TestRunner;
  readonly collection: Collection;
  readonly failures: Failures;
  readonly intake: Intake;
  /** The checks for a test that is kept for something new. */
  readonly checks: readonly KeptCheck[];
  readonly usefulness: Usefulness;
  readonly unused: Unused;
  readonly refused: RefusedConstructs;
  readonly programs: KnownPrograms;
  readonly strategy: Strategy;
  readonly account: Account;
  readonly care: Care | undefined;
  readonly avoidance: Avoidance;
  /** Tests that passed, if the campaign follows its compiler. */
  readonly passed: PassedTests | undefined;
  readonly tell: Tell;
}

/** Checks a kept test once more. The check has a limited cost, and reports it. */
export interface KeptCheck {
  check(worker: Worker, plan: Plan, passed: PassedTest): Promise<void>;
}

/** The result of a test for the search. */
interface Yield {
  readonly gain: Omit<ArmStats, 'cpuMs'>;
  readonly kept: Parent | undefined;
  /** Number of its new features that count for the search: all, or those in the focus. */
  readonly wanted: number;
}

const NO_YIELD: Yield = { gain: NOTHING, kept: undefined, wanted: 0 };

export class Loop {
  readonly #parts: LoopParts;

  constructor(parts: LoopParts) {
    this.#parts = parts;
  }

  /** One worker's part of it. */
  async run(worker: Worker): Promise<void> {
    const { plans, runner } = this.#parts;
    for await (const round of plans.rounds())
      for await (const [plan, outcome] of runner.run(worker, round)) await this.#take(worker, plan, outcome);
  }

  async #take(worker: Worker, plan: Plan, outcome: TestOutcome): Promise<void> {
    const { unused, usefulness, refused } = this.#parts;
    const fate = fateOf(outcome);
    unused.hear(plan, outcome, fate);
    if (fate === 'passed' || fate === 'rejected')
      refused.hear(plan.proposal.source, outcome.made.record, fate === 'rejected');
    let yielded = NO_YIELD;
    switch (outcome.kind) {
      case 'not-made':
        usefulness.complainOf(plan.proposal, outcome.made);
        break;
      case 'known-program':
        this.#repeat();
        break;
      case 'avoided':
        break;
      case 'failed':
        await this.#fail(worker, plan, outcome);
        break;
      case 'passed':
        usefulness.prove();
        yielded = await this.#pass(worker, plan, outcome);
        break;
    }
    this.#tell(plan, outcome, yielded);
  }

  #repeat(): void {
    const { programs, account, tell } = this.#parts;
    const conclusion = programs.repeat();
    if (conclusion === undefined) return;
    account.end();
    tell({ type: 'note', text: conclusion });
  }

  async #fail(worker: Worker, plan: Plan, failed: FailedTest): Promise<void> {
    const { collection, failures, intake, usefulness } = this.#parts;
    const { purpose } = plan.proposal;
    // A failing test is not kept, so the target must forget the features that only this test reached.
    if (reachedBy(failed.executions).fresh.length > 0)
      await worker.target.coverage?.assumeSeen(collection.coverage.seen);
    if (failed.bad.outcome === 'rejected') usefulness.complainOfRefusal(plan.proposal, failed.bad);
    const isFinding = await failures.take(worker, plan, failed);
    if (isFinding && purpose.kind === 'relearn') intake.expel(purpose.id);
  }

  async #pass(worker: Worker, plan: Plan, passed: PassedTest): Promise<Yield> {
    const { collection, checks, care, avoidance, passed: followed } = this.#parts;
    const { proposal } = plan;
    if (proposal.purpose.kind === 'search' && !passed.isRefused)
      followed?.hear(proposal.source, passed.made.record);
    const { features, edges, wanted } = collection.coverage.add(passed.reached.fresh);
    const changed = passed.isChangedAnew ? 1 : 0;
    const admission = admit(passed, proposal.purpose, proposal.parents?.[0], features.length + changed);
    const kept = admission === 'drop' ? undefined : await collection.keep(plan, passed, admission, features);
    if (kept !== undefined && features.length > 0)
      for (const each of checks) await each.check(worker, plan, passed);
    const candidate = candidateOf(plan, passed, features.length);
    avoidance.passed(candidate);
    if (!passed.isRefused && !passed.isUnchanged) care?.offer(candidate, passed.executions[0]!.output);
    const gain = { features: features.length, edges, executions: 1, kept: kept === undefined ? 0 : 1 };
    return { gain, kept, wanted: wanted + changed };
  }

  #tell({ proposal }: Plan, outcome: TestOutcome, { gain, kept, wanted }: Yield): void {
    const { strategy, tell } = this.#parts;
    const { arm, operator, purpose } = proposal;
    const { made, costMs } = outcome;
    tell({ type: 'tested', fate: fateOf(outcome), arm, operator, gain: { ...gain, cpuMs: costMs } });
    // The strategy is not told about tests that were taken in; it did not propose them.
    if (isTakenIn(purpose)) return;
    strategy.learn({
      proposal,
      record: made.record,
      ending: endingOf(made),
      spentMs: costMs,
      freshFeatures: wanted,
      kept,
    });
  }
}

function fateOf(outcome: TestOutcome): TestFate {
  switch (outcome.kind) {
    case 'not-made':
      return outcome.made.outcome === 'overrun' ? 'overrun' : 'generator-failed';
    case 'failed':
      if (outcome.bad.outcome === 'rejected') return 'rejected';
      return outcome.bad.outcome === 'hang' ? 'cut-off' : 'target-failed';
    case 'passed':
      return outcome.isRefused ? 'rejected' : 'passed';
    case 'known-program':
    case 'avoided':
      return outcome.kind;
  }
}
