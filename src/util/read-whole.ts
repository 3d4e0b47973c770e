/**
 * Reads a file that a person named, to its end if it has one. A device such as /dev/full never ends, and
 * would fill the memory.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

/** A device or a pipe may never end. Input from one is refused beyond this size. */
const MOST_BYTES = 2 ** 28;
const CHUNK_BYTES = 2 ** 16;

export function readWhole(path: string): Buffer {
  const fd = openSync(path, 'r');
  try {
    return readOpened(fd);
  } finally {
    closeSync(fd);
  }
}

/** The same for a file that is open. */
export function readOpened(fd: number): Buffer {
  if (fstatSync(fd).isFile()) return readFileSync(fd);
  const chunks: Uint8Array[] = [];
  for (let bytes = 0; bytes <= MOST_BYTES;) {
    const chunk = new Uint8Array(CHUNK_BYTES);
    const got = readSync(fd, chunk);
    if (got === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, got));
    bytes += got;
  }
  throw new Error(`it does not end within ${MOST_BYTES / 2 ** 20} MB`);
}
