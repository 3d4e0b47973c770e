/**
 * Lock files: one process at a time does what a lock stands for.
 *
 * A lock names its process by id and start time. So the lock of a process that was killed holds nobody up, nor that of
 * a process whose id another one got since. Invariant: of several processes that want a lock, one has it.
 */
import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readRegularText } from './read-regular.ts';
import { makeFolder } from './make-folder.ts';

/** Takes a lock. If another process holds it, the number of that process. */
export function takeLock(file: string): number | undefined {
  for (let attempt = 0; !linkLock(file); attempt++) {
    const holder = holderOf(file);
    if (holder !== undefined) return holder;
    if (attempt > 10) throw new Error('its lock cannot be taken away');
    takeAway(file);
  }
  return undefined;
}

const WAIT_MS = 250;

/** Does something alone, after the process that does it now; `onWait` hears which process that is, once for each. */
export async function withLock<Result>(
  file: string,
  onWait: (holder: number) => void,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  makeFolder(dirname(file));
  let told: number | undefined;
  for (let holder = takeLock(file); holder !== undefined; holder = takeLock(file)) {
    if (holder !== told) onWait(holder);
    told = holder;
    await sleep(WAIT_MS, undefined, { signal });
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * Whether it is this process's now. It appears with its content, so that nobody reads a file that is not written yet.
 */
function linkLock(file: string): boolean {
  const own = `${file}.${process.pid}.tmp`;
  // A killed process of the same number, as there are in containers, may have left it as a second name of the lock.
  rmSync(own, { force: true });
  writeFileSync(own, `${process.pid} ${startTimeOf(process.pid) ?? ''}\n`);
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!NO_LINKS.includes(code)) throw error;
    return createLock(file);
  } finally {
    rmSync(own, { force: true });
  }
}

/** Answers of file systems without hard links. */
const NO_LINKS: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

function createLock(file: string): boolean {
  try {
    const fd = openSync(file, 'wx');
    try {
      writeSync(fd, `${process.pid} ${startTimeOf(process.pid) ?? ''}\n`);
    } finally {
      closeSync(fd);
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The process that holds a lock; undefined if it has ended. */
export function holderOf(file: string): number | undefined {
  let text: string;
  try {
    text = readRegularText(file);
  } catch {
    return undefined;
  }
  const [pid = '', started = ''] = text.trim().split(' ');
  const now = startTimeOf(Number(pid));
  return now !== undefined && (started === '' || now === started) ? Number(pid) : undefined;
}

/** Renaming first, so that of two processes that saw the same old lock only one removes it. */
function takeAway(file: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    // Somebody else may have been faster, and this be their new one.
    if (holderOf(aside) !== undefined) renameSync(aside, file);
    else rmSync(aside, { recursive: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** In clock ticks since the machine started; undefined if there is no such process. */
function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
