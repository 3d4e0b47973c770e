/** Runs a finding's reproducer, as a person would. */
import { join } from 'node:path';
import { execa } from 'execa';
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
  const { exitCode } = await execa('sh', [join(path, 'repro.sh')], {
    // The script reads one of these variables, by its kind of target.
    env: { CC: compiler, TARGET: compiler, PATH: searchPath },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
    reject: false,
    timeout: MAX_MS,
    cancelSignal: signal,
  });
  return meanings[exitCode ?? -1] ?? 'unclear';
}
