/**
 * A folder as an exchange: each worker appends to its own files, and reads the files of all others.
 *
 * The files of a note reach the disk before the note does, and both before `send` reports success. So a
 * worker that reads a note finds its files. And a machine that loses power loses nothing that was
 * acknowledged.
 */
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StatsLine } from '../../campaign/index.ts';
import { Segment } from '../../corpus/index.ts';
import type { Arrival, Exchange, FleetMember, Parcel } from '../../fuzz/index.ts';
import { reasonOf } from '../../util/circumstance.ts';
import { UserError } from '../../util/user-error.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';
import { Hold, hintsOf, ownerInWords, takeIfSilent } from '../../ownership/index.ts';
import { makeFolder } from '../../util/make-folder.ts';
import { encodeNote } from '../note-codec.ts';
import { ExchangeState } from '../exchange-state.ts';
import { inPieces, MOST_WHOLE_BYTES } from '../pieces.ts';
import { claimIn } from './claims.ts';
import {
  changedMs,
  type FilePlace,
  FleetFolder,
  FolderView,
  MOST_FILE_BYTES,
  MOST_NOTE_BYTES,
} from './fleet-folder.ts';
import type { TakingName } from '../taking-name.ts';

/** Time between two signs of life. */
const BEAT_MS = 5_000;
/** Size of the files after which a worker begins new ones: only files that nobody appends to are pruned. */
const MOST_PAIR_BYTES = 2 ** 25;

export class FolderExchange implements Exchange {
  readonly worker: string;
  readonly #folder: FleetFolder;
  readonly #view: FolderView;
  readonly #lock: Hold;
  readonly #beating: NodeJS.Timeout;
  #out: Out | undefined;
  #beats = 0;
  readonly #state = new ExchangeState();

  static async open(path: string, worker: string, options: TakingName): Promise<FolderExchange> {
    const folder = new FleetFolder(path);
    folder.make();
    const { patienceMs: leaseMs, signal, say } = options;
    const onSilent = (): void =>
      say(
        `the worker ${worker} ran on another machine; waiting ${Math.ceil(leaseMs / 1_000)} s for a sign of life`,
      );
    const taken = await takeIfSilent(join(folder.worker(worker), 'lock'), { leaseMs, signal, onSilent });
    if (taken instanceof Hold) return new FolderExchange(folder, worker, taken);
    throw new UserError(`the worker ${worker} runs already, as ${ownerInWords(taken.owner)}`, [
      ...hintsOf(join(folder.worker(worker), 'lock'), taken),
      'each process of a fleet needs a name of its own: --worker NAME',
    ]);
  }

  private constructor(folder: FleetFolder, worker: string, lock: Hold) {
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
    return this.#state.told;
  }

  get generation(): number {
    return this.#state.generation;
  }

  get leftOut(): number {
    return this.#state.leftOut;
  }

  receive(mostBytes: number): Promise<readonly Arrival[]> {
    return this.#view.receive(mostBytes);
  }

  members(): Promise<readonly FleetMember[]> {
    return this.#view.members();
  }

  async send(parcels: readonly Parcel[]): Promise<boolean> {
    this.#lock.refuseLoss(`the name ${this.worker} in the fleet`);
    return this.#trying(() => {
      const { notes, files } = this.#open();
      const packed = parcels.flatMap((parcel) => {
        const bytes = packedNote(parcel, files);
        if (bytes === undefined) this.#state.leaveOut(parcel);
        return bytes ?? [];
      });
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
    this.#closeFiles();
    if (this.#lock.isOurs) rmSync(this.#own('beat'), { force: true });
    this.#lock.release();
  }

  #own(file: string): string {
    return join(this.#folder.worker(this.worker), file);
  }

  #beat(): void {
    if (this.#lock.isOurs)
      this.#trying(() => writeFileSync(this.#own('beat'), `${process.pid} ${++this.#beats}\n`));
  }

  /** Each start makes new files, so that no other process can write to them. */
  #open(): { readonly notes: Segment; readonly files: Segment } {
    if (this.#out !== undefined && isThere(this.#out)) {
      if (this.#out.files.size + this.#out.notes.size < MOST_PAIR_BYTES) return this.#out;
      this.#closeFiles();
    }
    // Somebody emptied the folder, and so removed everything that was written.
    if (this.#out !== undefined) this.#beginAgain();
    const folder = this.#folder.worker(this.worker);
    const numbers = readdirSync(folder).map((name) =>
      Number(/^(\d{6})\.(?:notes|files)$/.exec(name)?.[1] ?? 0),
    );
    const last = Math.max(0, ...numbers);
    const stem = join(folder, String(last + 1).padStart(6, '0'));
    const files = Segment.create(`${stem}.files`);
    const path = `${stem}.notes`;
    const notes = Segment.create(path);
    this.#out = { files, notes, path, identity: statSync(path).ino };
    return this.#out;
  }

  #closeFiles(): void {
    this.#out?.notes.close();
    this.#out?.files.close();
    this.#out = undefined;
  }

  #beginAgain(): void {
    this.#closeFiles();
    this.#state.generation++;
    this.#folder.make();
    makeFolder(this.#folder.worker(this.worker));
  }

  /** Says whether the work succeeded; reports an error of the system to the person. */
  #trying(work: () => void): boolean {
    try {
      work();
      this.#state.trouble = undefined;
      return true;
    } catch (error) {
      if (error instanceof UserError || (error as NodeJS.ErrnoException).code === undefined) throw error;
      this.#state.trouble = `${this.#folder.path}: ${reasonOf(error)}`;
      return false;
    }
  }
}

/** The files that this process appends to. */
interface Out {
  readonly notes: Segment;
  readonly files: Segment;
  readonly path: string;
  /** The number of the file of notes on its disk. */
  readonly identity: number;
}

function isThere({ path, identity }: Out): boolean {
  return statSync(path, { throwIfNoEntry: false })?.ino === identity;
}

/** Undefined if the note is larger than others would read; then it stays with this worker. */
function packedNote({ note, files: own }: Parcel, files: Segment): Uint8Array | undefined {
  if (own.some(({ bytes }) => bytes.length > MOST_WHOLE_BYTES)) return undefined;
  const places = inPieces(own, MOST_FILE_BYTES).map(
    ({ path, bytes }): FilePlace & { readonly path: string } => ({
      path,
      ...files.append(bytes),
    }),
  );
  const packed = encodeNote({ note, files: places });
  return packed.length > MOST_NOTE_BYTES ? undefined : packed;
}
