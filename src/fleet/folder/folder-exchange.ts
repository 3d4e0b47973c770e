/**
 * A folder as an exchange: each worker appends to its own files, and reads the files of all others.
 *
 * The files of a note reach the disk before the note does, and both before `send` reports success. So a
 * worker that reads a note finds its files. And a machine that loses power loses nothing that was
 * acknowledged.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StatsLine } from '../../campaign/index.ts';
import { Segment } from '../../corpus/index.ts';
import type { Arrival, Exchange, FleetMember, Parcel } from '../../fuzz/index.ts';
import { reasonOf } from '../../util/circumstance.ts';
import { UserError } from '../../util/user-error.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';
import { encodeNote } from '../note-codec.ts';
import { claimIn } from './claims.ts';
import {
  changedMs,
  type FilePlace,
  FleetFolder,
  FolderView,
  MOST_FILE_BYTES,
  MOST_NOTE_BYTES,
  textIn,
} from './fleet-folder.ts';
import type { TakingName } from '../taking-name.ts';
import { takeName } from './take-name.ts';

/** Time between two signs of life. */
const BEAT_MS = 5_000;

export class FolderExchange implements Exchange {
  readonly worker: string;
  readonly #folder: FleetFolder;
  readonly #view: FolderView;
  readonly #lock: string;
  readonly #beating: NodeJS.Timeout;
  #out: { readonly notes: Segment; readonly files: Segment; readonly path: string } | undefined;
  #beats = 0;
  #trouble: string | undefined;

  static async open(path: string, worker: string, options: TakingName): Promise<FolderExchange> {
    const folder = new FleetFolder(path);
    folder.make();
    const lock = await takeName(folder.worker(worker), worker, options);
    return new FolderExchange(folder, worker, lock);
  }

  private constructor(folder: FleetFolder, worker: string, lock: string) {
    this.worker = worker;
    this.#folder = folder;
    this.#lock = lock;
    // The machine that stores the folder dates its files: the file of the last sign of life tells the time
    // there.
    const nowMs = (): number => changedMs(this.#own('beat')) ?? 0;
    this.#view = new FolderView(folder, nowMs, (file) => file === this.#out?.path);
    this.#beat();
    this.#beating = setInterval(() => this.#beat(), BEAT_MS);
    this.#beating.unref();
  }

  get damaged(): number {
    return this.#view.damaged;
  }

  get trouble(): string | undefined {
    return this.#trouble;
  }

  receive(mostBytes: number): Promise<readonly Arrival[]> {
    return this.#view.receive(mostBytes);
  }

  members(): Promise<readonly FleetMember[]> {
    return this.#view.members();
  }

  async send(parcels: readonly Parcel[]): Promise<boolean> {
    this.#refuseLostName();
    return this.#trying(() => {
      const { notes, files } = this.#open();
      const packed = parcels.flatMap((parcel) => packedNote(parcel, files) ?? []);
      files.sync();
      for (const bytes of packed) notes.append(bytes);
      notes.sync();
    });
  }

  async report(line: StatsLine): Promise<void> {
    this.#trying(() => writeFileAtomic(this.#own('status.json'), JSON.stringify(line)));
  }

  async claim(key: string): Promise<boolean> {
    const living = new Map((await this.members()).map(({ name, silentMs }) => [name, silentMs]));
    let isOurs = false;
    this.#trying(() => {
      isOurs = claimIn(this.#folder.claims, key, this.worker, (name) => living.get(name) ?? Infinity);
    });
    return isOurs;
  }

  async close(): Promise<void> {
    clearInterval(this.#beating);
    this.#out?.notes.close();
    this.#out?.files.close();
    this.#out = undefined;
    if (!this.#hasName) return;
    for (const file of ['beat', 'lock']) rmSync(this.#own(file), { force: true });
  }

  #own(file: string): string {
    return join(this.#folder.worker(this.worker), file);
  }

  get #hasName(): boolean {
    return textIn(this.#own('lock')) === this.#lock;
  }

  /** A process that slept for a long time may have lost its name to another process. */
  #refuseLostName(): void {
    const holder = textIn(this.#own('lock'));
    if (holder === undefined || holder === this.#lock) return;
    throw new UserError(
      `another process is the worker ${this.worker} by now: this one was silent for too long`,
      ['each process of a fleet needs a name of its own: --worker NAME'],
    );
  }

  #beat(): void {
    this.#trying(() => writeFileSync(this.#own('beat'), `${this.#lock.trim()} ${++this.#beats}\n`));
  }

  /** Each start makes new files, so that no other process can write to them. */
  #open(): { readonly notes: Segment; readonly files: Segment } {
    if (this.#out !== undefined) return this.#out;
    const folder = this.#folder.worker(this.worker);
    const numbers = readdirSync(folder).map((name) => Number.parseInt(name, 10));
    const last = Math.max(0, ...numbers.filter((number) => !Number.isNaN(number)));
    const stem = join(folder, String(last + 1).padStart(6, '0'));
    const files = Segment.create(`${stem}.files`);
    const path = `${stem}.notes`;
    this.#out = { files, notes: Segment.create(path), path };
    return this.#out;
  }

  /** Says whether the work succeeded; reports an error of the system to the person. */
  #trying(work: () => void): boolean {
    try {
      work();
      this.#trouble = undefined;
      return true;
    } catch (error) {
      if (error instanceof UserError || (error as NodeJS.ErrnoException).code === undefined) throw error;
      this.#trouble = `${this.#folder.path}: ${reasonOf(error)}`;
      return false;
    }
  }
}

/** Undefined if the note is larger than others would read; then it stays with this worker. */
function packedNote({ note, files: own }: Parcel, files: Segment): Uint8Array | undefined {
  if (own.some(({ bytes }) => bytes.length > MOST_FILE_BYTES)) return undefined;
  const places = own.map(({ path, bytes }): FilePlace & { readonly path: string } => ({
    path,
    ...files.append(bytes),
  }));
  const packed = encodeNote({ note, files: places });
  return packed.length > MOST_NOTE_BYTES ? undefined : packed;
}
