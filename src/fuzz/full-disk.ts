/** A full disk: the campaign waits, loses nothing, and makes nothing new meanwhile. */
import { setTimeout } from 'node:timers/promises';
import type { Tell } from '../campaign/index.ts';
import { fuzzTuning } from './tuning.ts';
import { isDiskFull } from '../util/circumstance.ts';

/** The campaign's part in waiting: its limits, and the listener for messages. */
export interface WaitForRoom {
  readonly signal: AbortSignal;
  /** True if the campaign's time is over. */
  readonly isOver: () => boolean;
  readonly tell: Tell;
}

/** Undefined if the campaign was stopped, or its time was over, before there was room. */
export async function whenThereIsRoom<T>(write: () => T, wait: WaitForRoom): Promise<T | undefined> {
  try {
    return write();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
  return whenThereIsRoomAgain(write, wait);
}

/** The same for a disk that is known to be full: waits before the first attempt. */
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
