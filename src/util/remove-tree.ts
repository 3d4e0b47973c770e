/**
 * Removes a folder in which somebody else's program worked. Its folders may be unreadable, nested deeper than a path
 * may be long, or replaced by a link in the meantime.
 *
 * Node's `rmSync` goes by names: it fails on the first two. Here a folder is opened once, nothing is followed, and what
 * is nested is moved up before it is looked into. So depth costs neither stack nor length of a path. A rest in the end
 * (somebody mounted something there) is left, since nobody can mend that from here.
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
          // A user who moves a folder must be allowed to write to it.
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

/** If the folder is ours, it is made one that can be listed and changed. */
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
