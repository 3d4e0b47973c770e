/** Checks whether a compiler vanished during a campaign, for example by an upgrade. */
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';

import type { Execution } from '../serve/index.ts';
import { UserError } from '../util/user-error.ts';

/** The exit code of the executor, and of a shell, for a program that cannot run. */
const NOT_RUN = 127;

/** Throws if a program's file is gone: its answers say nothing about the tests. */
export function checkStillThere(name: string, file: string, answers: readonly Execution[]): void {
  if (!isAbsolute(file) || answers.every(({ exitCode }) => exitCode !== NOT_RUN) || existsSync(file)) return;
  throw new UserError(`${name} is gone: there is no ${file} any more`, [
    'put it back and give the same command again; nothing that was kept is lost',
  ]);
}
