/** Finds installed programs by name. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The full path of a program, or undefined if it is not installed. A name with a slash is not a program's
 * name: it leads elsewhere.
 */
export function findProgram(name: string, searchPath: string): string | undefined {
  if (name.includes('/')) return undefined;
  return searchPath
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

/** True if the path is a file that this user may execute. */
export function canExecute(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
