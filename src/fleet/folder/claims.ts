/**
 * Claims: files of which each names the worker that does a piece of work.
 *
 * Invariant: of several workers that want a claim at once, one has it. A worker that comes back has its claims still,
 * unless it was away for so long that another one took them over.
 */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { appears } from './appear.ts';
import { textIn } from './fleet-folder.ts';

/** Silence of a worker after which its work is given to another one. */
const TAKEN_OVER_MS = 300_000;

/** Whether the worker has the claim now. `silentMs` says how long another worker has given no sign of life. */
export function claimIn(
  folder: string,
  key: string,
  worker: string,
  silentMs: (worker: string) => number,
): boolean {
  const file = join(folder, key);
  const own = join(folder, `${key}.${worker}.tmp`);
  for (let attempt = 0; attempt < 3; attempt++) {
    const holder = textIn(file)?.trim();
    if (holder === worker) return true;
    if (holder !== undefined) {
      if (silentMs(holder) < TAKEN_OVER_MS || !isMovedAway(file, own, holder)) return false;
    }
    if (appears(file, `${worker}\n`, own)) return true;
  }
  return false;
}

/** Moves a claim away: one of several workers succeeds. A claim that is another one by now is put back. */
function isMovedAway(file: string, aside: string, holder: string): boolean {
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  if (textIn(aside)?.trim() === holder) return true;
  renameSync(aside, file);
  return false;
}
