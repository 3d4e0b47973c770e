/**
 * Internal reduction: makes a failing test small by making its choice sequence small. The generator writes
 * every candidate anew, so each is as valid as all of the generator's tests.
 *
 * **The order.** Sequences are compared in shortlex order (order.ts): fewer choices are simpler, and among
 * equally many, the sequence whose first differing choice is simpler. So size comes first, then the front of
 * the test. The order is total, and below each sequence there are finitely many, so reduction ends.
 *
 * **How a step is decided.** A pass lists candidates, and the reduction decides (reduction.ts). The generator
 * turns a candidate into a record of its real draws. A record is evaluated only when it is simpler than the
 * best and neither it nor its text was evaluated before. A question that a candidate leaves open gets the
 * answer that, so far, was followed by the least (simplest.ts). Learning matters as much as the passes: a
 * deletion works because the replacement for the deleted part is small.
 *
 * **The cost of a step.** If the generator's CPU time is known, a candidate may take a few times the
 * original's, or the cheapest best's since (cost-limit.ts). A shorter sequence is no gain if it is expensive.
 *
 * **Why there are several passes.** Each pass makes a step that the others cannot make through tests that all
 * stay interesting:
 * - `zero numbers` removes most constants in one evaluation.
 * - `delete scopes`, `delete choices` and `delete turns` remove unneeded parts. They delete whole scopes,
 *   single choices, or turns of loops that leave several parts each. `empty scopes` keeps a scope and lets
 *   the generator fill it again.
 * - `lift descendants` and `lift contents` replace an outer part by an inner one.
 * - `lower choices` lowers one choice at a time.
 * - Some passes change two places at once, because neither can change alone. For numbers: `lower together`
 *   (equal numbers, and numbers at a fixed distance), `redistribute` (a fixed sum), `keep products` (a fixed
 *   product). `shift numbers` changes all numbers of one kind, `borrow` the parts of a wide number. For
 *   lists: `delete and renumber` (an item, and the numbers that point after it), `shorten lists` (items and
 *   their count). `delete and raise` is for items that must differ, and `merge siblings` makes one list of
 *   two. `shorten tables` deletes rows, columns or parallel lists together with their count. `keep
 *   quantities` keeps sums with factors, bits and products of two numbers. `exchange values` lets values
 *   change places. `simplify equals` and `lower equal pairs` keep copies equal. `clear bits` keeps the low bits of
 *   a wide number. `shorten full lists` deletes an item and ends its list.
 * - `leave out appendices` and `take back decisions` undo changes after the generator, if the caller says
 *   which scopes made them. These passes run first, and once more at the end.
 * - `sort siblings` and `exchange scopes` choose among arrangements of equal length.
 *
 * **In which order.** Passes come in tiers. The first tier deletes much, the next simplifies the rest. The
 * last tier changes several things at once; it is needed rarely and costs most. Within a tier, passes that
 * were not tried on the present best go first. Among these, the pass with the largest gain for its tests goes
 * first. All passes are due again after every success, and after the discovery of an answer that is simpler
 * than the known ones. Reduction ends when no pass finds anything near the best sequence.
 *
 * **The rules of a new pass.**
 * - Determinism: it lists the same candidates for the same best. It keeps no state and no randomness, and
 *   does not depend on the number of parallel evaluations.
 * - Adaptivity: if a step may succeed many times, the candidate says so (`grow`). So a long list takes a
 *   number of evaluations that grows with its logarithm. Lists of candidates that grow with the square of a
 *   test's size are allowed for small tests only.
 * - Progress: a pass only proposes. A candidate may be larger or worse than the best; then it costs only a
 *   run of the generator.
 */

import type { ChoiceSequence } from '../../choice/index.ts';
import { CostLimit } from './cost-limit.ts';
import { appendixPasses } from './passes/appendices.ts';
import { borrow, clearBits } from './passes/borrow.ts';
import { lowerEqualPairs, simplifyEquals, tradeInEquals } from './passes/equals.ts';
import { exchangeValues, keepQuantities } from './passes/kept.ts';
import type { Pass } from './passes/pass.ts';
import { Patience } from './patience.ts';
import { deleteTurns } from './passes/repeats.ts';
import { shortenFull, shortenLists } from './passes/shorten.ts';
import {
  deleteAndRaise,
  deleteAndRenumber,
  deleteChoices,
  deleteRuns,
  deleteScopes,
  emptyScopes,
  exchangeRuns,
  exchangeScopes,
  liftContents,
  liftDescendants,
  mergeSiblings,
  sortSiblings,
} from './passes/structure.ts';
import { shortenAligned, shortenTables } from './passes/tables.ts';
import {
  keepProducts,
  lowerChoices,
  lowerTogether,
  redistribute,
  shiftNumbers,
  zeroNumbers,
} from './passes/values.ts';
import {
  type Fate,
  filling,
  type Generate,
  type IsInteresting,
  Reduction,
  type ReductionProgress,
  ReductionStopped,
} from './reduction.ts';
import { Simplest } from './simplest.ts';

const TIERS: readonly (readonly Pass[])[] = [
  [zeroNumbers, deleteAndRenumber, deleteScopes, emptyScopes, liftDescendants],
  [lowerChoices, deleteChoices, deleteTurns, shortenLists],
  [lowerTogether, mergeSiblings, sortSiblings, redistribute],
  [shiftNumbers, exchangeScopes, liftContents, keepProducts, deleteAndRaise, deleteRuns, exchangeRuns],
  [borrow, simplifyEquals, tradeInEquals, lowerEqualPairs, shortenTables, shortenAligned],
  [keepQuantities, exchangeValues, clearBits, shortenFull],
];

export interface ReduceOptions<T> {
  /**
   * Runs the generator; for a generator in this process: `(sequence, how) => replay(generator, { alphabet,
   * sequence, ...how })`.
   */
  readonly generate: Generate<T>;
  /** Text of a test; tests of equal text are evaluated once. */
  readonly keyOf?: (test: T) => string;
  /** Number of parallel evaluations. Default 1. The result does not depend on this number. */
  readonly parallel?: number;
  /** For a flaky test: it counts as interesting if it is so in `needed` of `repeats` runs. Default 1 of 1. */
  readonly repeats?: number;
  readonly needed?: number;
  readonly maxEvaluations?: number;
  /**
   * Number of candidates within which a large sequence must halve each time; otherwise the reduction ends as
   * `slow`.
   */
  readonly patience?: number;
  /**
   * Labels of outermost scopes that change the test after the generator. Their first choice says whether they
   * do, and 0 for any of their choices leaves the test as it is.
   */
  readonly isAppendix?: (label: string) => boolean;
  /** Stops the reduction, which returns the best so far. */
  readonly signal?: AbortSignal;
  /** Called at every improvement, to show progress and to keep the best on disk. */
  readonly onImproved?: (best: ChoiceSequence, test: T, progress: ReductionProgress) => void;
  /** Called for every candidate, for measurements. */
  readonly onTried?: (fate: Fate, pass: string, record: ChoiceSequence | undefined) => void;
}

export interface Reduced<T> {
  readonly sequence: ChoiceSequence;
  readonly test: T;
  /** `minimal`: no pass finds anything simpler. Other values name the reason for an earlier end. */
  readonly end: 'minimal' | 'budget' | 'slow' | 'aborted';
  readonly progress: ReductionProgress;
}

/** Thrown if the first sequence gives no test, or a test that is not interesting. */
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
  const costLimit = new CostLimit();
  costLimit.learn(first.cpuMs);
  const reduction = new Reduction<T>(
    {
      generate,
      isInteresting,
      keyOf: options.keyOf,
      parallel: Math.max(1, options.parallel ?? 1),
      repeats,
      needed: options.needed ?? 1,
      maxEvaluations: options.maxEvaluations ?? Infinity,
      patience: new Patience(options.patience ?? Infinity, first.record.choiceCount),
      signal: options.signal,
      onImproved: options.onImproved ?? (() => undefined),
      onTried: options.onTried ?? (() => undefined),
    },
    first.record,
    first.value,
    costLimit,
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
    const { isAppendix } = options;
    const foremost = isAppendix === undefined ? [] : appendixPasses(isAppendix).map((pass) => [pass]);
    await runPasses(reduction, foremost);
    await runPasses(reduction, [...TIERS, ...foremost]);
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
  /** The last best for which the pass found nothing, and the number of discoveries then. */
  cleanAt: { readonly best: ChoiceSequence; readonly discoveries: number } | undefined;
}

/** Choices gained for each generated test; an untried pass counts as a good average one. */
function worth({ gained, spent }: Schedule): number {
  return (gained + 1) / (spent + 1);
}

async function runPasses<T>(reduction: Reduction<T>, tiers: readonly (readonly Pass[])[]): Promise<void> {
  const schedules = tiers.map((passes) =>
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
    // A pass that learns something is due again, but only after other passes, or it would go on alone.
    const isNew = ({ cleanAt }: Schedule): boolean => cleanAt?.best !== reduction.best;
    const next = due.toSorted((a, b) => Number(isNew(b)) - Number(isNew(a)) || worth(b) - worth(a))[0]!;
    const before = reduction.best;
    const { generations, discoveries } = reduction;
    reduction.pass = next.pass.name;
    await next.pass.run(reduction);
    next.gained += before.choiceCount - reduction.best.choiceCount;
    next.spent += reduction.generations - generations;
    next.cleanAt = reduction.best === before ? { best: before, discoveries } : undefined;
  }
}
