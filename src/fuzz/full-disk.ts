/** A full disk is waited out: nothing is lost, and nothing new is made meanwhile. */
import { setTimeout } from 'node:timers/promises';
import type { Tell } from '../campaign/index.ts';
import { fuzzTuning } from './tuning.ts';
import { isDiskFull } from '../util/circumstance.ts';

/** How long a campaign waits, and who hears of it. */
export interface WaitForRoom {
  readonly signal: AbortSignal;
  /** Whether the campaign's time is over. */
  readonly isOver: () => boolean;
  readonly tell: Tell;
}

/** Undefined when the campaign was told to stop, or its time was over, before there was room. */
export async function whenThereIsRoom<T>(write: () => T, wait: WaitForRoom): Promise<T | undefined> {
  try {
    return write();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
  return whenThereIsRoomAgain(write, wait);
}

/** The same for a disk that is known to be full: it is not written to at once. */
export async function whenThereIsRoomAgain<T>(
  write: () => T,
  { signal, isOver, tell }: WaitForRoom,
): Promise<T | undefined> {
  tell({ type: 'disk-full', text: 'no room left on the disk; waiting until there is' });
  while (!signal.aborted && !isOver()) {
    await setTimeout(fuzzTuning.lookAgainMs.value, undefined, { signal }).catch(() => undefined);
    try {
      const result = write();
      tell({ type: 'disk-free' });
      return result;
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    }
  }
  return undefined;
}
