/**
 * A late exchange: a worker whose server cannot be reached at its start goes on alone, and joins the fleet
 * when the server answers.
 *
 * Until then nothing is sent or heard. After that, its generation tells the campaign to send what it has.
 */
import type { StatsLine } from '../campaign/index.ts';
import type { Arrival, Exchange, FleetMember, Parcel } from '../fuzz/index.ts';
import { UserError } from '../util/user-error.ts';

const AGAIN_MS = 5_000;

export class LateExchange implements Exchange {
  readonly worker: string;
  readonly #connect: () => Promise<Exchange>;
  readonly #signal: AbortSignal;
  #inner: Exchange | undefined;
  #why: string;
  /** The server answers, and refuses this worker for good. */
  #refusal: UserError | undefined;
  #trying: NodeJS.Timeout | undefined;

  constructor(worker: string, why: string, connect: () => Promise<Exchange>, signal: AbortSignal) {
    this.worker = worker;
    this.#why = why;
    this.#connect = connect;
    this.#signal = signal;
    this.#later();
  }

  #later(): void {
    this.#trying = setTimeout(() => void this.#try(), AGAIN_MS);
    this.#trying.unref();
  }

  async #try(): Promise<void> {
    try {
      const inner = await this.#connect();
      if (this.#trying === undefined) await inner.close();
      else this.#inner = inner;
    } catch (error) {
      if (this.#trying === undefined || this.#signal.aborted) return;
      if (error instanceof Unreachable || !(error instanceof UserError)) {
        this.#why = (error as Error).message;
        this.#later();
      } else this.#refusal = error;
    }
  }

  get damaged(): number {
    return this.#inner?.damaged ?? 0;
  }

  get trouble(): string | undefined {
    return this.#inner === undefined ? this.#why : this.#inner.trouble;
  }

  get generation(): number {
    return this.#inner === undefined ? 0 : 1 + (this.#inner.generation ?? 0);
  }

  get leftOut(): number {
    return this.#inner?.leftOut ?? 0;
  }

  async receive(mostBytes: number): Promise<readonly Arrival[]> {
    return (await this.#inner?.receive(mostBytes)) ?? [];
  }

  async members(): Promise<readonly FleetMember[]> {
    return (await this.#inner?.members()) ?? [];
  }

  async send(parcels: readonly Parcel[]): Promise<boolean> {
    if (this.#refusal !== undefined) throw this.#refusal;
    return (await this.#inner?.send(parcels)) ?? false;
  }

  async report(line: StatsLine): Promise<void> {
    await this.#inner?.report(line);
  }

  async claim(key: string): Promise<boolean> {
    return (await this.#inner?.claim(key)) ?? false;
  }

  async close(): Promise<void> {
    clearTimeout(this.#trying);
    this.#trying = undefined;
    await this.#inner?.close();
  }
}

/** The server does not answer now; it may later. */
export class Unreachable extends UserError {}
