/**
 * Takes the name of a worker in the folder of a fleet, so that no two processes have one name.
 *
 * For a process on the same machine, the kernel says whether it still lives. For a process on another machine
 * only signs of life tell: after a while without any, it counts as dead. A process that was only asleep
 * learns from the lock that it has lost its name.
 */
import { hash } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from '../../util/make-folder.ts';
import { UserError } from '../../util/user-error.ts';
import { machineName, startOf } from '../process-name.ts';
import type { TakingName } from '../taking-name.ts';
import { appears } from './appear.ts';
import { textIn } from './fleet-folder.ts';

const LOOK_MS = 250;

/** Returns the text of the lock, by which its owner recognises it. */
export async function takeName(folder: string, name: string, options: TakingName): Promise<string> {
  makeFolder(folder);
  const lock = join(folder, 'lock');
  const own = `${machineName()} ${process.pid} ${startOf(process.pid)}\n`;
  // Processes on two machines may have the same number.
  const temporary = `${lock}.${hash('sha256', own).slice(0, 16)}`;
  while (!appears(lock, own, `${temporary}.tmp`)) {
    const holder = textIn(lock);
    if (holder === undefined) continue;
    await refuseLiving(folder, name, holder, options);
    takeAway(lock, holder, `${temporary}.old`);
  }
  return own;
}

/** Throws if the lock's process lives. */
async function refuseLiving(
  folder: string,
  name: string,
  holder: string,
  { patienceMs, signal, say }: TakingName,
): Promise<void> {
  const [where = '', pid = '', started = ''] = holder.trim().split(' ');
  if (where === machineName()) {
    if (startOf(pid) !== started) return;
    throw inUse(name, `as process ${pid}`);
  }
  const before = textIn(join(folder, 'beat'));
  say(
    `the worker ${name} ran on another machine; waiting ${Math.ceil(patienceMs / 1_000)} s for a sign of life`,
  );
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += LOOK_MS) {
    await sleep(LOOK_MS, undefined, { signal });
    if (textIn(join(folder, 'beat')) !== before) throw inUse(name, 'on another machine');
  }
}

function inUse(name: string, where: string): UserError {
  return new UserError(`the worker ${name} runs already, ${where}`, [
    'each process of a fleet needs a name of its own: --worker NAME',
  ]);
}

/** Renames the lock first: if several processes saw the same lock, only one can rename it. */
function takeAway(lock: string, holder: string, aside: string): void {
  try {
    renameSync(lock, aside);
    // Another process may have been faster, and this lock may be its new one.
    if (textIn(aside) === holder) rmSync(aside);
    else renameSync(aside, lock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
