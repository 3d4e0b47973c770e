/**
 * Removes a folder in which another person's program worked. Its folders may be unreadable, nested deeper
 * than a path may be long, or replaced by a link in the meantime.
 *
 * Node's `rmSync` works by names, and fails in the first two cases. Here a folder is opened once, no link is
 * followed, and inner folders move up before their content is removed. So depth costs neither stack nor path
 * length. A remainder (for example a mounted file system) stays, since it cannot be removed from here.
 */
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from 'node:fs';

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
/** Linux's O_PATH, which needs no right to read. */
const O_PATH = 0x200000;

export function removeTree(path: string): void {
  if (attempt(() => unlinkSync(path))) return;
  const folder = openFolder(path);
  if (folder === undefined) return;
  try {
    empty(folder);
  } finally {
    closeSync(folder);
  }
  attempt(() => rmdirSync(path));
}

function empty(folder: number): void {
  let number = 0;
  const at = (name: string): string => `/proc/self/fd/${folder}/${name}`;
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const name of listed(folder)) {
      if (removeEntry(at(name))) {
        hasChanged = true;
        continue;
      }
      const inner = openFolder(at(name));
      if (inner === undefined) continue;
      for (const nested of listed(inner)) {
        const from = `/proc/self/fd/${inner}/${nested}`;
        if (removeEntry(from)) hasChanged = true;
        else {
          // Moving a folder needs the right to write to it.
          const opened = openFolder(from);
          if (opened !== undefined) closeSync(opened);
          for (let tries = 0, isMoved = false; tries < 1_000 && !isMoved; tries++) {
            isMoved = attempt(() => renameSync(from, at(`.cgfuzz-${number++}`)));
            hasChanged ||= isMoved;
          }
        }
      }
      closeSync(inner);
      if (removeEntry(at(name))) hasChanged = true;
    }
  }
}

function listed(folder: number): string[] {
  return readdirSync(`/proc/self/fd/${folder}`);
}

function removeEntry(path: string): boolean {
  return attempt(() => unlinkSync(path)) || attempt(() => rmdirSync(path));
}

/** If the folder is ours, it is given a mode that allows listing and changing. */
function openFolder(path: string): number | undefined {
  let folder: number | undefined;
  const open = (): boolean => attempt(() => (folder = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)));
  if (!open()) {
    attempt(() => {
      const locked = openSync(path, O_PATH | O_DIRECTORY | O_NOFOLLOW);
      chmodSync(`/proc/self/fd/${locked}`, 0o700);
      closeSync(locked);
    });
    open();
  }
  if (folder !== undefined) attempt(() => fchmodSync(folder!, 0o700));
  return folder;
}

function attempt(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
