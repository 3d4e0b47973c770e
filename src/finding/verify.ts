/** Runs a finding's reproducer, as a person would. */
import { join } from 'node:path';
import { execa } from 'execa';
import { ownCommand } from '../util/own-command.ts';
import type { FindingFolder } from './finding-folder.ts';

/** `unclear` if the compiler could not run. */
export type Verified = 'there' | 'gone' | 'unclear';

const MAX_MS = 300_000;
const meanings: Readonly<Record<number, Verified>> = { 0: 'gone', 1: 'there' };

export async function verifyFinding(
  { path }: FindingFolder,
  compiler: string,
  { signal, searchPath }: { readonly signal: AbortSignal; readonly searchPath: string },
): Promise<Verified> {
  const cgfuzz = ownCommand();
  const { exitCode } = await execa('sh', [join(path, 'repro.sh')], {
    // The script reads one of the first two variables, by its kind of target. Some scripts ask cgfuzz to judge.
    env: {
      CC: compiler,
      TARGET: compiler,
      PATH: searchPath,
      ...(cgfuzz === undefined ? {} : { CGFUZZ: cgfuzz }),
    },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
    reject: false,
    timeout: MAX_MS,
    cancelSignal: signal,
  });
  return meanings[exitCode ?? -1] ?? 'unclear';
}
