/** Reads a file that a person named, where - is standard input, and tells them what is wrong with it if that fails. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../util/user-error.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'you may not read it',
  ELOOP: 'its links lead in a circle',
};

export function readInput(cwd: string, path: string): Uint8Array {
  try {
    return path === '-' ? readOpened(0) : readNamed(resolve(cwd, path));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
    if (path === '-') throw new UserError(`cannot read standard input: ${reason}`);
    throw new UserError(`cannot read ${path}: ${reason}`, [`looked for: ${resolve(cwd, path)}`]);
  }
}

/** A device or a pipe may never end. What comes from one is refused beyond this size. */
const MOST_BYTES = 2 ** 28;
const CHUNK_BYTES = 2 ** 16;

function readNamed(path: string): Uint8Array {
  const fd = openSync(path, 'r');
  try {
    return readOpened(fd);
  } finally {
    closeSync(fd);
  }
}

function readOpened(fd: number): Uint8Array {
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
