/**
 * The last step on text: hands a program to C-Vise or C-Reduce, which know how to rewrite C where a generator cannot.
 *
 * They know nothing of undefined behaviour, and slip into it readily, since a program without a meaning does the wrong
 * thing on every compiler. So each of their candidates is held against the same test and against the sanitizers. They get
 * the program with its headers in it, where that still shows the bug, so that what is left needs nothing else.
 */
import { expandHeaders, type Laboratory, type Validity } from '../../oracle/index.ts';
import type { Program } from '../../program/index.ts';
import { findProgram } from '../../target/index.ts';
import { UserError } from '../../util/user-error.ts';
import { programSize } from '../worker.ts';
import { runTextReducer, type TextReducer } from './text-reducer.ts';
import { ValidityGuard } from './validity-guard.ts';

export interface TextReductionOptions {
  readonly isInteresting: (program: Program) => Promise<boolean>;
  readonly laboratory: Laboratory;
  /** As for the compiler under test; the sanitizers need them too. */
  readonly args: readonly string[];
  readonly jobs: number;
  readonly signal: AbortSignal;
  /** A line of what the tool says. */
  readonly onLine: (line: string) => void;
}

export interface TextReduced {
  readonly program: Program;
  readonly tool: TextReducer;
  /** What the sanitizers say of the result; undefined where nobody could be asked. */
  readonly guard: Validity['verdict'];
  readonly end: 'minimal' | 'aborted';
}

/** C-Vise or C-Reduce, whichever is installed. */
export function findTextReducer(searchPath: string): TextReducer {
  const found = (['cvise', 'creduce'] as const).find((tool) => findProgram(tool, searchPath));
  if (found === undefined) {
    throw new UserError('neither cvise nor creduce is installed', [
      'install one: sudo apt-get install cvise',
      'or take the folder elsewhere: cgfuzz reduce WHAT --export FOLDER',
    ]);
  }
  return found;
}

export async function reduceText(program: Program, options: TextReductionOptions): Promise<TextReduced> {
  const { isInteresting, laboratory, args, jobs, signal, onLine } = options;
  const tool = findTextReducer(laboratory.world.searchPath);
  const guard = await ValidityGuard.open(laboratory, program, args);
  const { before } = guard;
  if (before.verdict === 'undefined') {
    const complaint = before.reports.find(({ answer }) => answer === 'undefined');
    throw new UserError('the program has undefined behaviour to begin with', [
      `${complaint?.checker}: ${complaint?.detail}`,
    ]);
  }
  const guarded = async (candidate: Program): Promise<boolean> =>
    (await isInteresting(candidate)) && guard.allows(candidate);
  const expanded = await expandHeaders(laboratory, program, args);
  const isWhole = expanded !== undefined && (await guarded(expanded));
  const reduced = await runTextReducer(tool, isWhole ? expanded : program, {
    isInteresting: guarded,
    jobs,
    signal,
    isSmall: !isWhole,
    onLine,
  });
  const isCutShort = signal.aborted && programSize(reduced) > programSize(program);
  if (isCutShort || !(await guarded(reduced)))
    return { program, tool, guard: before.verdict, end: 'aborted' };
  return { program: reduced, tool, guard: before.verdict, end: signal.aborted ? 'aborted' : 'minimal' };
}
