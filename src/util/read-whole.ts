/**
 * Reads a file that a person named, to its end if it has one. A device such as /dev/full never ends, and
 * would fill the memory.
 *
 * Invariant: it never waits for a writer. Only pipes that are open already, such as /dev/fd/63, may take time.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { reasonOf } from './circumstance.ts';
import { UserError } from './user-error.ts';

/** A device or a pipe may never end. Input from one is refused beyond this size. */
const MOST_BYTES = 2 ** 28;
const CHUNK_BYTES = 2 ** 16;
const A_PIPE = 'it is a pipe with a name, and cgfuzz reads files';

/** Files of this process that are open. A shell names its pipes so: `<(COMMAND)`. */
const OPEN_FILES = /^\/dev\/(?:fd\/|stdin$)|^\/proc\/self\/fd\//;
const WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

export function readWhole(path: string): Buffer {
  const isOpen = OPEN_FILES.test(path);
  const fd = openSync(path, isOpen ? 'r' : WITHOUT_WAITING);
  try {
    if (!isOpen && fstatSync(fd).isFIFO()) throw new Error(A_PIPE);
    return readOpened(fd);
  } finally {
    closeSync(fd);
  }
}

/** The same, with a failure in words. */
export function readNamed(path: string): Buffer {
  try {
    return readWhole(path);
  } catch (error) {
    throw new UserError(`cannot read ${path}: ${reasonOf(error)}`);
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
