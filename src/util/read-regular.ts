/**
 * Reads a file in a folder that may come from somebody else. That person may have put anything in the file's
 * place.
 *
 * Invariants: it reads only a regular file, and follows no link. It never waits, for example for a pipe
 * without a writer. It refuses a file above its size limit before reading.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { UserError } from './user-error.ts';

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY } = constants;
const MB = 2 ** 20;

/** The largest record, text or program that a folder may hold; a segment or a table of statistics may be larger. */
export const MOST_RECORD_BYTES: number = 64 * MB;
export const MOST_TABLE_BYTES: number = 448 * MB;

/** Throws a `UserError`, or the system's error for a missing file. */
export function readRegular(path: string, mostBytes: number = MOST_RECORD_BYTES): Buffer {
  const fd = openRegular(path);
  try {
    const { size } = fstatSync(fd);
    if (size > mostBytes)
      throw new UserError(
        `${path} has ${Math.round(size / MB)} MB; at most ${mostBytes / MB} MB are possible`,
      );
    const bytes = Buffer.allocUnsafe(size);
    let have = 0;
    while (have < size) {
      const got = readSync(fd, bytes, have, size - have, have);
      if (got === 0) break;
      have += got;
    }
    return bytes.subarray(0, have);
  } finally {
    closeSync(fd);
  }
}

/** At most this number of bytes, from a place on. */
export function readRegularFrom(path: string, from: number, mostBytes: number): Buffer {
  const fd = openRegular(path);
  try {
    const bytes = Buffer.allocUnsafe(Math.min(mostBytes, Math.max(0, fstatSync(fd).size - from)));
    let have = 0;
    while (have < bytes.length) {
      const got = readSync(fd, bytes, have, bytes.length - have, from + have);
      if (got === 0) break;
      have += got;
    }
    return bytes.subarray(0, have);
  } finally {
    closeSync(fd);
  }
}

export function readRegularText(path: string, mostBytes?: number): string {
  return readRegular(path, mostBytes).toString();
}

function openRegular(path: string): number {
  let fd: number;
  try {
    fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP') throw new UserError(`${path} is a link, which is not followed`);
    if (code === 'ENXIO' || code === 'ENODEV') throw noFile(path);
    throw error;
  }
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw noFile(path);
}

function noFile(path: string): UserError {
  return new UserError(`${path} is no file`, ['a folder, a pipe or a device stands where a file belongs']);
}

/** True for a folder itself, and not for a link to one. */
export function isFolderItself(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
