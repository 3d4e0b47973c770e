/** Waiting for a lock: until its owner gives it back, or has given no sign of life for a whole lease. */
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from '../util/make-folder.ts';
import { Hold, type Holder, LEASE_MS, ownerInWords, takeFromSilent, takeLock } from './lock.ts';

const LOOK_MS = 250;

export interface WaitOptions {
  readonly leaseMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Hears of an owner on another machine, once. */
  readonly onSilent?: (holder: Holder) => void;
}

/** Signs of life of a lock's owner, as far as this process saw them. */
class Watch {
  readonly #leaseMs: number;
  #beat: string | undefined;
  #waitedMs = 0;

  constructor(leaseMs: number) {
    this.#leaseMs = leaseMs;
  }

  /** Counts a look. True if the owner gave a sign of life since the first look. */
  look({ beat, isKnown }: Holder): boolean {
    const hasChanged = this.#beat !== undefined && this.#beat !== beat;
    this.#waitedMs = hasChanged || this.#beat === undefined ? 0 : this.#waitedMs + LOOK_MS;
    this.#beat = beat;
    return isKnown || hasChanged;
  }

  get isSilent(): boolean {
    return this.#waitedMs >= this.#leaseMs;
  }
}

/**
 * Takes a lock whose owner may have ended on another machine: waits at most one lease for a sign of life.
 * Returns the owner if it lives.
 */
export async function takeIfSilent(file: string, options: WaitOptions = {}): Promise<Hold | Holder> {
  const { leaseMs = LEASE_MS, signal, onSilent } = options;
  makeFolder(dirname(file));
  const watch = new Watch(leaseMs);
  let hasTold = false;
  let before: Hold['before'] | undefined;
  for (;;) {
    const taken = takeLock(file, { leaseMs, before });
    if (taken instanceof Hold || watch.look(taken)) return taken;
    if (watch.isSilent && takeFromSilent(file, taken)) before = 'silent';
    if (!hasTold) onSilent?.(taken);
    hasTold = true;
    await sleep(LOOK_MS, undefined, { signal });
  }
}

/**
 * Does work alone, after the process that does it now. `onWait` hears which process that is, and its progress.
 */
export async function withLock<Result>(
  file: string,
  onWait: (who: string, progress: string) => void,
  work: (hold: Hold) => Promise<Result>,
  { signal, leaseMs = LEASE_MS }: WaitOptions = {},
): Promise<Result> {
  makeFolder(dirname(file));
  let told: string | undefined;
  const watch = new Watch(leaseMs);
  let taken = takeLock(file, { leaseMs });
  while (!(taken instanceof Hold)) {
    const { owner, progress } = taken;
    const words = `${ownerInWords(owner)} ${progress}`;
    if (words !== told) onWait(ownerInWords(owner), progress);
    told = words;
    watch.look(taken);
    if (watch.isSilent && !taken.isKnown) takeFromSilent(file, taken);
    await sleep(LOOK_MS, undefined, { signal });
    taken = takeLock(file, { leaseMs });
  }
  try {
    return await work(taken);
  } finally {
    taken.release();
  }
}
