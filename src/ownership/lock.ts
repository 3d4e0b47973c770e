/**
 * Locks: only one process at a time owns the thing of a lock, on all machines that share its disk.
 *
 * A lock is a file that names its owner. The owner rewrites it every few seconds. So the date of the file is
 * the owner's last sign of life, by the clock of the disk. If the kernel knows the owner, the kernel decides.
 * Otherwise an owner without a sign of life for a whole lease has lost the lock. Such an owner may only have
 * slept: before each write it looks whether the lock is still its own.
 *
 * Invariant: if several processes want a lock, one gets it.
 */
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  linkSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { hash } from 'node:crypto';
import { quoted } from '../util/quoted.ts';
import { UserError } from '../util/user-error.ts';
import { appears } from './appear.ts';
import { fateOf, type Owner, ownerHere, readOwner, textOfOwner } from './owner.ts';

/**
 * Time without a sign of life after which an owner that no kernel can judge has lost its lock. Tests set the
 * variable to wait for less time; it must be the same for all processes.
 */
export const LEASE_MS: number = Number(process.env['CGFUZZ_LEASE_MS'] ?? 60_000);
/** Time between two signs of life. */
const BEAT_MS = 5_000;
/** Characters of a command that a message has. */
const MOST_CHARACTERS = 80;
/** A lock is one line with an owner, and one with its progress. */
const MOST_BYTES = 4_096;
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
/** Error codes if something else than a file has the name of a lock: that names no owner. */
const NO_FILE: readonly string[] = ['EISDIR', 'ELOOP', 'ENXIO', 'ENODEV'];

/** A lock of another process. */
export interface Holder {
  readonly owner: Owner;
  /** True if the kernel says that the process lives; otherwise only signs of life tell. */
  readonly isKnown: boolean;
  /** Time since its last sign of life, by the clock of the disk; negative if the sign is of the future. */
  readonly silentMs: number;
  /** Its work in its own words; empty if it says nothing. */
  readonly progress: string;
  /** Changes with each sign of life. */
  readonly beat: string;
}

/**
 * Tells if a lock was free, was left by an ended process, or was taken from a silent process that may only
 * sleep.
 */
type Before = 'nobody' | 'ended' | 'silent';

/** Locks of this process. Its end frees them, so that another container needs not wait for the lease. */
const holds = new Set<Hold>();
const freeAll = (): void => holds.forEach((hold) => hold.release());

/** A lock that this process has. */
export class Hold {
  readonly file: string;
  readonly before: Before;
  readonly #line: string;
  readonly #beating: NodeJS.Timeout;
  #progress = '';
  #isLost = false;

  constructor(file: string, line: string, before: Before, beatMs: number) {
    this.file = file;
    this.before = before;
    this.#line = line;
    this.#beating = setInterval(() => this.#beat(), beatMs);
    this.#beating.unref();
    if (holds.size === 0) process.once('exit', freeAll);
    holds.add(this);
  }

  /** Tells waiting processes what this process does. */
  tell(progress: string): void {
    this.#progress = progress.replaceAll(/\s+/g, ' ').slice(0, 200);
  }

  /** True until another process took the lock. */
  get isOurs(): boolean {
    if (this.#isLost) return false;
    const found = readLock(this.file);
    if (found === 'unreadable') return true;
    // If somebody removed the file, this process makes it again, unless another process was faster.
    if (found === undefined) this.#isLost = !isMadeAgain(this.file, this.#line);
    else this.#isLost = found.line !== this.#line;
    return !this.#isLost;
  }

  /** Throws if another process has the lock by now; called before each write. */
  refuseLoss(what: string): void {
    if (this.isOurs) return;
    const found = readLock(this.file);
    const holder = found === undefined || found === 'unreadable' ? undefined : readOwner(found.line);
    throw new UserError(
      `${what} belongs to ${holder === undefined ? 'another process' : ownerInWords(holder)} by now`,
      [
        `this process gave no sign of life for ${LEASE_MS / 1_000} s or more, as one that was stopped; it ends without writing`,
      ],
    );
  }

  release(): void {
    clearInterval(this.#beating);
    holds.delete(this);
    if (holds.size === 0) process.off('exit', freeAll);
    if (this.isOurs) rmSync(this.file, { force: true });
    this.#isLost = true;
  }

  /**
   * Writes to the file that it read. If another file has the name of the lock by now, that file stays as it is.
   */
  #beat(): void {
    let fd: number | undefined;
    try {
      fd = openSync(this.file, 'r+');
      if (lineIn(fd) !== this.#line) return;
      const bytes = Buffer.from(`${this.#line}\n${this.#progress}\n`);
      writeSync(fd, bytes, 0, bytes.length, 0);
      ftruncateSync(fd, bytes.length);
    } catch {
      // The disk is away or full: the next sign of life may succeed.
    } finally {
      if (fd !== undefined) closeSync(fd);
    }
  }
}

export interface TakeOptions {
  readonly leaseMs?: number;
  readonly beatMs?: number;
  /** The way in which the lock became free, if this process took it away already. */
  readonly before?: Before | undefined;
}

/** Takes a lock, or tells who has it. */
export function takeLock(file: string, options: TakeOptions = {}): Hold | Holder {
  const { leaseMs = LEASE_MS, beatMs = Math.min(BEAT_MS, leaseMs / 6) } = options;
  let { before = 'nobody' } = options;
  const temporary = `${file}.${hash('sha256', textOfOwner(ownerHere(0))).slice(0, 16)}`;
  for (let attempt = 0; ; attempt++) {
    const nowMs = dateOfDisk(`${temporary}.tmp`);
    const line = textOfOwner(ownerHere(nowMs));
    if (appears(file, `${line}\n\n`, `${temporary}.tmp`)) return new Hold(file, line, before, beatMs);
    const found = readLock(file);
    if (found === 'unreadable') throw new UserError(`${file} cannot be read`, [byHand(file)]);
    if (found === undefined) continue;
    const holder = holderIn(found, nowMs);
    if (holder !== undefined && (holder.isKnown || holder.silentMs < leaseMs)) return holder;
    if (attempt > 10) throw new Error(`${file} cannot be taken away`);
    if (takeAway(file, found, `${temporary}.old`)) before = holder === undefined ? 'ended' : 'silent';
  }
}

/** Takes away the lock of a process that gave no sign of life while this one waited. */
export function takeFromSilent(file: string, { beat }: Holder): boolean {
  const found = readLock(file);
  if (found === undefined || found === 'unreadable') return false;
  const temporary = `${file}.${hash('sha256', textOfOwner(ownerHere(0))).slice(0, 16)}`;
  return beatOf(found) === beat && takeAway(file, found, `${temporary}.old`);
}

/** The process that has a lock; undefined if the lock is free, or its owner has ended. */
export function holderOf(file: string): Holder | undefined {
  const found = readLock(file);
  if (found === undefined || found === 'unreadable') return undefined;
  const temporary = `${file}.${hash('sha256', textOfOwner(ownerHere(0))).slice(0, 16)}.tmp`;
  let nowMs = found.dateMs;
  try {
    nowMs = dateOfDisk(temporary);
  } catch {
    // A disk that can only be read: nothing tells the time there.
  } finally {
    rmSync(temporary, { force: true });
  }
  const holder = holderIn(found, nowMs);
  return holder === undefined || holder.isKnown || holder.silentMs < LEASE_MS ? holder : undefined;
}

/** An owner in words: `process 12`, with its machine if that is another one. */
export function ownerInWords(owner: Owner): string {
  return fateOf(owner) === 'elsewhere'
    ? `process ${owner.pid} on ${owner.host || 'another machine'} (another machine or container)`
    : processText(owner.pid);
}

/** A process for a person, with its command if it is cgfuzz: `process 71 (cgfuzz compiler add gcc-16)`. */
function processText(pid: number): string {
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

/** Hints about a lock: since when its owner has it, and how to take it over. */
export function hintsOf(file: string, { owner, isKnown, silentMs }: Holder): string[] {
  if (isKnown) return [];
  const since = owner.sinceMs === 0 ? '' : `since ${new Date(owner.sinceMs).toISOString()}; `;
  const seconds = Math.round(silentMs / 1_000);
  const life =
    seconds < 0 ? 'its last sign of life is dated in the future' : `last sign of life ${seconds} s ago`;
  return [`${since}${life}`, byHand(file)];
}

function byHand(file: string): string {
  return `if you are sure that it has ended: rm ${file}`;
}

interface Found {
  readonly line: string;
  readonly progress: string;
  readonly dateMs: number;
}

/** Opens the file, since a network file system then asks its server for the date. */
function readLock(file: string): Found | 'unreadable' | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const bytes = Buffer.alloc(MOST_BYTES);
    const text = bytes.toString('utf8', 0, readSync(fd, bytes, 0, MOST_BYTES, 0));
    const [line = '', progress = ''] = text.split('\n');
    return { line, progress, dateMs: fstatSync(fd).mtimeMs };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    return NO_FILE.includes(code) ? { line: '', progress: '', dateMs: 0 } : 'unreadable';
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function lineIn(fd: number): string {
  const bytes = Buffer.alloc(MOST_BYTES);
  return bytes.toString('utf8', 0, readSync(fd, bytes, 0, MOST_BYTES, 0)).split('\n', 1)[0]!;
}

function beatOf({ line, dateMs }: Found): string {
  return `${line} ${dateMs}`;
}

/** Undefined if nobody has the lock any more: its process has ended, or its text names nobody. */
function holderIn(found: Found, nowMs: number): Holder | undefined {
  const owner = readOwner(found.line);
  const fate = owner === undefined ? 'ended' : fateOf(owner);
  if (owner === undefined || fate === 'ended') return undefined;
  const silentMs = nowMs - found.dateMs;
  return { owner, isKnown: fate === 'alive', silentMs, progress: found.progress, beat: beatOf(found) };
}

/** The present time at the disk of a file. */
function dateOfDisk(temporary: string): number {
  rmSync(temporary, { force: true });
  writeFileSync(temporary, '');
  return statSync(temporary).mtimeMs;
}

function isMadeAgain(file: string, line: string): boolean {
  try {
    return appears(file, `${line}\n\n`, `${file}.${hash('sha256', line).slice(0, 16)}.again`);
  } catch {
    // The whole folder is away; the next write will tell.
    return true;
  }
}

/**
 * Renames first, so that of several processes that saw the same lock only one removes it. If another process
 * was faster, or the owner gave a sign of life, the lock is put back.
 */
function takeAway(file: string, seen: Found, aside: string): boolean {
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  const found = readLock(aside);
  const isSame = found !== undefined && found !== 'unreadable' && beatOf(found) === beatOf(seen);
  try {
    if (!isSame) linkSync(aside, file);
  } catch {
    // A third process has the lock by now; the owner of the old one notices that.
  }
  rmSync(aside, { recursive: true, force: true });
  return isSame;
}
