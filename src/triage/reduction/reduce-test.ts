/**
 * Reduces a test of any source on its choice sequence.
 *
 * Invariant: the result was interesting at its last evaluation. If the result is not interesting at the end,
 * it is worthless, and the function says so. A person may have removed a compiler meanwhile, or the test may
 * depend on chance.
 */
import type { ChoiceSequence } from '../../choice/index.ts';
import { type Program, programKey } from '../../program/index.ts';
import { type Fate, reduce, type Reduced, type ReductionProgress } from '../../reduce/index.ts';
import { replayedFrom, type SourcePool } from '../../source/index.ts';
import { isStageLabel } from '../../stage/index.ts';
import { noWhenInterrupted } from '../../util/interrupted.ts';
import { UserError } from '../../util/user-error.ts';

export interface TestReductionOptions {
  /** Evaluations at once. */
  readonly jobs: number;
  readonly signal: AbortSignal;
  /** For a flaky test: it is interesting if it is so in `needed` of `repeats` evaluations. */
  readonly repeats?: number;
  readonly needed?: number;
  readonly maxEvaluations?: number;
  readonly patience?: number;
  /** Awaited before each program, so that the caller can share out time. */
  readonly beforeEach?: () => Promise<void>;
  readonly onImproved: (best: ChoiceSequence, program: Program, progress: ReductionProgress) => void;
  /** Called for every candidate, for measurements. */
  readonly onTried?: (fate: Fate, pass: string, record: ChoiceSequence | undefined) => void;
}

export async function reduceTest(
  generators: SourcePool,
  sequence: ChoiceSequence,
  isInteresting: (program: Program) => Promise<boolean>,
  { jobs, beforeEach, ...options }: TestReductionOptions,
): Promise<Reduced<Program>> {
  const reduced = await reduce<Program>(sequence, noWhenInterrupted(isInteresting), {
    ...options,
    generate: async (candidate, { limits, answers }) => {
      await beforeEach?.();
      const made = await generators.make({ sequence: candidate, seed: 0, limits, answers });
      // The cost of a remembered program says nothing.
      const isRemembered = made.outcome === 'ok' && made.isRemembered === true;
      const cost = isRemembered ? {} : { cpuMs: made.cost.cpuUs / 1_000 };
      return { ...replayedFrom(made), ...cost };
    },
    keyOf: programKey,
    isAppendix: isStageLabel,
    parallel: jobs,
  });
  if (reduced.end !== 'minimal') return reduced;
  const isStill = await isAgain(() => noWhenInterrupted(isInteresting)(reduced.test), options);
  if (options.signal.aborted) return { ...reduced, end: 'aborted' };
  if (!isStill) {
    throw new UserError('the reduced test was interesting and is no longer', [
      'is a compiler gone, or does the test depend on time, memory or the network?',
      'for a test that fails now and then: --repeats 5 --needed 3',
    ]);
  }
  return reduced;
}

async function isAgain(
  ask: () => Promise<boolean>,
  { repeats = 1, needed = 1 }: Pick<TestReductionOptions, 'repeats' | 'needed'>,
): Promise<boolean> {
  let yes = 0;
  for (let turn = 0; turn < repeats && yes < needed; turn++) if (await ask()) yes++;
  return yes >= needed;
}
