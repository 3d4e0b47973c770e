/**
 * Internal reduction: makes a failing test small by making its choice sequence small.
 *
 * The generator writes every candidate anew, so each is as valid as everything it writes. What is descended is shortlex
 * order (order.ts). Passes come in tiers: those that delete much, those that simplify what is left, and those that change
 * several things at once, which are needed rarely and cost most. Within a tier the pass that gained most for its
 * evaluations goes first. After every success all passes are due again; reduction ends when none finds anything near
 * the best sequence.
 *
 * A new pass must keep the two invariants: it only proposes (the reduction decides), and it proposes the same for the
 * same best, so that progress is deterministic and the end is a fixed point.
 */

import type { ChoiceSequence } from '../../choice/index.ts';
import type { Pass } from './passes/pass.ts';
import { shortenLists } from './passes/shorten.ts';
import {
  deleteAndRenumber,
  deleteChoices,
  deleteScopes,
  emptyScopes,
  exchangeScopes,
  liftDescendants,
  mergeSiblings,
  sortSiblings,
} from './passes/structure.ts';
import { lowerChoices, lowerTogether, redistribute, shiftNumbers, zeroNumbers } from './passes/values.ts';
import {
  filling,
  type Generate,
  type IsInteresting,
  Reduction,
  type ReductionProgress,
  ReductionStopped,
} from './reduction.ts';
import { Simplest } from './simplest.ts';

const TIERS: readonly (readonly Pass[])[] = [
  [zeroNumbers],
  [deleteAndRenumber, deleteScopes, emptyScopes, liftDescendants],
  [lowerChoices, deleteChoices, shortenLists],
  [lowerTogether, mergeSiblings, sortSiblings, redistribute],
  [shiftNumbers, exchangeScopes],
];

export interface ReduceOptions<T> {
  /** Runs the generator; for one in this process: `(sequence, how) => replay(generator, { alphabet, sequence, ...how })`. */
  readonly generate: Generate<T>;
  /** Text of a test; tests of equal text are evaluated once. */
  readonly keyOf?: (test: T) => string;
  /** Evaluations at once. Default 1. The result does not depend on it. */
  readonly parallel?: number;
  /** For a flaky test: it counts as interesting when it is so in `needed` of `repeats` runs. Default 1 of 1. */
  readonly repeats?: number;
  readonly needed?: number;
  readonly maxEvaluations?: number;
  /** Stops with the best so far. */
  readonly signal?: AbortSignal;
  /** Called at every improvement, to show progress and to keep the best on disk. */
  readonly onImproved?: (best: ChoiceSequence, test: T, progress: ReductionProgress) => void;
}

export interface Reduced<T> {
  readonly sequence: ChoiceSequence;
  readonly test: T;
  /** `minimal`: no pass finds anything simpler. Otherwise why it ended before. */
  readonly end: 'minimal' | 'budget' | 'aborted';
  readonly progress: ReductionProgress;
}

/** The sequence to start from gives no test, or none that is interesting. */
export class NotInterestingError extends Error {
  override readonly name = 'NotInterestingError';
}

export async function reduce<T>(
  sequence: ChoiceSequence,
  isInteresting: IsInteresting<T>,
  options: ReduceOptions<T>,
): Promise<Reduced<T>> {
  const { generate, repeats = 1 } = options;
  const first = await generate(sequence, { ...filling(new Simplest()), limits: {} });
  if (first.outcome === 'failed') {
    throw new NotInterestingError('the generator fails on the sequence to reduce', { cause: first.error });
  }
  if (first.outcome === 'overrun') {
    throw new NotInterestingError(
      `the generator goes past its limit of ${first.limit} on the sequence to reduce`,
    );
  }
  const reduction = new Reduction<T>(
    {
      generate,
      isInteresting,
      keyOf: options.keyOf,
      parallel: Math.max(1, options.parallel ?? 1),
      repeats,
      needed: options.needed ?? 1,
      maxEvaluations: options.maxEvaluations ?? Infinity,
      signal: options.signal,
      onImproved: options.onImproved ?? (() => undefined),
    },
    first.record,
    first.value,
  );
  const finish = (end: Reduced<T>['end']): Reduced<T> => ({
    sequence: reduction.best,
    test: reduction.bestTest,
    end,
    progress: reduction.progress(),
  });
  try {
    if (!(await reduction.isInitialInteresting())) {
      if (options.signal?.aborted === true) return finish('aborted');
      throw new NotInterestingError('the test to reduce is not interesting to begin with');
    }
    await runPasses(reduction);
    return finish('minimal');
  } catch (error) {
    if (error instanceof ReductionStopped) return finish(error.reason);
    throw error;
  }
}

interface Schedule {
  readonly pass: Pass;
  gained: number;
  spent: number;
  /** The best for which the pass found nothing, and what had been learnt until then. */
  cleanAt: { readonly best: ChoiceSequence; readonly discoveries: number } | undefined;
}

/** Choices gained for each evaluation; what was not tried yet counts as average work well done. */
function worth({ gained, spent }: Schedule): number {
  return (gained + 1) / (spent + 1);
}

async function runPasses<T>(reduction: Reduction<T>): Promise<void> {
  const schedules = TIERS.map((passes) =>
    passes.map((pass): Schedule => ({ pass, gained: 0, spent: 0, cleanAt: undefined })),
  );
  for (;;) {
    const due = schedules
      .map((tier) =>
        tier.filter(
          ({ cleanAt }) => cleanAt?.best !== reduction.best || cleanAt.discoveries !== reduction.discoveries,
        ),
      )
      .find((tier) => tier.length > 0);
    if (due === undefined) return;
    const next = due.toSorted((a, b) => worth(b) - worth(a))[0]!;
    const before = reduction.best;
    const { evaluations, discoveries } = reduction;
    reduction.pass = next.pass.name;
    await next.pass.run(reduction);
    next.gained += before.choiceCount - reduction.best.choiceCount;
    next.spent += reduction.evaluations - evaluations;
    next.cleanAt = reduction.best === before ? { best: before, discoveries } : undefined;
  }
}
