/**
 * Makes a folder and those above it.
 *
 * Node's own recursive `mkdirSync` never returns below `/proc` and other places where a parent exists and
 * refuses children with ENOENT. Here each step goes one folder deeper, so the loop ends after as many steps
 * as the path has folders.
 */
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Throws as `mkdirSync` does. An existing folder stays as it is. */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let folder = resolve(path); !isThere(folder); folder = dirname(folder)) missing.push(folder);
  for (const folder of missing.toReversed()) {
    try {
      mkdirSync(folder);
    } catch (error) {
      // Another process may have been faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(folder)) throw error;
    }
  }
  // If a file is in the way, this throws the error that says so.
  if (missing.length === 0 && !isFolder(path)) mkdirSync(path);
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined || dirname(path) === path;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
