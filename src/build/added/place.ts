/**
 * The place of compilers of other releases: `compilers/NAME` in the cache. Each compiler has a root of its
 * own, a folder `bin` with the names that people use, and a note about itself.
 *
 * Invariant: a folder with a note in it is whole.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface AddedCompiler {
  /** The name, as in `gcc-16`. */
  readonly name: string;
  /** A release of Debian, as in `sid`. */
  readonly suite: string;
  /** The version of its package. */
  readonly version: string;
  /** Every package in its root, as in `libc6 2.42-2`. */
  readonly packages: readonly string[];
}

export const NOTE = 'compiler.json';

export function placeOfAdded(name: string, cache: string): string {
  return join(cache, 'compilers', name);
}

/** Every compiler that was added here. */
export function listAdded(cache: string): AddedCompiler[] {
  const folder = join(cache, 'compilers');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => !name.includes('.part-') && existsSync(join(folder, name, NOTE)))
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(folder, name, NOTE), 'utf8')) as AddedCompiler);
}

/** The search path with the added compilers after the installed ones. */
export function withAdded(searchPath: string, cache: string): string {
  const folders = listAdded(cache).map(({ name }) => join(placeOfAdded(name, cache), 'bin'));
  return [searchPath, ...folders].join(delimiter);
}

/**
 * The search path without the added compilers. Added compilers compile for this machine, but the programs
 * that they link need libraries of their own release. Installed compilers link programs and check them with
 * sanitizers.
 */
export function installedOnly(searchPath: string): string {
  return searchPath
    .split(delimiter)
    .filter((folder) => !/\/compilers\/[^/]+\/bin$/.test(folder))
    .join(delimiter);
}

/**
 * Every plain file in the folder and below it; the search follows no links, since some lead back to the
 * start.
 */
export function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.isFile()) yield path;
  }
}

export function bytesIn(folder: string): number {
  let bytes = 0;
  for (const file of filesIn(folder)) bytes += statSync(file).size;
  return bytes;
}
