/**
 * Corpus: the tests worth keeping, in append-only segments of one folder.
 *
 * Information on entries stays in memory; sequences and features are read on demand. An entry's name follows
 * from its content, so the corpus never keeps a test twice, and copying files merges corpora. An entry that a
 * cheaper entry replaced stays in the file, and the cheaper entry names it. To remove an entry, the corpus
 * appends a record that says so.
 *
 * Invariant: opening a corpus executes nothing, since the features lie beside the entries.
 */
import { hash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Packr } from 'msgpackr/pack';
import { Unpackr } from 'msgpackr/unpack';
import { type Alphabet, type ChoiceSequence, decodeSequence } from '../choice/index.ts';
import { type Entry, type EntryInfo, entryShape } from './entry.ts';
import { unpackFeatures } from '../target/index.ts';
import { type SegmentPlace, scanSegment, Segment } from './segment.ts';
import { circumstanceOf } from '../util/circumstance.ts';
import { makeFolder } from '../util/make-folder.ts';
import { UserError } from '../util/user-error.ts';

/** The corpus closes a segment beyond this size, to keep copies and reads small. */
const SEGMENT_BYTES = 64 * 2 ** 20;
const SEGMENT_NAME = /^\d{6}\.cgcorpus$/;

const packr = new Packr({ useRecords: false, variableMapSize: true });
const unpackr = new Unpackr({ useRecords: false });

interface Kept {
  readonly info: EntryInfo;
  readonly segment: Segment;
  readonly sequence: SegmentPlace;
  readonly features: SegmentPlace;
}

type Parts = Pick<Kept, 'sequence' | 'features'>;

/** Content of a record that removes an entry. */
interface Departure {
  /** The id of the entry. */
  readonly left: string;
}

/** Size of the numbers before a record's three parts: the sizes of the first two. */
const SIZES_BYTES = 8;

export interface CorpusOwner {
  /** Throws if another process owns the corpus by now; called before each record. */
  readonly refuseLoss: () => void;
  /** True if an earlier owner may still append to the last segment: then a new segment begins. */
  readonly isAfterSilence: boolean;
}

export function sequenceId(sequence: Uint8Array): string {
  return hash('sha256', sequence).slice(0, 16);
}

export class Corpus {
  readonly #folder: string;
  readonly #segments: Segment[] = [];
  /** The number in the name of the last segment. */
  #lastNumber = 0;
  readonly #kept = new Map<string, Kept>();
  /** Ids of replaced entries, with the entries that replaced them. */
  readonly #replaced = new Map<string, string>();
  readonly #left = new Set<string>();
  /** Damage that was found, in words. */
  readonly warnings: readonly string[];

  /** `isAfterSilence` until a segment has begun. */
  #owner: CorpusOwner | undefined;

  private constructor(folder: string, isReadOnly: boolean, owner?: CorpusOwner, counted = 0) {
    this.#folder = folder;
    this.#owner = owner;
    const isAfterSilence = owner?.isAfterSilence ?? false;
    if (!isReadOnly) makeFolder(folder);
    const names = existsSync(folder) ? readdirSync(folder).filter((file) => SEGMENT_NAME.test(file)) : [];
    try {
      this.warnings = [
        ...names.toSorted().flatMap((name) => this.#openSegment(name, isReadOnly || isAfterSilence)),
        ...this.#missing(counted),
      ];
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Opens the corpus to add entries; only one process may do so at a time. */
  static open(folder: string, owner?: CorpusOwner): Corpus {
    return new Corpus(folder, false, owner);
  }

  /**
   * Opens the corpus to read it, even while another process adds entries. `counted` is the number of entries in
   * the campaign's statistics: if fewer can be read, a warning says so.
   */
  static read(folder: string, counted?: number): Corpus {
    return new Corpus(folder, true, undefined, counted);
  }

  /** The entries in the order in which they were kept, without replaced entries. */
  *entries(): Generator<EntryInfo> {
    for (const { info } of this.#kept.values()) if (!this.#replaced.has(info.id)) yield info;
  }

  get size(): number {
    return this.#kept.size - this.#replaced.size;
  }

  /** Undefined if there never was such an entry; a replaced entry still has its information. */
  info(id: string): EntryInfo | undefined {
    return this.#kept.get(id)?.info;
  }

  /** True if the entry is here, or was here and has left. */
  knows(id: string): boolean {
    return this.#kept.has(id) || this.#left.has(id);
  }

  /** Replaced entries are among them. */
  idsBeginning(letters: string): string[] {
    return [...this.#kept.keys()].filter((id) => id.startsWith(letters));
  }

  /** On the disk. */
  get bytes(): number {
    return this.#segments.reduce((sum, { size }) => sum + size, 0);
  }

  /** Undefined if this build has this sequence; replaces an entry of another build. */
  add(entry: Omit<Entry, 'id'>): EntryInfo | undefined {
    const id = sequenceId(entry.sequence);
    if (this.#kept.get(id)?.info.build === entry.build) return undefined;
    const { sequence, features, ...about } = entry;
    const info: EntryInfo = { ...about, id };
    const { segment, parts } = this.#append(info, sequence, features);
    this.#keep(info, segment, parts);
    return info;
  }

  /**
   * Removes an entry and its features for good; the entries that it had replaced come back, and are returned.
   */
  remove(id: string): readonly EntryInfo[] {
    this.#find(id);
    this.#append({ left: id } satisfies Departure, new Uint8Array(), new Uint8Array());
    return this.#leave(id);
  }

  sequence(id: string, alphabet: Alphabet): ChoiceSequence {
    return decodeSequence(this.sequenceBytes(id), alphabet).sequence;
  }

  sequenceBytes(id: string): Uint8Array {
    const { segment, sequence } = this.#find(id);
    return segment.read(sequence);
  }

  features(id: string): Uint32Array {
    return unpackFeatures(this.packedFeatures(id));
  }

  packedFeatures(id: string): Uint8Array {
    const { segment, features } = this.#find(id);
    return segment.read(features);
  }

  entry(id: string): Entry {
    return { ...this.#find(id).info, sequence: this.sequenceBytes(id), features: this.packedFeatures(id) };
  }

  close(): void {
    for (const segment of this.#segments) segment.close();
    this.#segments.length = 0;
  }

  #find(id: string): Kept {
    const kept = this.#kept.get(id);
    if (kept === undefined) throw new Error(`no entry ${id}`);
    return kept;
  }

  /** If something that is no file has a segment's name, a writer fails; a reader goes on without the segment. */
  #openSegment(name: string, isReadOnly: boolean): string[] {
    const before = this.#lastNumber;
    this.#lastNumber = Number.parseInt(name, 10);
    const gap = missingText(this.#folder, before + 1, this.#lastNumber - 1);
    try {
      return [...gap, ...this.#readSegment(join(this.#folder, name), isReadOnly)];
    } catch (error) {
      const told = error instanceof UserError ? error : circumstanceOf(error);
      if (told === undefined || !isReadOnly) throw error;
      return [...gap, `${told.message}; the entries in it are left out`];
    }
  }

  #readSegment(path: string, isReadOnly: boolean): string[] {
    const { records, end, damagedBytes, damagedRecords, tornBytes } = scanSegment(path);
    const segment = isReadOnly ? Segment.read(path, end) : Segment.goOn(path, end);
    this.#segments.push(segment);
    let unreadable = 0;
    for (const { place, bytes } of records) {
      const entry = readEntry(bytes, place);
      if (entry === undefined) unreadable++;
      else if ('left' in entry) this.#leave(entry.left);
      else this.#keep(entry.info, segment, entry.parts);
    }
    return [
      ...(damagedBytes > 0
        ? [
            `${path}: ${damagedBytes} bytes are damaged and left alone; the entries in them are lost (about ${damagedRecords})`,
          ]
        : []),
      ...(tornBytes > 0 ? [`${path}: ${tornText(tornBytes, isReadOnly)}`] : []),
      ...(unreadable > 0 ? [`${path}: ${unreadable} records are no entries; left alone`] : []),
    ];
  }

  #missing(counted: number): string[] {
    return this.size < counted
      ? [
          `${this.#folder}: the campaign's statistics count ${counted} tests, and ${this.size} can be read; ${counted - this.size} are missing`,
        ]
      : [];
  }

  #append(
    about: EntryInfo | Departure,
    sequence: Uint8Array,
    features: Uint8Array,
  ): { readonly segment: Segment; readonly parts: Parts } {
    this.#owner?.refuseLoss();
    const segment = this.#lastSegment();
    const packed = packr.pack('left' in about ? about : asStored(about));
    const sizes = Buffer.allocUnsafe(SIZES_BYTES);
    sizes.writeUInt32LE(packed.length, 0);
    sizes.writeUInt32LE(sequence.length, 4);
    const place = segment.append(sizes, packed, sequence, features);
    return { segment, parts: partsOf(place, packed.length, sequence.length) };
  }

  #lastSegment(): Segment {
    const last = this.#segments.at(-1);
    if (last !== undefined && last.size < SEGMENT_BYTES && this.#owner?.isAfterSilence !== true) return last;
    const owner = this.#owner;
    if (owner !== undefined) this.#owner = { refuseLoss: () => owner.refuseLoss(), isAfterSilence: false };
    // The number of segments would not do, since a segment may have been lost.
    const number = this.#lastNumber + 1;
    const segment = Segment.create(join(this.#folder, `${String(number).padStart(6, '0')}.cgcorpus`));
    this.#lastNumber = number;
    this.#segments.push(segment);
    return segment;
  }

  #keep(info: EntryInfo, segment: Segment, parts: Parts): void {
    this.#kept.set(info.id, { info, segment, ...parts });
    const { id, replaces } = info;
    if (replaces !== undefined && replaces !== id && this.#kept.has(replaces))
      this.#replaced.set(replaces, id);
  }

  /** Returns what comes back. */
  #leave(id: string): EntryInfo[] {
    this.#kept.delete(id);
    this.#left.add(id);
    this.#replaced.delete(id);
    const back = [...this.#replaced].filter(([, by]) => by === id).map(([replaced]) => replaced);
    for (const replaced of back) this.#replaced.delete(replaced);
    return back.map((each) => this.#find(each).info);
  }
}

/** The numbers of segments have no gaps, unless a person removed a file. */
function missingText(folder: string, first: number, last: number): string[] {
  const nameOf = (number: number): string => `${String(number).padStart(6, '0')}.cgcorpus`;
  if (last < first) return [];
  const which = first === last ? nameOf(first) : `${nameOf(first)} to ${nameOf(last)}`;
  return [`${join(folder, which)}: missing; the entries in it are lost`];
}

function tornText(bytes: number, isReadOnly: boolean): string {
  return isReadOnly
    ? `the last ${bytes} bytes are no whole entry: the file was cut off, or a process is writing to it`
    : `the last ${bytes} bytes were not written to the end; cut off`;
}

/** Form of an entry in a segment: the first campaigns wrote `target` for its build. */
interface StoredInfo extends Omit<EntryInfo, 'build'> {
  readonly target: string;
}

function asStored({ build: target, ...rest }: EntryInfo): StoredInfo {
  return { ...rest, target };
}

/** Undefined if the record is whole, but neither is an entry nor removes one. */
function readEntry(
  bytes: Uint8Array,
  place: SegmentPlace,
): { readonly info: EntryInfo; readonly parts: Parts } | Departure | undefined {
  if (bytes.length < SIZES_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [infoBytes, sequenceBytes] = [view.getUint32(0, true), view.getUint32(4, true)];
  if (SIZES_BYTES + infoBytes + sequenceBytes > bytes.length) return undefined;
  try {
    const stored: StoredInfo | Departure = unpackr.unpack(
      bytes.subarray(SIZES_BYTES, SIZES_BYTES + infoBytes),
    );
    if ('left' in stored) return typeof stored.left === 'string' ? { left: stored.left } : undefined;
    const { target: build, ...rest } = stored;
    const info = { ...rest, build };
    if (entryShape.problem(info, 'it') !== undefined) return undefined;
    return { info, parts: partsOf(place, infoBytes, sequenceBytes) };
  } catch {
    return undefined;
  }
}

function partsOf({ offset, length }: SegmentPlace, infoBytes: number, sequenceBytes: number): Parts {
  const before = SIZES_BYTES + infoBytes;
  return {
    sequence: { offset: offset + before, length: sequenceBytes },
    features: { offset: offset + before + sequenceBytes, length: length - before - sequenceBytes },
  };
}
