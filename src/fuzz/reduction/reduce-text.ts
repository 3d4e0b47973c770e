/**
 * The last step on text: hands a program to C-Vise or C-Reduce, which know how to rewrite C where a generator cannot.
 *
 * They know nothing of undefined behaviour, and slip into it readily, since a program without a meaning does the wrong
 * thing on every compiler. So each of their candidates is held against the same test and against the sanitizers.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { checkValidity, type Laboratory, type Validity, writeProgram } from '../../oracle/index.ts';
import type { Program } from '../../program/index.ts';
import { findProgram } from '../../target/index.ts';
import { UserError } from '../../util/user-error.ts';
import { openAskService } from './ask-service.ts';

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
  readonly tool: string;
  /** What the sanitizers say of the result; undefined where nobody could be asked. */
  readonly guard: Validity['verdict'];
  readonly end: 'minimal' | 'aborted';
}

const TIMEOUT_S = 300;

/** C-Vise or C-Reduce, whichever is installed. */
export function findTextReducer(searchPath: string): string {
  const found = ['cvise', 'creduce'].find((tool) => findProgram(tool, searchPath));
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
  const before = await checkValidity(laboratory, program, { args, quick: true });
  if (before.verdict === 'undefined') {
    const complaint = before.reports.find(({ answer }) => answer === 'undefined');
    throw new UserError('the program has undefined behaviour to begin with', [
      `${complaint?.checker}: ${complaint?.detail}`,
    ]);
  }
  const guarded = async (candidate: Program): Promise<boolean> => {
    if (!(await isInteresting(candidate))) return false;
    const { verdict } = await checkValidity(laboratory, candidate, { args, quick: true });
    return rank(verdict) >= rank(before.verdict);
  };
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-text-'));
  const work = mkdtempSync(join(folder, 'work-'));
  const service = await openAskService(folder, program, guarded);
  try {
    writeProgram(program, work);
    const files = program.files.map(({ path }) => path);
    const running = execa(
      tool,
      [
        '--n',
        String(jobs),
        '--timeout',
        String(TIMEOUT_S),
        '--skip-initial-passes',
        service.script,
        ...files,
      ],
      {
        cwd: work,
        reject: false,
        all: true,
        stdin: 'ignore',
        lines: true,
        detached: true,
      },
    );
    // With all that it started: what still ran would hold its output open.
    const end = (): void => {
      if (running.pid !== undefined) process.kill(-running.pid, 'SIGKILL');
    };
    signal.addEventListener('abort', end, { once: true });
    running.all.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n').filter(Boolean)) onLine(line);
    });
    const { exitCode, all } = await running;
    signal.removeEventListener('abort', end);
    const reduced = readBack(work, program);
    if (exitCode !== 0 && !signal.aborted)
      throw new UserError(`${tool} failed with exit code ${exitCode}`, all.slice(-5));
    if (!(await guarded(reduced))) return { program, tool, guard: before.verdict, end: 'aborted' };
    return { program: reduced, tool, guard: before.verdict, end: signal.aborted ? 'aborted' : 'minimal' };
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** As good as the original: a text reducer must not trade a warning or a run for a byte. */
function rank(verdict: Validity['verdict']): number {
  return ['undefined', 'unknown', 'suspicious', 'valid'].indexOf(verdict);
}

function readBack(folder: string, { main, language, files }: Program): Program {
  return {
    main,
    language,
    files: files.map(({ path }) => ({ path, bytes: readFileSync(join(folder, path)) })),
  };
}
