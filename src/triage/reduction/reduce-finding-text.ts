/**
 * Reduces the text of a finding that is large after reducing choices, in its folder, by its own signature,
 * beside a campaign.
 *
 * Invariant: the text in the folder has passed every check, even if the process is killed, and the next call
 * continues from it.
 */
import {
  type Difference,
  type Finding,
  type FindingRecord,
  type TextReductionRecord,
} from '../../finding/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import { argumentsAgain, type Program, programKey, programSize } from '../../program/index.ts';
import { triageKinds } from '../kinds/index.ts';
import type { FailureTest } from '../kinds/kind.ts';
import { FormGuard, type TextGuard } from './form-guard.ts';
import { runTextSteps, type TextStepsOptions } from './text-steps.ts';
import { ValidityGuard } from './validity-guard.ts';

export interface FindingTextOptions {
  readonly test: FailureTest;
  /** The guard's own. */
  readonly laboratory: Laboratory;
  readonly signal: AbortSignal;
  /** Tells whether there is time, after a stop, to check trusted steps. */
  readonly mayCheckAtEnd: () => boolean;
  /** Saves new facts. */
  readonly save: (more: Partial<FindingRecord>) => void;
  /** Awaited before each question, so that the caller can share out time. */
  readonly beforeEach: () => Promise<void>;
}

export async function reduceFindingText(
  { record, folder }: Finding,
  { test, laboratory, signal, mayCheckAtEnd, save, beforeEach }: FindingTextOptions,
): Promise<'minimal' | 'aborted'> {
  const shape = record.program;
  const program = folder.program(folder.smallest(shape), shape);
  if (program === undefined) throw new Error(`the finding in ${folder.path} has no program`);
  // A relation also holds for programs without a meaning.
  const row = triageKinds[record.kind];
  const { args } = argumentsAgain(record, program.options);
  const guard =
    row.ignoresMeaning === true
      ? undefined
      : await (row.isSeenByCompiling === true ? FormGuard : ValidityGuard).open(laboratory, program, args);
  // A program without a meaning shows no wrong code, at any size.
  if (guard?.verdict === 'undefined' && row.endsWithoutMeaning === true) return 'minimal';
  const from = record.textReduction?.bytes.from ?? programSize(program);
  const seen = new Map<string, Difference>();
  let best = programSize(program);
  const keep = (smaller: Program, state: NonNullable<TextReductionRecord['state']>): void => {
    if (programSize(smaller) <= best) folder.saveText(smaller);
    best = Math.min(best, programSize(smaller));
    const difference = seen.get(programKey(smaller));
    const bytes = { from, to: best };
    save({
      ...(difference === undefined ? {} : { difference }),
      textReduction: { tool: 'cgfuzz', guard: guard?.verdict ?? 'unknown', bytes, state },
    });
  };
  const { seems } = test;
  const reduced = await runTextSteps(program, {
    isInteresting: async (candidate) => {
      await beforeEach();
      const { isInteresting, difference } = await test.ask(candidate);
      if (difference !== undefined) seen.set(programKey(candidate), difference);
      return isInteresting && difference?.expected !== '';
    },
    seemsInteresting:
      seems &&
      (async (candidate) => {
        await beforeEach();
        return seems(candidate);
      }),
    ...(guard === undefined ? {} : guardedBy(guard)),
    onChecked: (smaller) => keep(smaller, 'running'),
    mayCheckAtEnd,
    tool: undefined,
    jobs: 1,
    signal,
    onLine: () => undefined,
  });
  if (signal.aborted) return 'aborted';
  keep(reduced, 'minimal');
  return 'minimal';
}

function guardedBy(guard: TextGuard): Required<Pick<TextStepsOptions, 'allows' | 'seemsAllowed'>> {
  return {
    allows: (candidate) => guard.allows(candidate),
    seemsAllowed: (candidate) => guard.seemsFine(candidate),
  };
}
