/**
 * An interestingness script, with the contract of C-Reduce and C-Vise: run without arguments in a folder of its own that
 * holds the program's files, it says by exit code 0 that the program is interesting.
 *
 * It is somebody's own program, trusted as a shell trusts it. Invariant: when `ask` has returned, nothing that the script
 * started is left, unless it moved to a process group of its own.
 */
import { accessSync, constants, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import type { Program } from '../../program/index.ts';
import { makeFolder } from '../../util/make-folder.ts';
import { UserError } from '../../util/user-error.ts';

export interface ScriptOptions {
  /** A script that takes longer is ended, and the program is not interesting. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface ScriptAnswer {
  readonly isInteresting: boolean;
  /** `exit code 1`, `SIGSEGV`, `no answer within 300 s`. */
  readonly how: string;
  /** The end of what it printed. */
  readonly said: string;
}

const SAID_CHARACTERS = 2_000;

/** Throws what is wrong with the script as far as looking at it tells. */
export function checkScript(path: string): void {
  const text = `of a script that exits with 0 in a folder with an interesting program, such as\n    #!/bin/sh\n    clang -O2 -c test.c 2>&1 | grep 'Assertion'`;
  let isFile: boolean;
  try {
    isFile = statSync(path).isFile();
  } catch {
    throw new UserError(`there is no script ${path}`, [`the path ${text}`]);
  }
  if (!isFile) throw new UserError(`${path} is no file`, [`expected the path ${text}`]);
  try {
    accessSync(path, constants.X_OK);
  } catch {
    throw new UserError(`${path} is not executable`, [`make it so: chmod +x ${path}`]);
  }
}

export async function askScript(
  script: string,
  program: Program,
  { timeoutMs, signal }: ScriptOptions,
): Promise<ScriptAnswer> {
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-test-'));
  try {
    writeProgram(program, folder);
    return await run(script, folder, timeoutMs, signal);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

export function writeProgram({ files }: Program, folder: string): void {
  for (const { path, bytes } of files) {
    const file = join(folder, path);
    makeFolder(dirname(file));
    writeFileSync(file, bytes);
  }
}

async function run(
  script: string,
  folder: string,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<ScriptAnswer> {
  // Detached: a process group of its own, so that it can be ended with all it started.
  const running = execa(script, {
    cwd: folder,
    detached: true,
    stdin: 'ignore',
    all: true,
    reject: false,
    maxBuffer: 1 << 24,
  });
  let isLate = false;
  const end = (): void => {
    try {
      if (running.pid !== undefined) process.kill(-running.pid, 'SIGKILL');
    } catch {
      // It had ended.
    }
  };
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, timeoutMs);
  signal?.addEventListener('abort', end, { once: true });
  const { exitCode, signal: endedBy, all, originalMessage } = await running;
  clearTimeout(timer);
  signal?.removeEventListener('abort', end);
  end();
  const said = all.slice(-SAID_CHARACTERS);
  if (isLate) return { isInteresting: false, how: `no answer within ${timeoutMs / 1_000} s`, said };
  if (endedBy !== undefined) return { isInteresting: false, how: endedBy, said };
  if (exitCode === undefined)
    throw new UserError(`${script} cannot be run: ${originalMessage ?? 'for no reason that is known'}`, [
      'does its first line name an interpreter that is there, as in #!/bin/sh ?',
    ]);
  return { isInteresting: exitCode === 0, how: `exit code ${exitCode}`, said };
}
