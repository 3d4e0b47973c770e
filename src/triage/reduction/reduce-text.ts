/**
 * The last step reduces a program's text, by tokens and brackets. If C-Vise or C-Reduce is installed, it is used too:
 * it knows how to rewrite C where a generator cannot.
 *
 * Text reducers know nothing of undefined behaviour, and slip into it readily, since a program without a meaning does the
 * wrong thing on every compiler. So each candidate is held against the same test, and what is kept against the sanitizers. Once it is
 * small the program gets its headers in it, if that still shows the bug, so that what is left needs nothing else.
 */
import { expandHeaders, type Laboratory, type Validity } from '../../oracle/index.ts';
import { type Program, programSize } from '../../program/index.ts';
import { findProgram } from '../../build/index.ts';
import { UserError } from '../../util/user-error.ts';
import type { TextReducer } from './text-reducer.ts';
import { runTextSteps, type TextStepsOptions } from './text-steps.ts';
import { ValidityGuard } from './validity-guard.ts';

export interface TextReductionOptions {
  readonly isInteresting: (program: Program) => Promise<boolean>;
  readonly seemsInteresting?: TextStepsOptions['seemsInteresting'];
  readonly laboratory: Laboratory;
  /** Flags of the compiler under test; the sanitizers need them too. */
  readonly args: readonly string[];
  readonly jobs: number;
  readonly signal: AbortSignal;
  /** A line of what goes on. */
  readonly onLine: (line: string) => void;
  readonly onSmaller?: NonNullable<TextStepsOptions['onSmaller']>;
  /** Called with each program that passed every check, as soon as it did, and is smaller than all before it. */
  readonly onChecked?: (sofar: Omit<TextReduced, 'end'>) => void;
}

export interface TextReduced {
  readonly program: Program;
  /** The tool that did it, for people. */
  readonly tool: 'cgfuzz' | `cgfuzz and ${TextReducer}`;
  /** Verdict of the sanitizers on the result; undefined if nobody could be asked. */
  readonly guard: Validity['verdict'];
  readonly end: 'minimal' | 'aborted';
}

/** C-Vise or C-Reduce, whichever is installed. */
export function findTextReducer(searchPath: string): TextReducer | undefined {
  return (['cvise', 'creduce'] as const).find((tool) => findProgram(tool, searchPath));
}

export async function reduceText(program: Program, options: TextReductionOptions): Promise<TextReduced> {
  const { isInteresting, laboratory, args, signal, onChecked = () => undefined } = options;
  const reducer = findTextReducer(laboratory.world.searchPath);
  const tool = reducer === undefined ? 'cgfuzz' : (`cgfuzz and ${reducer}` as const);
  const guard = await ValidityGuard.open(laboratory, program, args);
  const { before } = guard;
  if (before.verdict === 'undefined') {
    const complaint = before.reports.find(({ answer }) => answer === 'undefined');
    throw new UserError('the program has undefined behaviour to begin with', [
      `${complaint?.checker}: ${complaint?.detail}`,
    ]);
  }
  const about = { tool, guard: before.verdict } as const;
  const reduced = await runTextSteps(program, {
    ...options,
    onChecked: (smaller) => onChecked({ ...about, program: smaller }),
    allows: (candidate) => guard.allows(candidate),
    seemsAllowed: (candidate) => guard.seemsFine(candidate),
    tool: reducer,
    expand: (small) => expandHeaders(laboratory, small, args),
  });
  // Nobody is asked any more: all that is left passed the test and the quick guard.
  if (signal.aborted) {
    const isSmaller = programSize(reduced) <= programSize(program);
    return { ...about, program: isSmaller ? reduced : program, end: 'aborted' };
  }
  const isFine = (await isInteresting(reduced)) && (await guard.allows(reduced, true));
  return { ...about, program: isFine ? reduced : program, end: isFine ? 'minimal' : 'aborted' };
}
