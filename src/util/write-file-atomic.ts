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
  // In the same folder, so that the rename stays within one file system; 'wx', so that nothing is followed.
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
    // The system does not know which file a descriptor is of.
    throw Object.assign(error as NodeJS.ErrnoException, { path });
  }
  syncFolder(dirname(path));
}

/** A device or a pipe, such as /dev/stdout, is written to. To put a file in its place would take it away from everybody. */
function isDevice(path: string): boolean {
  const there = statSync(path, { throwIfNoEntry: false });
  return there !== undefined && !there.isFile() && !there.isDirectory();
}

/** Its own failure is not told: the error of the writing says more. */
function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The file stays; the next write of this process begins by removing it.
  }
}

/** Without this the new name itself may be lost with the power. */
function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
