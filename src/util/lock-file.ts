/**
 * Lock files: only one process at a time may do the work of a lock.
 *
 * A lock names its process by id and start time. So a killed process's lock blocks nobody, even if another
 * process has got its id since. Invariant: if several processes want a lock, one gets it.
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
import { quoted } from './quoted.ts';

/** Takes a lock. Returns the number of the process that holds it, if another one does. */
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
/** Characters of a command that a message has. */
const MOST_CHARACTERS = 80;

/**
 * Does work alone, after the process that does it now; `onWait` receives the number of each such process
 * once.
 */
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
 * True if the lock now belongs to this process. The lock appears with its content, so that nobody reads an
 * unfinished file.
 */
function linkLock(file: string): boolean {
  const own = `${file}.${process.pid}.tmp`;
  // A killed process with the same number, as in containers, may have left this second name of the lock.
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

/** Error codes of file systems without hard links. */
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

/** A process for a person, with its command if it is cgfuzz: `process 71 (cgfuzz compiler add gcc-16)`. */
export function processText(pid: number): string {
  const command = commandOf(pid);
  return command === undefined ? `process ${pid}` : `process ${pid} (${command})`;
}

/** Undefined for a process that is no cgfuzz, or whose words nobody may read. */
function commandOf(pid: number): string | undefined {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
    const own = words.findIndex((word) => /(?:^|\/)(?:cgfuzz(?:\.mjs)?|cli\/main\.js)$/.test(word));
    return own < 0
      ? undefined
      : ['cgfuzz', ...words.slice(own + 1).map(quoted)].join(' ').slice(0, MOST_CHARACTERS);
  } catch {
    return undefined;
  }
}

/** Renames first, so that of two processes that saw the same old lock only one removes it. */
function takeAway(file: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    // Another process may have been faster, and this may be its new lock.
    if (holderOf(aside) !== undefined) renameSync(aside, file);
    else rmSync(aside, { recursive: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Start time in clock ticks since the machine started; undefined if there is no such process. */
function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
