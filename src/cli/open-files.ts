/** Refuses to begin if this process may open too few files: Node then fails to load modules, and says it wrongly. */
import { readFileSync } from 'node:fs';
import { UserError } from '../util/user-error.ts';

/** Loading a large command opens 230 files at once; a campaign keeps some 20 a job open (measured 2026-11-29). */
const LEAST_FILES = 512;

/** Node raises the limit to the hard limit when it starts, so `limits` tells what the person can get. */
export function refuseFewFiles(limits: string = limitsOfProcess()): void {
  const [, allowed] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  if (allowed === undefined || Number(allowed) >= LEAST_FILES) return;
  throw new UserError(`this process may open ${allowed} files; cgfuzz needs ${LEAST_FILES}`, [
    `allow more in a new shell: ulimit -n ${2 * LEAST_FILES}; in a service: LimitNOFILE=${2 * LEAST_FILES}`,
    'if the shell refuses, raise the hard limit: nofile in /etc/security/limits.conf',
  ]);
}

/** Empty if the system does not tell. */
function limitsOfProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
