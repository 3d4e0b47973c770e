/**
 * An interestingness script, with the contract of C-Reduce and C-Vise. It runs without arguments in its own
 * folder with the program's files; exit code 0 means that the program is interesting.
 *
 * It is a person's own program, which cgfuzz trusts as a shell does. Invariants: after `askScript`, nothing
 * that the script started is left; an interrupted question has no answer, and throws `Interrupted`.
 */
import { accessSync, constants, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Program } from '../../program/index.ts';
import { runKept } from '../../serve/index.ts';
import type { TargetWorld } from '../../target/index.ts';
import { makeFolder } from '../../util/make-folder.ts';
import { Interrupted } from '../../util/interrupted.ts';
import { removeTree } from '../../util/remove-tree.ts';
import { UserError } from '../../util/user-error.ts';
import { triageTuning } from '../tuning.ts';

export interface ScriptOptions {
  /** A script that takes longer is ended, and the program counts as not interesting. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly world: TargetWorld;
}

export interface ScriptAnswer {
  readonly isInteresting: boolean;
  /** `exit code 1`, `SIGSEGV`, `no answer within 300 s`. */
  readonly how: string;
  /** The end of its output. */
  readonly said: string;
}

const SAID_CHARACTERS = triageTuning.saidCharacters.value;

/** Throws an error if the script's file shows that something is wrong. */
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
  { timeoutMs, signal, world }: ScriptOptions,
): Promise<ScriptAnswer> {
  const isCutOff = (): boolean => signal?.aborted === true;
  if (isCutOff()) throw new Interrupted();
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-test-'));
  let said = '';
  const onOutput = (text: string): void => {
    said = (said + text).slice(-SAID_CHARACTERS);
  };
  try {
    writeProgram(program, folder);
    const end = await runKept(world, { file: script, folder, signal, timeoutMs, onOutput });
    if (end.isLate) return { isInteresting: false, how: `no answer within ${timeoutMs / 1_000} s`, said };
    if (isCutOff()) throw new Interrupted();
    if (end.cannot !== undefined)
      throw new UserError(`${script} cannot be run: ${end.cannot}`, [
        'does its first line name an interpreter that is there, as in #!/bin/sh ?',
      ]);
    if (end.signal !== undefined) return { isInteresting: false, how: end.signal, said };
    return { isInteresting: end.exitCode === 0, how: `exit code ${end.exitCode}`, said };
  } finally {
    removeTree(folder);
  }
}

export function writeProgram({ files }: Program, folder: string): void {
  for (const { path, bytes } of files) {
    const file = join(folder, path);
    makeFolder(dirname(file));
    writeFileSync(file, bytes);
  }
}
