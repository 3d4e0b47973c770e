/**
 * Memory that is shared with another process: a file without a name, which the other process opens through
 * `/proc`.
 *
 * Node cannot map memory, and need not: reading and writing a file in `/dev/shm` is as fast. Invariant:
 * nothing of it remains after this process, at any kind of end.
 */
import {
  accessSync,
  closeSync,
  constants,
  ftruncateSync,
  openSync,
  readSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let made = 0;

export class SharedFile {
  readonly fd: number;
  #room: Buffer = Buffer.alloc(0);

  /** All writes of others append, so that a new writer after `clear` begins at the start. */
  constructor(size: number = 0) {
    const path = join(folder(), `cgfuzz-shared-${process.pid}-${made++}`);
    this.fd = openSync(
      path,
      constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | (size === 0 ? constants.O_APPEND : 0),
      0o600,
    );
    unlinkSync(path);
    ftruncateSync(this.fd, size);
  }

  /** The name by which another process of the same person opens it. */
  get path(): string {
    return `/proc/${process.pid}/fd/${this.fd}`;
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.fd, bytes, at, bytes.length - at, at);
  }

  /** The first bytes of the memory, as many as exist. They are valid until the next read. */
  read(length: number): Uint8Array {
    if (this.#room.length < length) this.#room = Buffer.alloc(length);
    let at = 0;
    for (let more = -1; more !== 0 && at < length; at += more)
      more = readSync(this.fd, this.#room, at, length - at, at);
    return this.#room.subarray(0, at);
  }

  /** Its beginning as text. */
  text(length: number): string {
    const bytes = this.read(length);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
  }

  /** Drops all of it. */
  clear(): void {
    ftruncateSync(this.fd, 0);
  }

  close(): void {
    closeSync(this.fd);
  }
}

function folder(): string {
  try {
    accessSync('/dev/shm', constants.W_OK);
    return '/dev/shm';
  } catch {
    return tmpdir();
  }
}
