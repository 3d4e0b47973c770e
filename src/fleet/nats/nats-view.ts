/**
 * Reads a fleet on a server: its log from the beginning, then new notes.
 *
 * The server sends notes by itself; they wait here until the campaign asks for them, within a limit.
 */
import { type ConsumerMessages, JetStreamApiError } from '@nats-io/jetstream';
import { type StatsLine, statsShape } from '../../campaign/index.ts';
import type { Arrival, FleetMember, FleetView } from '../../fuzz/index.ts';
import { aPathInside, aText, fieldsOf, parseJsonAs, type Shape } from '../../util/shape.ts';
import { silenceOf } from '../folder/fleet-folder.ts';
import { decodeNote, type SentNote } from '../note-codec.ts';
import { withPieces } from '../pieces.ts';
import type { Link } from './link.ts';

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
/** Limit of bytes of notes that wait here; the server keeps the others. */
const WAITING_BYTES = 2 ** 24;
/** Time limit for the server to send messages that it announced. */
const SLOW_MS = 5_000;

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
  #reading: ConsumerMessages | undefined;
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
      if (isNew) await this.beginAgain();
      this.#log.created = created;
      await this.#read();
      await this.#until(() => this.#waiting.length > 0 || this.#log.last >= state.last_seq);
      const arrivals = this.#take(mostBytes);
      // All of these were this worker's own notes, so there may be more.
      return arrivals.length === 0 && this.#log.last < state.last_seq
        ? await this.receive(mostBytes)
        : arrivals;
    } catch {
      // There is no server now, but earlier notes wait here.
      return this.#take(mostBytes);
    }
  }

  /** The log began anew: reads it from its start. */
  async beginAgain(): Promise<void> {
    this.#log.generation++;
    this.#log.created = undefined;
    await this.#stop();
  }

  #take(mostBytes: number): Arrival[] {
    const arrivals: Arrival[] = [];
    let left = mostBytes;
    while (left > 0) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      this.#waitingBytes -= next.data.length;
      const [worker = '', process] = next.subject.split('.').slice(-2);
      if (process === this.#own) continue;
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
        return file && this.#lastOf(`file.${file.hash}`, this.#link.streams.files);
      },
    };
  }

  /** The last message of a subject; undefined if there is no message or no server. */
  async #lastOf(subject: string, stream: string): Promise<Uint8Array | undefined> {
    const { manager, prefix, isUp } = this.#link;
    if (!isUp()) return undefined;
    try {
      const found = await manager.direct.getMessage(stream, { last_by_subj: `${prefix}.${subject}` });
      return found?.data;
    } catch {
      return undefined;
    }
  }

  async #read(): Promise<void> {
    if (this.#reading !== undefined) return;
    const consumer = await this.#link.client.consumers.get(this.#link.streams.notes, {});
    const reading = (this.#reading = await consumer.consume({ max_messages: 500 }));
    void this.#pump(reading).catch(() => undefined);
  }

  async #pump(reading: ConsumerMessages): Promise<void> {
    for await (const { seq, subject, data } of reading) {
      if (reading !== this.#reading) return;
      this.#waiting.push({ subject, data });
      this.#waitingBytes += data.length;
      this.#log.last = seq;
      while (this.#waitingBytes > WAITING_BYTES && reading === this.#reading) await pause();
    }
  }

  async #until(isThere: () => boolean): Promise<void> {
    for (let waitedMs = 0; waitedMs < SLOW_MS && !isThere(); waitedMs += PAUSE_MS) await pause();
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
    const { manager, streams, prefix } = this.#link;
    const subject = `${prefix}.state.beat.${name}`;
    const beat = await manager.direct.getMessage(streams.state, { last_by_subj: subject });
    const isOver = beat === null || beat.json<Beat>().hasEnded;
    const silentMs = isOver ? undefined : silenceOf(beat.time.getTime(), nowMs);
    const report = await this.#lastOf(`state.report.${name}`, streams.state);
    return { name, isAlive: (silentMs ?? Infinity) < LIVING_MS, silentMs, line: lineIn(report) };
  }

  async #stop(): Promise<void> {
    const reading = this.#reading;
    this.#reading = undefined;
    this.#log.last = 0;
    await reading?.close();
  }

  async close(): Promise<void> {
    await this.#stop().catch(() => undefined);
    await this.#link.connection.close();
  }
}

const PAUSE_MS = 5;

function pause(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, PAUSE_MS));
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
