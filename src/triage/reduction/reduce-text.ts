/**
 * The last step reduces a program's text, by tokens and brackets. If C-Vise or C-Reduce is installed, it helps:
 * it can rewrite C in ways that a generator cannot.
 *
 * Text reducers ignore undefined behaviour, and readily produce it, since a program without a meaning does the
 * wrong thing on every compiler. So each candidate must pass the same test, and each kept one also the
 * sanitizers. A crash of a compiler needs no run: there each kept candidate must be accepted by another
 * compiler. Once the program is small its headers are inserted, if it then still shows the bug, so that the
 * result needs nothing else.
 */
import { type Laboratory } from '../../laboratory/index.ts';
import { expandHeaders, type Validity } from '../../oracle/index.ts';
import { type Program, programSize } from '../../program/index.ts';
import { findProgram } from '../../build/index.ts';
import { UserError } from '../../util/user-error.ts';
import { FormGuard, type TextGuard } from './form-guard.ts';
import { findIrReducer, type TextReducer } from './text-reducer.ts';
import { runTextSteps, type TextStepsOptions } from './text-steps.ts';
import { ValidityGuard } from './validity-guard.ts';

export interface TextReductionOptions {
  readonly isInteresting: (program: Program) => Promise<boolean>;
  readonly seemsInteresting?: TextStepsOptions['seemsInteresting'];
  /** True if a program without a meaning may be reduced: a compiler must not crash on any input. */
  readonly mayMeanNothing?: boolean;
  /** True if a compile shows the bug: nothing runs, and another compiler must accept each program. */
  readonly isCompiledOnly?: boolean;
  /** The verdict on the program, if sanitizers have just been asked. */
  readonly validity?: Validity | undefined;
  readonly laboratory: Laboratory;
  /** Flags of the compiler under test; the sanitizers need them too. */
  readonly args: readonly string[];
  readonly jobs: number;
  readonly signal: AbortSignal;
  /** Receives progress as lines of text. */
  readonly onLine: (line: string) => void;
  readonly onSmaller?: NonNullable<TextStepsOptions['onSmaller']>;
  /** Called at once with each program that passed every check and is smaller than all before it. */
  readonly onChecked?: (sofar: Omit<TextReduced, 'end'>) => void;
}

export interface TextReduced {
  readonly program: Program;
  /** The tools that did the work, for people. */
  readonly tool: 'cgfuzz' | `cgfuzz and ${TextReducer}`;
  /** Verdict of the guard: of sanitizers and warnings, or of a compiler that accepts the program. */
  readonly guard: Validity['verdict'];
  readonly end: 'minimal' | 'aborted';
}

/** The installed reducer, C-Vise or C-Reduce. */
export function findTextReducer(searchPath: string): TextReducer | undefined {
  return (['cvise', 'creduce'] as const).find((tool) => findProgram(tool, searchPath));
}

/** Only llvm-reduce knows modules of LLVM. */
function reducerFor({ language }: Program, searchPath: string): TextReducer | undefined {
  if (language !== 'llvm-ir') return findTextReducer(searchPath);
  return findIrReducer(searchPath) === undefined ? undefined : 'llvm-reduce';
}

export async function reduceText(program: Program, options: TextReductionOptions): Promise<TextReduced> {
  const { isInteresting, laboratory, args, signal, onChecked = () => undefined } = options;
  const reducer = reducerFor(program, laboratory.world.searchPath);
  const tool = reducer === undefined ? 'cgfuzz' : (`cgfuzz and ${reducer}` as const);
  const guard = await openGuard(program, options);
  const about = { tool, guard: guard.verdict } as const;
  const reduced = await runTextSteps(program, {
    ...options,
    onChecked: (smaller) => onChecked({ ...about, program: smaller }),
    allows: (candidate) => guard.allows(candidate),
    seemsAllowed: (candidate) => guard.seemsFine(candidate),
    tool: reducer,
    searchPath: laboratory.world.searchPath,
    expand: (small) => expandHeaders(laboratory, small, args),
  });
  // No further checks: the result has passed the test and the quick guard.
  if (signal.aborted) {
    const isSmaller = programSize(reduced) <= programSize(program);
    return { ...about, program: isSmaller ? reduced : program, end: 'aborted' };
  }
  const isFine = (await isInteresting(reduced)) && (await guard.allows(reduced, true));
  return { ...about, program: isFine ? reduced : program, end: isFine ? 'minimal' : 'aborted' };
}

async function openGuard(program: Program, options: TextReductionOptions): Promise<TextGuard> {
  const { laboratory, args, validity } = options;
  if (options.isCompiledOnly === true) return FormGuard.open(laboratory, program, args);
  const guard = await ValidityGuard.open(laboratory, program, args, validity);
  const { verdict, reports } = guard.before;
  if (verdict !== 'undefined' || options.mayMeanNothing === true) return guard;
  const complaint = reports.find(({ answer }) => answer === 'undefined');
  throw new UserError('the program has undefined behaviour to begin with', [
    `${complaint?.checker}: ${complaint?.detail}`,
  ]);
}
