/**
 * Reduces a finding by its choices, in its folder: by its own signature, or by a person's test.
 *
 * Invariants: the folder always holds the best so far with its files for people, even if the process is
 * killed. A killed reduction continues from there, if its best passes a check. A program that turns out to
 * have no meaning is not the result. Then the reduction starts again from the last checked program, and
 * trusts nothing.
 */
import { type ChoiceSequence, decodeSequence, encodeSequence } from '../../choice/index.ts';
import {
  type Difference,
  type Finding,
  type FindingFolder,
  type FindingRecord,
} from '../../finding/index.ts';
import { argumentsAgain, type Program, programKey, programSize } from '../../program/index.ts';
import { NotInterestingError, type Reduced, type ReductionProgress } from '../../reduce/index.ts';
import type { SourcePool } from '../../source/index.ts';
import type { LazyValidity } from './lazy-validity.ts';
import { reduceOnTrust, type TrustingOptions } from './reduce-on-trust.ts';
import { reduceTest, type TestReductionOptions } from './reduce-test.ts';
import type { FailureTest } from '../kinds/kind.ts';
import type { StepQuestions } from './trusted-steps.ts';

export interface FindingReductionOptions {
  readonly generators: SourcePool;
  readonly test: FailureTest;
  /** The check of programs that must have a meaning. */
  readonly validity?: LazyValidity;
  readonly jobs: number;
  readonly signal: AbortSignal;
  readonly maxEvaluations?: number;
  readonly patience?: number;
  readonly repeats?: number;
  readonly needed?: number;
  /** True to begin anew, and ignore earlier results. */
  readonly restart?: boolean;
  /** Saves new facts. */
  readonly save: (more: Partial<FindingRecord>) => void;
  readonly onImproved?: (program: Program, progress: ReductionProgress) => void;
  readonly onTried?: NonNullable<TestReductionOptions['onTried']>;
  /** Awaited before each program, so that the caller can share out time. */
  readonly beforeEach?: () => Promise<void>;
  /** Tells whether there is time, after a stop, to check trusted steps. Default is no. */
  readonly mayCheckAtEnd?: () => boolean;
}

export async function reduceFinding(
  { record, folder }: Finding,
  options: FindingReductionOptions,
): Promise<Reduced<Program>> {
  const { generators, test, validity, restart = false, save } = options;
  const earlier = restart ? undefined : folder.sequence('reduced');
  const goesOn = earlier !== undefined;
  const bytes = earlier ?? folder.sequence('original');
  if (bytes === undefined) throw new Error(`the finding in ${folder.path} has no sequence`);
  const { sequence, envelope } = decodeSequence(bytes, generators.alphabet);
  const before = restart ? undefined : record.reduction;
  const seen = new Map<string, Difference>();
  const startedMs = test.cpuMs + generators.cpuMs;
  let sizes = before === undefined ? undefined : { choices: before.choices.from, bytes: before.bytes.from };
  let checked: ChoiceSequence | undefined;
  const saveProgram = saverOf(folder, goesOn ? folder.program('reduced', record.program) : undefined);

  const stands = async (program: Program): Promise<boolean> => {
    sizes ??= { choices: sequence.choiceCount, bytes: programSize(program) };
    const { isInteresting: isSame, difference } = await test.ask(program);
    if (isSame && difference !== undefined) seen.set(programKey(program), difference);
    return isSame;
  };
  const keep = (
    best: ChoiceSequence,
    program: Program,
    state: 'running' | 'minimal' | 'budget',
    { evaluations }: ReductionProgress,
  ): void => {
    const from = sizes ?? { choices: best.choiceCount, bytes: programSize(program) };
    if (validity?.wasChecked(program) === true) checked = best;
    saveProgram(program, encodeSequence(best, envelope));
    const difference = seen.get(programKey(program));
    save({
      ...argumentsAgain(record, program.options),
      ...(record.given && program.options && { options: program.options }),
      ...(difference === undefined ? {} : { difference }),
      reduction: {
        state,
        choices: { from: from.choices, to: best.choiceCount },
        bytes: { from: from.bytes, to: programSize(program) },
        evaluations: (before?.evaluations ?? 0) + evaluations,
        cpuMs: Math.round((before?.cpuMs ?? 0) + test.cpuMs + generators.cpuMs - startedMs),
      },
    });
  };
  const run = (from: ChoiceSequence): Promise<Reduced<Program>> =>
    reduceBy({ seems: test.seems, stands }, from, options, (best, program, progress) =>
      keep(best, program, 'running', progress),
    );

  let reduced = await run(sequence).catch((error: unknown) => {
    // A finding that was saved on trust need not pass a check.
    if (!(error instanceof NotInterestingError) || !goesOn) throw error;
    return run(original(folder, generators));
  });
  if (validity !== undefined && !validity.isStrict && reduced.end !== 'aborted') {
    // Large programs get the same check as candidates: the step on text has a guard.
    validity.isStrict = reduced.end !== 'slow';
    const isFine = await validity.stands(reduced.test);
    validity.isStrict = true;
    if (!isFine) reduced = await run(checked ?? original(folder, generators));
  }
  keep(reduced.sequence, reduced.test, stateOf(reduced), reduced.progress);
  return reduced;
}

/**
 * If there is a cheaper question, the reduction works on trust. A flaky test runs as often as the caller
 * says.
 */
function reduceBy(
  { seems, stands }: Pick<FailureTest, 'seems'> & Pick<StepQuestions, 'stands'>,
  from: ChoiceSequence,
  { generators, mayCheckAtEnd = () => false, onImproved, ...options }: FindingReductionOptions,
  onChecked: TrustingOptions['onChecked'],
): Promise<Reduced<Program>> {
  const tell: TrustingOptions['onImproved'] = (_, program, progress) => onImproved?.(program, progress);
  if (seems !== undefined && (options.repeats ?? 1) === 1) {
    const how = { ...options, mayCheckAtEnd, onChecked, onImproved: tell };
    return reduceOnTrust(generators, from, { seems, stands }, how);
  }
  return reduceTest(generators, from, stands, {
    ...options,
    onImproved: (...improved) => {
      onChecked(...improved);
      tell(...improved);
    },
  });
}

/** Saves a program, unless the folder has it already: saving it again would remove its reduced text. */
function saverOf(
  folder: FindingFolder,
  lying: Program | undefined,
): (program: Program, sequence: Uint8Array) => void {
  // A program from a folder has no options of its own.
  const keyOf = (program: Program): string => {
    const { options: _, ...rest } = program;
    return programKey(rest);
  };
  let savedKey = lying === undefined ? '' : keyOf(lying);
  return (program, sequence) => {
    if (keyOf(program) !== savedKey) folder.saveProgram('reduced', program, sequence);
    savedKey = keyOf(program);
  };
}

/** A reduction that the same command continues counts as running. */
function stateOf({ end }: Reduced<Program>): 'running' | 'minimal' | 'budget' {
  return end === 'minimal' || end === 'budget' ? end : 'running';
}

function original(folder: FindingFolder, { alphabet }: SourcePool): ChoiceSequence {
  const bytes = folder.sequence('original');
  if (bytes === undefined) throw new Error(`the finding in ${folder.path} has no sequence`);
  return decodeSequence(bytes, alphabet).sequence;
}
