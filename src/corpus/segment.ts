/**
 * Segment: records in an append-only file, each with its size and a checksum.
 *
 * Invariants: a record is whole or it does not count. A process that is killed while it writes leaves at most
 * a torn last record, which the next record overwrites. Damage destroys only the damaged records, since a
 * reader continues at the next mark. Damaged bytes stay in the file. The system has an appended record before
 * `append` returns, so that killing the process loses none of it.
 */
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
  writevSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';
import { MOST_TABLE_BYTES, readRegular, readRegularFrom } from '../util/read-regular.ts';
import { UserError } from '../util/user-error.ts';

/** `CGR1`, at the start of each record. */
const MARK = 0x31524743;
const HEAD_BYTES = 12;

/** The place of a record's content. */
export interface SegmentPlace {
  readonly offset: number;
  readonly length: number;
}

export interface Scan {
  readonly records: readonly { readonly place: SegmentPlace; readonly bytes: Uint8Array }[];
  /** The place of the next record. */
  readonly end: number;
  /** Bytes that belong to no record. */
  readonly damagedBytes: number;
  /** Number of records that began in those bytes, as far as their marks tell. */
  readonly damagedRecords: number;
  /** Bytes after `end`: the beginning of an unfinished record. */
  readonly tornBytes: number;
}

export function scanSegment(path: string): Scan {
  return scanRecords(existsSync(path) ? readRegular(path, MOST_TABLE_BYTES) : Buffer.alloc(0));
}

function scanRecords(bytes: Buffer): Scan {
  const whole = wholeRecords(bytes);
  if (isTorn(bytes, whole.end)) return { ...whole, tornBytes: bytes.length - whole.end };
  return {
    records: whole.records,
    end: bytes.length,
    damagedBytes: whole.damagedBytes + bytes.length - whole.end,
    damagedRecords: whole.damagedRecords + recordsBegunIn(bytes.subarray(whole.end)),
    tornBytes: 0,
  };
}

/** Records of a segment that another process appends to, and the place to continue from. */
interface LaterRecords {
  readonly records: readonly Uint8Array[];
  readonly next: number;
  readonly damagedBytes: number;
}

/**
 * Reads the records from a place on, at most this number of bytes: twice the size of the longest record.
 * Bytes after the last whole record may belong to an unfinished one: the next call reads them again.
 */
export function readLaterRecords(path: string, from: number, mostBytes: number): LaterRecords {
  const bytes = readRegularFrom(path, from, mostBytes);
  const { records, end, damagedBytes } = wholeRecords(bytes);
  if (records.length > 0 || bytes.length < mostBytes)
    return { records: records.map((each) => each.bytes), next: from + end, damagedBytes };
  // A record that began in the first half would have ended by now.
  const skipped = mostBytes >> 1;
  return { records: [], next: from + skipped, damagedBytes: skipped };
}

/** Whole records, the end of the last one, and the bytes between them that belong to no record. */
function wholeRecords(bytes: Buffer): Omit<Scan, 'tornBytes'> {
  const records: { place: SegmentPlace; bytes: Uint8Array }[] = [];
  let end = 0;
  let damagedBytes = 0;
  let damagedRecords = 0;
  for (let at = 0; at + HEAD_BYTES <= bytes.length;) {
    const length = wholeRecordAt(bytes, at);
    if (length === undefined) {
      at = nextMark(bytes, at + 1);
      continue;
    }
    const place = { offset: at + HEAD_BYTES, length };
    records.push({ place, bytes: bytes.subarray(place.offset, place.offset + length) });
    damagedBytes += at - end;
    damagedRecords += recordsBegunIn(bytes.subarray(end, at));
    at = end = place.offset + length;
  }
  return { records, end, damagedBytes, damagedRecords };
}

/** The first of these damaged bytes begin a record, even if its mark is damaged. */
function recordsBegunIn(bytes: Buffer): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at = nextMark(bytes, at + 1)) count++;
  return count;
}

function nextMark(bytes: Buffer, from: number): number {
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(MARK);
  const at = bytes.indexOf(mark, from);
  return at < 0 ? bytes.length : at;
}

/** True if a killed process can have left the bytes from here to the end; otherwise they are damage. */
function isTorn(bytes: Buffer, from: number): boolean {
  const left = bytes.length - from;
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(MARK);
  if (!bytes.subarray(from, from + 4).equals(mark.subarray(0, Math.min(4, left)))) return false;
  return left < HEAD_BYTES || bytes.readUInt32LE(from + 4) > left - HEAD_BYTES;
}

function wholeRecordAt(bytes: Buffer, at: number): number | undefined {
  if (bytes.readUInt32LE(at) !== MARK) return undefined;
  const length = bytes.readUInt32LE(at + 4);
  const from = at + HEAD_BYTES;
  if (from + length > bytes.length) return undefined;
  return crc32(bytes.subarray(from, from + length)) === bytes.readUInt32LE(at + 8) ? length : undefined;
}

export class Segment {
  readonly #path: string;
  readonly #fd: number;
  #end: number;

  private constructor(path: string, mode: 'r' | 'r+' | 'wx+', end: number) {
    this.#path = path;
    this.#fd = openSync(path, mode);
    this.#end = end;
  }

  /** Makes a new file; throws if a file of that name exists. */
  static create(path: string): Segment {
    return new Segment(path, 'wx+', 0);
  }

  static read(path: string, end: number): Segment {
    return new Segment(path, 'r', end);
  }

  /** Opens a segment to append; cuts off the bytes after `end`. */
  static goOn(path: string, end: number): Segment {
    const segment = new Segment(path, 'r+', end);
    try {
      if (fstatSync(segment.#fd).size > end) ftruncateSync(segment.#fd, end);
    } catch (error) {
      segment.close();
      throw Object.assign(error as Error, { path });
    }
    return segment;
  }

  get size(): number {
    return this.#end;
  }

  /**
   * Appends one record, whose content is given in parts. If the system refuses, `append` throws its error and
   * leaves nothing of the record.
   */
  append(...parts: readonly Uint8Array[]): SegmentPlace {
    const head = Buffer.allocUnsafe(HEAD_BYTES);
    let length = 0;
    let checksum = 0;
    for (const part of parts) {
      length += part.length;
      checksum = crc32(part, checksum);
    }
    head.writeUInt32LE(MARK, 0);
    head.writeUInt32LE(length, 4);
    head.writeUInt32LE(checksum, 8);
    const record = [head, ...parts];
    const size = HEAD_BYTES + length;
    try {
      for (let written = writevSync(this.#fd, record, this.#end); written < size;) {
        const rest = Buffer.concat(record).subarray(written);
        written += writeSync(this.#fd, rest, 0, rest.length, this.#end + written);
      }
    } catch (error) {
      this.#cutOff();
      throw Object.assign(error as Error, { path: this.#path });
    }
    const place = { offset: this.#end + HEAD_BYTES, length };
    this.#end += size;
    return place;
  }

  read({ offset, length }: SegmentPlace): Uint8Array {
    const bytes = new Uint8Array(length);
    for (let have = 0; have < length;) {
      const count = readSync(this.#fd, bytes, have, length - have, offset + have);
      if (count === 0)
        throw new UserError(`${this.#path} is shorter than it was: somebody else writes to it`);
      have += count;
    }
    return bytes;
  }

  /**
   * Waits until appended records would survive a crash of the machine, or have reached the machine that
   * shares the file.
   */
  sync(): void {
    fdatasyncSync(this.#fd);
  }

  close(): void {
    closeSync(this.#fd);
  }

  #cutOff(): void {
    try {
      ftruncateSync(this.#fd, this.#end);
    } catch {
      // A torn record may stay; it does not count, and the next record overwrites it.
    }
  }
}
