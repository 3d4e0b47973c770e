/**
 * The folder of a fleet: its workers leave their results there, on one machine or on a network file system.
 *
 *     workers/NAME/000001.notes      notes, appended by one process and read by all
 *     workers/NAME/000001.files      what goes with them: sequences, sets of features, files of findings
 *     workers/NAME/status.json       its last report
 *     workers/NAME/beat              rewritten every few seconds, as a sign of life
 *     workers/NAME/lock              the process that has the name
 *     fleet.json                     says that this folder is a fleet, and not the place of a missing disk
 *     claims/KEY                     the worker that does a piece of work
 *
 * Invariant: only one process writes to a file of notes: the process that made the file. So nothing needs a
 * lock that a network file system might not keep.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readLaterRecords } from '../../corpus/index.ts';
import { type StatsLine, statsShape } from '../../campaign/index.ts';
import type { Arrival, FleetView, FleetMember } from '../../fuzz/index.ts';
import { makeFolder } from '../../util/make-folder.ts';
import { readRegular, readRegularFrom, readRegularText } from '../../util/read-regular.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';
import { aNumber, aPathInside, fieldsOf, parseJsonAs, type Shape } from '../../util/shape.ts';
import { decodeNote, type SentNote } from '../note-codec.ts';
import { withPieces } from '../pieces.ts';
import { isWorkerName } from '../worker-name.ts';

/** The largest record of notes; one look reads twice as much, so each record fits into one look. */
export const MOST_NOTE_BYTES: number = 2 ** 20;
/** The largest file that goes with a note. */
export const MOST_FILE_BYTES: number = 2 ** 24;
const LIVING_MS = 60_000;
/** Says that the folder is a fleet. */
const MARKER = 'fleet.json';

/** The place of a file in the files beside the notes. */
export interface FilePlace {
  readonly offset: number;
  readonly length: number;
}

const placeShape: Shape<FilePlace & { readonly path: string }> = fieldsOf<
  FilePlace & { readonly path: string }
>({
  path: aPathInside,
  offset: aNumber,
  length: aNumber,
});

export class FleetFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  get claims(): string {
    return join(this.path, 'claims');
  }

  worker(name: string): string {
    return join(this.path, 'workers', name);
  }

  workers(): string[] {
    return namesIn(join(this.path, 'workers')).filter(isWorkerName);
  }

  /**
   * True if somebody made a fleet here: a disk that is not mounted shows an empty folder, or none, in its
   * place.
   */
  get exists(): boolean {
    return existsSync(join(this.path, MARKER)) || existsSync(join(this.path, 'workers'));
  }

  /** Makes the fleet; from then on workers may join. */
  begin(): void {
    this.make();
    writeFileAtomic(join(this.path, MARKER), `${JSON.stringify({ format: 1 })}\n`);
  }

  make(): void {
    makeFolder(join(this.path, 'workers'));
    makeFolder(this.claims);
  }
}

/** Names in a folder, in order; none if the folder is missing, or cannot be read now. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

/** Reads new notes of all workers in a folder; each call continues after the last one. */
export class FolderView implements FleetView {
  readonly #folder: FleetFolder;
  readonly #nowMs: () => number;
  /** For each file of notes, the place to continue from. */
  readonly #read = new Map<string, number>();
  readonly #skips: (file: string) => boolean;
  #damaged = 0;

  /** `nowMs` gives the time of the clock that dates the folder's files. */
  constructor(folder: FleetFolder, nowMs: () => number, skips: (file: string) => boolean = () => false) {
    this.#folder = folder;
    this.#nowMs = nowMs;
    this.#skips = skips;
  }

  get damaged(): number {
    return this.#damaged;
  }

  async receive(mostBytes: number): Promise<readonly Arrival[]> {
    const arrivals: Arrival[] = [];
    let left = mostBytes;
    for (const name of this.#folder.workers()) {
      const folder = this.#folder.worker(name);
      for (const file of namesIn(folder).filter((each) => /^\d{6}\.notes$/.test(each))) {
        if (left <= 0) return arrivals;
        const path = join(folder, file);
        if (!this.#skips(path)) left -= this.#readNotes(name, path, arrivals);
      }
    }
    return arrivals;
  }

  /** Returns the number of bytes that it read. */
  #readNotes(from: string, path: string, into: Arrival[]): number {
    let start = this.#read.get(path) ?? 0;
    let next: number;
    let records: readonly Uint8Array[];
    try {
      // Without news, a look costs one system call.
      const { size } = statSync(path);
      // Notes are only ever appended: a shorter file is another one.
      if (size < start) start = 0;
      if (size <= start) return 0;
      const read = readLaterRecords(path, start, 2 * MOST_NOTE_BYTES);
      ({ next, records } = read);
      if (read.damagedBytes > 0) this.#damaged++;
    } catch {
      // The file is missing, or cannot be read now: the next look tries again.
      return 0;
    }
    this.#read.set(path, next);
    const { arrivals, damaged } = arrivalsOf(from, path, records);
    this.#damaged += damaged;
    into.push(...arrivals);
    return next - start;
  }

  async members(): Promise<readonly FleetMember[]> {
    return this.#folder.workers().map((name) => {
      const beatMs = changedMs(join(this.#folder.worker(name), 'beat'));
      const silentMs = beatMs === undefined ? undefined : silenceOf(beatMs, this.#nowMs());
      return { name, isAlive: (silentMs ?? Infinity) < LIVING_MS, silentMs, line: this.#lineOf(name) };
    });
  }

  #lineOf(name: string): StatsLine | undefined {
    try {
      return parseJsonAs(statsShape, readRegularText(join(this.#folder.worker(name), 'status.json')));
    } catch {
      return undefined;
    }
  }

  async close(): Promise<void> {
    this.#read.clear();
  }
}

/**
 * Time since a sign of life. A sign from the future proves nothing: it counts as old, until a worker that
 * lives gives the next one.
 */
export function silenceOf(beatMs: number, nowMs: number): number {
  const silentMs = nowMs - beatMs;
  return silentMs < -LIVING_MS ? -silentMs : Math.max(0, silentMs);
}

/** The notes of a file, and the number of records that are no notes. */
export function arrivalsOf(
  from: string,
  path: string,
  records: readonly Uint8Array[],
): { readonly arrivals: readonly Arrival[]; readonly damaged: number } {
  const arrivals: Arrival[] = [];
  for (const bytes of records) {
    const sent = decodeNote<FilePlace>(bytes, placeShape);
    if (sent !== undefined) arrivals.push(withPieces(arrivalOf(from, path.replace(/notes$/, 'files'), sent)));
  }
  return { arrivals, damaged: records.length - arrivals.length };
}

function arrivalOf(from: string, filesPath: string, { note, files }: SentNote<FilePlace>): Arrival {
  return {
    from,
    note,
    paths: files.map(({ path }) => path),
    read: async (path) => {
      const place = files.find((each) => each.path === path);
      if (place === undefined || !(place.length <= MOST_FILE_BYTES && place.offset >= 0)) return undefined;
      try {
        const bytes = readRegularFrom(filesPath, place.offset, place.length);
        return bytes.length === place.length ? bytes : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

/**
 * Time of the last write to a file, by the clock of the machine that stores it; undefined if the file cannot
 * be read.
 */
export function changedMs(path: string): number | undefined {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}

/** The text of a file in the folder; undefined if it cannot be read. */
export function textIn(path: string): string | undefined {
  try {
    return readRegular(path).toString();
  } catch {
    return undefined;
  }
}
