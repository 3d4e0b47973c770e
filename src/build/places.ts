/**
 * Places of built things: `${XDG_CACHE_HOME:-~/.cache}/cgfuzz`. The name of each thing follows from its
 * content.
 *
 * Invariant: a path without `.part-` in it is whole. An unfinished thing lies beside its place under a
 * `.part-PID` name and gets its final name at the end. cgfuzz removes unfinished things of dead processes.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

export function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex').slice(0, 24);
}

let parts = 0;

export function partPathOf(path: string): string {
  makeFolder(dirname(path));
  return `${path}.part-${process.pid}-${parts++}`;
}

/** Makes a folder that appears whole or not at all. Leaves an existing folder as it is. */
export async function makeWhole(folder: string, fill: (part: string) => Promise<void>): Promise<void> {
  sweepParts(dirname(folder));
  if (existsSync(folder)) return;
  const part = partPathOf(folder);
  mkdirSync(part);
  try {
    await fill(part);
    publish(part, folder);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
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

/** Removes the unfinished things that killed processes left in a folder. */
export function sweepParts(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const [, pid] = /\.part-(\d+)-\d+/.exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}
