/**
 * Writes a file whole or not at all: readers, and a machine that loses power, see the old content or the new.
 */
import {
  closeSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

export function writeFileAtomic(path: string, content: Uint8Array | string): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  if (isDevice(path)) return writeFileSync(path, bytes);
  // The file is in the same folder, so that the rename stays within one file system; 'wx' makes sure that no
  // link is followed.
  const temporary = `${path}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  try {
    const fd = openSync(temporary, 'wx');
    try {
      let written = 0;
      while (written < bytes.length) written += writeSync(fd, bytes, written);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch (error) {
    removeIfPossible(temporary);
    // The system's error does not name the file of a descriptor.
    throw Object.assign(error as NodeJS.ErrnoException, { path });
  }
  syncFolder(dirname(path));
}

/**
 * Writes directly to a device or a pipe, such as /dev/stdout. Replacing it by a file would take it away from
 * everybody.
 */
function isDevice(path: string): boolean {
  const there = statSync(path, { throwIfNoEntry: false });
  return there !== undefined && !there.isFile() && !there.isDirectory();
}

/** Errors are ignored: the error of the write says more. */
function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The file stays; this process's next write removes it first.
  }
}

/** Without this sync a power failure may lose the new name itself. */
function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
