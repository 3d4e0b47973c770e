/**
 * A server of messages as an exchange: notes go to a log that all workers read, and a file's content gives
 * its name.
 *
 * The server acknowledges a message once it is on the server's disk, and files arrive before their note. A
 * broken connection is tried again for ever; until it is back, `send` reports failure.
 */
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StatsLine } from '../../campaign/index.ts';
import type { Arrival, Exchange, FleetMember, Parcel } from '../../fuzz/index.ts';
import { UserError } from '../../util/user-error.ts';
import { processName } from '../../ownership/index.ts';
import { encodeNote } from '../note-codec.ts';
import { ExchangeState } from '../exchange-state.ts';
import { inPieces, MOST_WHOLE_BYTES } from '../pieces.ts';
import type { TakingName } from '../taking-name.ts';
import { isSent, lastOf, type Link, sendTo } from './link.ts';
import { type Beat, type FileName, isRefusal, NatsView } from './nats-view.ts';

/** Codes of the server's refusals: the subject already has its message; another writer was faster. */
const IS_THERE = 10_077;
const WRONG_LAST = 10_071;
/** Limit of messages without an acknowledgement. */
const UNDER_WAY = 64;
/** Number of signs of life within the time after which a silent process counts as dead. */
const BEATS = 6;
const TAKEN_OVER_MS = 300_000;
/** Room that a message needs besides its content. */
const HEADERS_BYTES = 4_096;

export class NatsExchange implements Exchange {
  readonly worker: string;
  readonly #link: Link;
  readonly #process: string;
  readonly #view: NatsView;
  readonly #beating: NodeJS.Timeout;
  readonly #state = new ExchangeState();
  #hasLostName = false;
  #isBeating = false;

  static async open(
    link: Link,
    worker: string,
    options: TakingName,
    process: string = processName(),
  ): Promise<NatsExchange> {
    try {
      await takeName(link, worker, process, options);
    } catch (error) {
      if (!/permission/i.test(String(error))) throw error;
      throw new UserError(`this key is not for a worker that is called ${worker}`, [
        'its file has the name of the worker: --worker NAME --fleet-key NAME.key',
      ]);
    }
    const exchange = new NatsExchange(link, worker, process, options.patienceMs / BEATS);
    await exchange.#beat();
    return exchange;
  }

  private constructor(link: Link, worker: string, process: string, beatMs: number) {
    this.worker = worker;
    this.#link = link;
    this.#process = process;
    this.#view = new NatsView(link, () => this.#serverMs(), process);
    this.#beating = setInterval(() => void this.#beat(), beatMs);
    this.#beating.unref();
  }

  get damaged(): number {
    return this.#view.damaged;
  }

  get trouble(): string | undefined {
    return this.#state.told;
  }

  get generation(): number {
    return this.#view.generation;
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
    if (this.#hasLostName)
      throw new UserError(
        `another process is the worker ${this.worker} by now: this one was silent for too long`,
        ['each process of a fleet needs a name of its own: --worker NAME'],
      );
    const most = this.#link.connection.info?.max_payload ?? 2 ** 20;
    return this.#trying(async () => {
      for (let at = 0; at < parcels.length; at += UNDER_WAY)
        await Promise.all(parcels.slice(at, at + UNDER_WAY).map((parcel) => this.#send(parcel, most)));
    });
  }

  /** Files larger than the server's limit go in pieces; a note that is larger stays with this worker. */
  async #send({ note, files: whole }: Parcel, most: number): Promise<void> {
    const files = inPieces(whole, most - HEADERS_BYTES);
    const named = files.map(({ path, bytes }): FileName & { readonly path: string } => ({
      path,
      hash: hash('sha256', bytes).slice(0, 32),
    }));
    const packed = encodeNote({ note, files: named });
    if (packed.length > most - HEADERS_BYTES || whole.some(({ bytes }) => bytes.length > MOST_WHOLE_BYTES)) {
      this.#state.leaveOut({ note, files });
      return;
    }
    await Promise.all(files.map(({ bytes }, index) => this.#put(named[index]!.hash, bytes)));
    await this.#publish(`note.${this.worker}.${this.#process}`, packed);
  }

  async #put(name: string, bytes: Uint8Array): Promise<void> {
    try {
      await this.#publish(`file.${name}`, bytes);
    } catch (error) {
      if (!isRefusal(error, IS_THERE)) throw error;
    }
  }

  async report(line: StatsLine): Promise<void> {
    await this.#trying(() => this.#publish(`state.report.${this.worker}`, JSON.stringify(line)));
  }

  async claim(key: string): Promise<boolean> {
    let isOurs = false;
    await this.#trying(async () => {
      const there = await lastOf(this.#link, `state.claim.${key}`, 'state');
      const holder = there !== null && isSent(there) ? there.string() : undefined;
      isOurs = holder === this.worker;
      if (isOurs || (holder !== undefined && (await this.#silentMs(holder)) < TAKEN_OVER_MS)) return;
      isOurs = await publishedAfter(this.#link, `state.claim.${key}`, this.worker, there?.seq ?? 0);
    });
    return isOurs;
  }

  async #silentMs(worker: string): Promise<number> {
    const member = (await this.members()).find(({ name }) => name === worker);
    return member?.silentMs ?? Infinity;
  }

  async close(): Promise<void> {
    clearInterval(this.#beating);
    if (!this.#hasLostName && this.#link.isUp()) {
      const ended: Beat = { process: this.#process, hasEnded: true };
      // Waits only a moment: a missing server must not delay the end.
      const told = Promise.all([
        this.#publish(`state.beat.${this.worker}`, JSON.stringify(ended)),
        this.#publish(`state.name.${this.worker}`, ''),
      ]);
      await Promise.race([told.catch(() => undefined), sleep(2_000)]);
    }
    await this.#view.close();
  }

  /** A slow server gets the next sign of life only after its answer to the last one. */
  async #beat(): Promise<void> {
    if (this.#isBeating) return;
    this.#isBeating = true;
    try {
      await this.#giveSign();
    } finally {
      this.#isBeating = false;
    }
  }

  async #giveSign(): Promise<void> {
    let holder = await this.#holder();
    // A server that lost its storage knows no names: this worker takes its own again, if it is the first. The
    // answer may be to an earlier try of this process, so the name is read again.
    if (holder !== 'unknown' && holder?.process === undefined && !(await this.#takesAgain(holder?.seq)))
      holder = await this.#holder();
    if (typeof holder === 'object' && ![undefined, this.#process].includes(holder.process))
      this.#hasLostName = true;
    if (this.#hasLostName) return;
    const beat: Beat = { process: this.#process, hasEnded: false };
    await this.#trying(() => this.#publish(`state.beat.${this.worker}`, JSON.stringify(beat)));
  }

  #holder(): Promise<Holder | 'unknown' | undefined> {
    return nameHolder(this.#link, this.worker).catch(() => 'unknown' as const);
  }

  /** False if another process has the name by now. */
  async #takesAgain(seq = 0): Promise<boolean> {
    return publishedAfter(this.#link, `state.name.${this.worker}`, this.#process, seq).catch(() => true);
  }

  /** The time at the server, from its answer to the last sign of life. */
  async #serverMs(): Promise<number> {
    const beat = await lastOf(this.#link, `state.beat.${this.worker}`, 'state');
    return beat?.time.getTime() ?? 0;
  }

  async #publish(subject: string, payload: Uint8Array | string): Promise<void> {
    await sendTo(this.#link, subject, payload);
  }

  async #trying(work: () => Promise<unknown>): Promise<boolean> {
    try {
      if (!this.#link.isUp()) throw new Error('it cannot be reached');
      try {
        await work();
      } catch (error) {
        // The server may have lost its storage, and the streams with it.
        if (!(await this.#link.makeStreams().catch(() => false))) throw error;
        this.#view.beginAgain();
        await work();
      }
      this.#state.trouble = undefined;
      return true;
    } catch (error) {
      this.#state.trouble = `the server does not answer: ${(error as Error).message}`;
      return false;
    }
  }
}

interface Holder {
  /** Empty if the process gave the name back; undefined if there is no message. */
  readonly process: string | undefined;
  readonly seq: number;
}

/** The process that has a name. */
async function nameHolder(link: Link, worker: string): Promise<Holder | undefined> {
  const found = await lastOf(link, `state.name.${worker}`, 'state');
  if (found === null) return undefined;
  return { process: isSent(found) ? found.string() : undefined, seq: found.seq };
}

async function takeName(
  link: Link,
  worker: string,
  process: string,
  { patienceMs, signal, say }: TakingName,
): Promise<void> {
  for (;;) {
    const holder = await nameHolder(link, worker);
    if (holder !== undefined && holder.process !== '') {
      const before = await beatOf(link, worker);
      say(
        `the worker ${worker} may be at work; waiting ${Math.ceil(patienceMs / 1_000)} s for a sign of life`,
      );
      for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += patienceMs / BEATS) {
        await sleep(patienceMs / BEATS, undefined, { signal });
        if ((await beatOf(link, worker)) !== before)
          throw new UserError(
            `the worker ${worker} runs already, as ${holder.process ?? 'an unknown process'}`,
            ['each process of a fleet needs a name of its own: --worker NAME'],
          );
      }
    }
    if (await publishedAfter(link, `state.name.${worker}`, process, holder?.seq ?? 0)) return;
  }
}

async function beatOf(link: Link, worker: string): Promise<number> {
  return (await lastOf(link, `state.beat.${worker}`, 'state'))?.seq ?? 0;
}

/** Compare and set: false if the subject has a message after the message with that number. */
async function publishedAfter(link: Link, subject: string, text: string, last: number): Promise<boolean> {
  try {
    await sendTo(link, subject, text, last);
    return true;
  } catch (error) {
    if (isRefusal(error, WRONG_LAST)) return false;
    throw error;
  }
}
