/**
 * Reads a fleet on a server: its log from the beginning, then new notes.
 *
 * It asks for each message by number. With the right to make consumers, a client could have any message sent to
 * any subject.
 */
import { JetStreamApiError, type StoredMsg } from '@nats-io/jetstream';
import { type StatsLine, statsShape } from '../../campaign/index.ts';
import type { Arrival, FleetMember, FleetView } from '../../fuzz/index.ts';
import { aPathInside, aText, fieldsOf, parseJsonAs, type Shape } from '../../util/shape.ts';
import { silenceOf } from '../folder/fleet-folder.ts';
import { decodeNote, type SentNote } from '../note-codec.ts';
import { withPieces } from '../pieces.ts';
import { isSent, lastOf, type Link } from './link.ts';

/** The name of a file, which follows from its content. */
export interface FileName {
  readonly hash: string;
}

const fileShape: Shape<FileName & { readonly path: string }> = fieldsOf<FileName & { readonly path: string }>(
  {
    path: aPathInside,
    hash: aText,
  },
);

/** A worker's sign of life. */
export interface Beat {
  readonly process: string;
  readonly hasEnded: boolean;
}

const LIVING_MS = 60_000;
/** Limit of messages that are asked for at once. */
const UNDER_WAY = 32;

interface Waiting {
  readonly subject: string;
  readonly data: Uint8Array;
}

/** The log of notes, as far as this view read it. */
interface Log {
  /** Number of the last received message. */
  last: number;
  /** How often the log began anew. */
  generation: number;
  /** The server's date of the log. */
  created: unknown;
}

export class NatsView implements FleetView {
  readonly #link: Link;
  readonly #nowMs: () => Promise<number>;
  /** The name of this process, whose notes are left out. */
  readonly #own: string | undefined;
  readonly #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #damaged = 0;
  readonly #log: Log = { last: 0, generation: 0, created: undefined };

  constructor(link: Link, nowMs: () => Promise<number>, own?: string) {
    this.#link = link;
    this.#nowMs = nowMs;
    this.#own = own;
  }

  get damaged(): number {
    return this.#damaged;
  }

  /** Grows when the log began anew. */
  get generation(): number {
    return this.#log.generation;
  }

  async receive(mostBytes: number): Promise<readonly Arrival[]> {
    const { manager, streams, isUp } = this.#link;
    if (!isUp()) return this.#take(mostBytes);
    try {
      const { state, created } = await manager.streams.info(streams.notes);
      // The log has a new beginning: somebody emptied it, or the server lost it.
      const isNew =
        state.last_seq < this.#log.last || (this.#log.created !== undefined && created !== this.#log.created);
      if (isNew) this.beginAgain();
      this.#log.created = created;
      this.#log.last = Math.max(this.#log.last, state.first_seq - 1);
      await this.#read(state.last_seq, mostBytes);
    } catch {
      // There is no server now, but earlier notes may wait here.
    }
    return this.#take(mostBytes);
  }

  /** The log began anew: reads it from its start. */
  beginAgain(): void {
    this.#log.generation++;
    this.#log.created = undefined;
    this.#log.last = 0;
  }

  /** Reads on until this number of bytes wait, or the log has no more. */
  async #read(last: number, mostBytes: number): Promise<void> {
    const { manager, streams } = this.#link;
    const { generation } = this.#log;
    while (this.#waitingBytes < mostBytes && this.#log.last < last) {
      const count = Math.min(UNDER_WAY, last - this.#log.last);
      const numbers = Array.from({ length: count }, (_, index) => this.#log.last + 1 + index);
      const messages = await Promise.all(
        numbers.map((seq) => manager.direct.getMessage(streams.notes, { seq })),
      );
      if (generation !== this.#log.generation) return;
      for (const message of messages) if (message !== null) this.#put(message);
      this.#log.last += count;
    }
  }

  #put(message: StoredMsg): void {
    const { subject, data } = message;
    if (subject.split('.').at(-1) === this.#own) return;
    if (!isSent(message)) {
      this.#damaged++;
      return;
    }
    this.#waiting.push({ subject, data });
    this.#waitingBytes += data.length;
  }

  #take(mostBytes: number): Arrival[] {
    const arrivals: Arrival[] = [];
    let left = mostBytes;
    while (left > 0) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      this.#waitingBytes -= next.data.length;
      const [worker = ''] = next.subject.split('.').slice(-2);
      left -= next.data.length;
      const sent = decodeNote<FileName>(next.data, fileShape);
      if (sent === undefined) this.#damaged++;
      else arrivals.push(withPieces(this.#arrivalOf(worker, sent)));
    }
    return arrivals;
  }

  #arrivalOf(from: string, { note, files }: SentNote<FileName>): Arrival {
    return {
      from,
      note,
      paths: files.map(({ path }) => path),
      read: async (path) => {
        const file = files.find((each) => each.path === path);
        return file && this.#bytesOf(`file.${file.hash}`, 'files');
      },
    };
  }

  /** The last message of a subject; undefined if there is no message or no server. */
  async #bytesOf(subject: string, stream: 'files' | 'state'): Promise<Uint8Array | undefined> {
    if (!this.#link.isUp()) return undefined;
    try {
      const found = await lastOf(this.#link, subject, stream);
      return found === null || !isSent(found) ? undefined : found.data;
    } catch {
      return undefined;
    }
  }

  async members(): Promise<readonly FleetMember[]> {
    const { manager, streams, prefix, isUp } = this.#link;
    if (!isUp()) return [];
    try {
      const nowMs = await this.#nowMs();
      const filter = `${prefix}.state.beat.>`;
      const { state } = await manager.streams.info(streams.state, { subjects_filter: filter });
      const names = Object.keys(state.subjects ?? {}).map((subject) => subject.split('.').at(-1)!);
      return await Promise.all(names.toSorted().map((name) => this.#member(name, nowMs)));
    } catch {
      return [];
    }
  }

  async #member(name: string, nowMs: number): Promise<FleetMember> {
    const beat = await lastOf(this.#link, `state.beat.${name}`, 'state');
    const silentMs = beat === null || hasEnded(beat) ? undefined : silenceOf(beat.time.getTime(), nowMs);
    const report = await this.#bytesOf(`state.report.${name}`, 'state');
    return { name, isAlive: (silentMs ?? Infinity) < LIVING_MS, silentMs, line: lineIn(report) };
  }

  async close(): Promise<void> {
    await this.#link.connection.close();
  }
}

/** True also of a message that is no sign of life. */
function hasEnded(beat: StoredMsg): boolean {
  try {
    return !isSent(beat) || beat.json<Beat>().hasEnded;
  } catch {
    return true;
  }
}

function lineIn(bytes: Uint8Array | undefined): StatsLine | undefined {
  if (bytes === undefined) return undefined;
  try {
    return parseJsonAs(statsShape, new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** True if a server refused a message because it is already there, or because another writer was faster. */
export function isRefusal(error: unknown, ...codes: readonly number[]): boolean {
  return error instanceof JetStreamApiError && codes.includes(error.code);
}
