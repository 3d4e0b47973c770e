/**
 * Claims: files that each name the worker for one piece of work.
 *
 * Invariant: if several workers want a claim at once, only one gets it. A worker that comes back still has
 * its claims, unless another worker took them over during a long absence.
 */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { appears } from '../../ownership/index.ts';
import { textIn } from './fleet-folder.ts';

/** Time without a sign of life after which another worker may take over the work. */
const TAKEN_OVER_MS = 300_000;

/**
 * True if the worker has the claim now. `silentMs` tells how long another worker has been without a sign of
 * life.
 */
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

/**
 * Moves a claim away: if several workers try, one succeeds. If the claim has another holder by now, it is put
 * back.
 */
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
