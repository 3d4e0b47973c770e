/**
 * Places of built things: `${XDG_CACHE_HOME:-~/.cache}/cgfuzz`. The name of each thing follows from its
 * content.
 *
 * Invariant: a path without `.part-` in it is whole. An unfinished thing lies beside its place under a
 * `.part-` name with its process, and gets its final name at the end. cgfuzz removes unfinished things of dead
 * processes. It removes nothing of a living process, not even of a process on another machine.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fateOf, ownerHere, withLock } from '../ownership/index.ts';
import { makeFolder } from '../util/make-folder.ts';

export function cacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  return join(env['XDG_CACHE_HOME'] || join(env['HOME'] || homedir(), '.cache'), 'cgfuzz');
}

/**
 * The folder `instrumentation` of this package, found from the sources and from any folder of compiled code.
 */
export const instrumentationFolder: string = findInstrumentation(dirname(fileURLToPath(import.meta.url)));

function findInstrumentation(from: string): string {
  const here = join(from, 'instrumentation');
  if (existsSync(join(here, 'coverage', 'cgfuzz-coverage.c'))) return here;
  if (dirname(from) === from) throw new Error('this package has no folder "instrumentation"');
  return findInstrumentation(dirname(from));
}

/** Tests that come with this package, a file for each source. */
export const seedsFolder: string = join(dirname(instrumentationFolder), 'corpus');

/** The pages that come with this package, with the known bugs and their programs. */
export const pagesFolder: string = join(dirname(instrumentationFolder), 'docs');

export function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex').slice(0, 24);
}

let parts = 0;
/** Folders in which this process makes things; each has a sign of life of this process. */
const folders = new Map<string, string>();

/**
 * A name for an unfinished thing. Other machines and containers see by the date of a file beside it that its
 * process lives.
 */
export function partPathOf(path: string): string {
  const folder = dirname(path);
  makeFolder(folder);
  const { pid, start, scope } = ownerHere(0);
  const own = `${pid}-${start}-${keyOf(scope)}`;
  if (!folders.has(folder)) {
    if (folders.size === 0) beginBeats();
    folders.set(folder, join(folder, `cgfuzz.part-${own}-${BEAT}`));
    beat(folders.get(folder)!);
  }
  return `${path}.part-${own}-${parts++}`;
}

const BEAT = 'beat';
const BEAT_MS = 10_000;

function keyOf(scope: string): string {
  return hashOf(scope).slice(0, 8);
}

function beginBeats(): void {
  setInterval(() => folders.forEach(beat), BEAT_MS).unref();
  process.once('exit', () => folders.forEach((file) => rmSync(file, { force: true })));
}

function beat(file: string): void {
  try {
    writeFileSync(file, '.');
  } catch {
    // The folder was removed, or its disk is full: the work itself will tell.
  }
}

/** Messages of a process that makes a thing, and of a process that waits until another process has made it. */
export interface Making {
  readonly say?: ((text: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes a folder that appears whole or not at all. Leaves an existing folder as it is. If several processes
 * want it, one makes it, and the others wait. `tell` shows to them how far it is.
 */
export async function makeWhole(
  folder: string,
  fill: (part: string, tell: (text: string) => void) => Promise<void>,
  making: Making = {},
): Promise<void> {
  sweepParts(dirname(folder));
  if (existsSync(folder)) return;
  await makeOnce(`${folder}.part-lock`, making, async (tell) => {
    if (existsSync(folder)) return;
    const part = partPathOf(folder);
    mkdirSync(part);
    try {
      await fill(part, tell);
      publish(part, folder);
    } finally {
      rmSync(part, { recursive: true, force: true });
    }
  });
}

/** Does work that one process does for all that share the cache. */
export async function makeOnce<Result>(
  lock: string,
  { say, signal }: Making,
  work: (tell: (text: string) => void) => Promise<Result>,
): Promise<Result> {
  const onWait = (who: string, progress: string): void =>
    say?.(`waiting for ${who}, which makes the same${progress === '' ? '' : `: ${progress}`}`);
  return withLock(lock, onWait, (hold) => work((text) => hold.tell(text)), { signal });
}

/**
 * The last step: gives a finished thing its final name. Another process may have finished the same thing
 * first.
 */
export function publish(part: string, path: string): void {
  try {
    renameSync(part, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
    rmSync(part, { recursive: true, force: true });
  }
}

/** Time without a sign of life after which another machine's process counts as dead. */
const LEASE_MS = 120_000;
/** Earlier versions of cgfuzz gave no sign of life. */
const OLD_MS = 86_400_000;

/**
 * Removes the unfinished things of ended processes in a folder. The kernel answers for processes of this
 * machine and container; for all others the sign of life beside their things does.
 */
export function sweepParts(folder: string): void {
  if (!existsSync(folder)) return;
  const names = readdirSync(folder).filter((name) => name.includes('.part-'));
  let nowMs: number | undefined;
  for (const name of names) {
    const path = join(folder, name);
    const isDead = isOfEndedProcess(path, () => (nowMs ??= dateOfDisk(partPathOf(join(folder, 'now')))));
    if (isDead) rmSync(path, { recursive: true, force: true });
  }
}

/** A compiler that is killed leaves a file of its own, with `.tmp` after the name that it was given. */
function isOfEndedProcess(path: string, nowMs: () => number): boolean {
  const name = basename(path);
  const [, pid = '', start, key] = /\.part-(\d+)-(?:(\d+)-([0-9a-f]{8})-)?\w+(?:\.tmp)?$/.exec(name) ?? [];
  if (pid === '') return false;
  const { scope } = ownerHere(0);
  const isHere = key === undefined || key === keyOf(scope);
  if (isHere && fateOf({ pid: Number(pid), start: start ?? '', scope, host: '', sinceMs: 0 }) === 'alive')
    return false;
  if (key !== undefined && isHere) return true;
  const sign = key === undefined ? path : join(dirname(path), `cgfuzz.part-${pid}-${start}-${key}-${BEAT}`);
  const { mtimeMs } = statSync(sign, { throwIfNoEntry: false }) ?? {};
  return mtimeMs === undefined || nowMs() - mtimeMs > (key === undefined ? OLD_MS : LEASE_MS);
}

/** The time now by the disk's own clock, read from a new file that is then removed. */
function dateOfDisk(file: string): number {
  writeFileSync(file, '');
  const { mtimeMs } = statSync(file);
  rmSync(file);
  return mtimeMs;
}
