/**
 * Prunes the folder of a fleet that one campaign collects. Notes and files that no process appends to any more
 * become one pair of files for each worker, and needless files go.
 *
 * Every test keeps its note, so that each worker still knows the fleet's features and tests. Sequences stay
 * only for tests that others should go on from. Invariant: a reader always finds each test
 * at least once, whichever process is killed. The new pair appears whole before the old ones go.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLaterRecords, Segment } from '../../corpus/index.ts';
import { type Arrival, filesOf, type Note, type SharedTest } from '../../fuzz/index.ts';
import { holderOf } from '../../ownership/index.ts';
import { encodeNote } from '../note-codec.ts';
import { inPieces } from '../pieces.ts';
import { arrivalsOf, type FleetFolder, MOST_FILE_BYTES, MOST_NOTE_BYTES } from './fleet-folder.ts';

export interface PruneOptions {
  /** True if the collected campaign has the test, and no other worker needs its sequence. */
  readonly isNeedless: (test: SharedTest) => boolean;
  readonly signal: AbortSignal;
}

/** A new pair of files is worth writing if it is smaller than this share of the old ones. */
const WORTH = 0.9;

/** Returns the number of bytes that it removed. */
export async function pruneFleet(folder: FleetFolder, options: PruneOptions): Promise<number> {
  let bytes = 0;
  for (const name of folder.workers()) bytes += await pruneWorker(folder, name, options);
  return bytes;
}

async function pruneWorker(folder: FleetFolder, name: string, options: PruneOptions): Promise<number> {
  const path = folder.worker(name);
  const stems = stemsIn(path);
  // A living process appends to the last pair that no pruning made.
  const isHeld = holderOf(join(path, 'lock')) !== undefined;
  const open = isHeld ? stems.findLast((stem) => !existsSync(join(path, `${stem}.pruned`))) : undefined;
  const closed = stems.filter((stem) => stem !== open);
  const before = closed.reduce((sum, stem) => sum + sizeOf(join(path, stem)), 0);
  if (before === 0) return 0;
  const later = new Later(open === undefined ? [] : notesIn(name, path, open));
  const kept = keptOf(
    closed.flatMap((stem) => notesIn(name, path, stem)),
    later,
  );
  const last = Math.max(...readdirSync(path).map((each) => Number(/^(\d{6})\./.exec(each)?.[1] ?? 0)));
  const stem = String(last + 1).padStart(6, '0');
  if (!(await isWritten(join(path, stem), kept, WORTH * before, options))) return 0;
  const after = sizeOf(join(path, stem));
  for (const old of closed) removePair(join(path, old));
  return before - after;
}

function removePair(stem: string): void {
  for (const kind of ['notes', 'files', 'pruned']) rmSync(`${stem}.${kind}`, { force: true });
}

/** Numbers of pairs in a worker's folder, in order; removes what killed prunings left. */
function stemsIn(path: string): string[] {
  const names = readdirSync(path);
  const stems = names.flatMap((name) => /^(\d{6})\.notes$/.exec(name)?.[1] ?? []).toSorted();
  for (const name of names) {
    const [, stem = '', kind = ''] = /^(\d{6})\.(files|pruned|notes\.tmp)$/.exec(name) ?? [];
    const isLeft = kind === 'notes.tmp' || (!stems.includes(stem) && stem < (stems.at(-1) ?? ''));
    if (stem !== '' && isLeft) rmSync(join(path, name), { force: true });
  }
  return stems;
}

function sizeOf(stem: string): number {
  const sizes = ['notes', 'files'].map(
    (kind) => statSync(`${stem}.${kind}`, { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes[0]! + sizes[1]!;
}

function notesIn(name: string, path: string, stem: string): Arrival[] {
  const file = join(path, `${stem}.notes`);
  const arrivals: Arrival[] = [];
  for (let at = 0; ;) {
    const { records, next } = readLaterRecords(file, at, 2 * MOST_NOTE_BYTES);
    arrivals.push(...arrivalsOf(name, file, records).arrivals);
    if (next === at) return arrivals;
    at = next;
  }
}

/** The notes that stay as they are, and are later than the pruned ones. */
class Later {
  readonly #kinds = new Set<Note['kind']>();
  readonly #keys = new Set<string>();

  constructor(arrivals: readonly Arrival[]) {
    for (const { note } of arrivals) {
      this.#kinds.add(note.kind);
      this.#keys.add(keyOf(note));
    }
  }

  /**
   * True if the list has a later note of this kind: a reader would believe the earlier note if it came after
   * them.
   */
  has(note: Note): boolean {
    return this.#keys.has(keyOf(note)) || (this.#kinds.has(note.kind) && /worker|line/.test(note.kind));
  }
}

/** Equal for notes of which only the last one counts. */
function keyOf(note: Note): string {
  if (note.kind === 'test') return `test ${note.test.build} ${note.test.id}`;
  return note.kind === 'finding' ? `finding ${note.record.signature}` : note.kind;
}

function keptOf(arrivals: readonly Arrival[], later: Later): Arrival[] {
  const kept = new Map<string, Arrival>();
  for (const arrival of arrivals) {
    const key = keyOf(arrival.note);
    // The first note of a test has its features; of all else the last one counts.
    if (arrival.note.kind === 'test' && kept.has(key)) continue;
    kept.delete(key);
    kept.set(key, arrival);
  }
  return [...kept.values()].filter(({ note }) => !later.has(note));
}

/** Writes a pair of files; nothing of it stays if it is too large or cannot be written. */
async function isWritten(
  stem: string,
  arrivals: readonly Arrival[],
  mostBytes: number,
  { isNeedless, signal }: PruneOptions,
): Promise<boolean> {
  const [notesPath, filesPath] = [`${stem}.notes`, `${stem}.files`];
  const files = Segment.create(filesPath);
  let isDone = false;
  try {
    const notes = Segment.create(`${notesPath}.tmp`);
    try {
      for (const arrival of arrivals) {
        signal.throwIfAborted();
        const { note } = arrival;
        const isBare = note.kind === 'test' && isNeedless(note.test);
        const own = isBare ? [] : await filesOf(arrival);
        // Damaged: readers left it out before.
        if (own === undefined) continue;
        const places = inPieces(own, MOST_FILE_BYTES).map(({ path, bytes }) => ({
          path,
          ...files.append(bytes),
        }));
        notes.append(encodeNote({ note: withoutEarnings(note), files: places }));
        if (files.size + notes.size > mostBytes) return false;
      }
      files.sync();
      notes.sync();
    } finally {
      notes.close();
    }
    writeFileSync(`${stem}.pruned`, '');
    renameSync(`${notesPath}.tmp`, notesPath);
    isDone = true;
  } finally {
    files.close();
    if (!isDone) removePair(stem);
    rmSync(`${notesPath}.tmp`, { force: true });
  }
  return isDone;
}

/** Readers hear the note again, and must not add up the earnings again. */
function withoutEarnings(note: Note): Note {
  if (note.kind !== 'line') return note;
  const { earnings: _, ...others } = note;
  return others;
}
