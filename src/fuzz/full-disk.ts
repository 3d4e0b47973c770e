/** A full disk is waited out: nothing is lost, and nothing new is made meanwhile. */
import { setTimeout } from 'node:timers/promises';
import type { Tell } from '../campaign/index.ts';
import { tuning } from '../search/tuning.ts';

/** Undefined when the campaign was told to stop before there was room. */
export async function whenThereIsRoom<T>(
  write: () => T,
  signal: AbortSignal,
  tell: Tell,
): Promise<T | undefined> {
  for (let isWaiting = false; ; isWaiting = true) {
    try {
      const result = write();
      if (isWaiting) tell({ type: 'disk-free' });
      return result;
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      if (!isWaiting) tell({ type: 'disk-full', text: 'no room left on the disk; waiting until there is' });
    }
    if (signal.aborted) return undefined;
    await setTimeout(tuning.lookAgainMs.value, undefined, { signal }).catch(() => undefined);
  }
}

export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}
