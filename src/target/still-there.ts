/** Looks whether a compiler vanished while a campaign ran: an upgrade took it away, or a person did. */
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';

import type { Execution } from '../serve/index.ts';
import { UserError } from '../util/user-error.ts';

/** The executor's exit code, and a shell's, for a program that cannot be run. */
const NOT_RUN = 127;

/** Throws if a program could not be run because its file is gone: its answers say nothing about the tests. */
export function checkStillThere(name: string, file: string, answers: readonly Execution[]): void {
  if (!isAbsolute(file) || answers.every(({ exitCode }) => exitCode !== NOT_RUN) || existsSync(file)) return;
  throw new UserError(`${name} is gone: there is no ${file} any more`, [
    'put it back and give the same command again; nothing that was kept is lost',
  ]);
}
