/**
 * A sea between the workers of a fleet: an exchange in memory that delays, loses, repeats and reorders what is sent, by a
 * seed. Time passes as the test says.
 */
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { makeRandom, uniformBelow, uniformUnit } from '../../../src/choice/index.ts';
import type { Arrival, Exchange, FleetMember, Note, Parcel } from '../../../src/fuzz/index.ts';
import { unpackFeatures } from '../../../src/target/index.ts';

/** How bad the sea is; all zero is a calm one. */
export interface Weather {
  readonly mostDelayMs: number;
  /** Share of sendings that fail, half of them after all has arrived. */
  readonly failing: number;
  /** Share of notes that arrive twice. */
  readonly repeated: number;
}

interface Message {
  readonly from: string;
  readonly parcel: Parcel;
  readonly atMs: number;
}

export class Sea {
  nowMs = 0;
  weather: Weather;
  readonly rng: RandomGenerator;
  readonly messages: Message[] = [];
  /** Notes of tests that were acknowledged. */
  readonly acknowledged: Note[] = [];
  /** Features that a worker sent though it had heard of them. */
  readonly needless: number[] = [];
  readonly claims: Map<string, string> = new Map();
  readonly parted: Set<string> = new Set();
  readonly names: string[] = [];

  constructor(seed: number, weather: Weather) {
    this.rng = makeRandom(seed);
    this.weather = weather;
  }

  chance(share: number): boolean {
    return uniformUnit(this.rng) < share;
  }

  below(bound: number): number {
    return uniformBelow(this.rng, bound);
  }

  /** Everything that was sent is gone, as from a server that lost its storage. */
  generation = 0;

  lose(): void {
    this.messages.length = 0;
    this.claims.clear();
    this.generation++;
  }

  open(name: string): SeaExchange {
    if (!this.names.includes(name)) this.names.push(name);
    return new SeaExchange(this, name);
  }
}

export class SeaExchange implements Exchange {
  readonly damaged = 0;
  readonly trouble: string | undefined = undefined;
  readonly worker: string;
  readonly #sea: Sea;
  readonly #due: { readonly message: Message; readonly atMs: number }[] = [];
  readonly #heard = new Set<number>();
  #seen = 0;
  #openedAt: number;
  #generation: number;

  constructor(sea: Sea, worker: string) {
    this.#sea = sea;
    this.worker = worker;
    this.#openedAt = sea.messages.length;
    this.#generation = sea.generation;
  }

  get generation(): number {
    return this.#generation;
  }

  async send(parcels: readonly Parcel[]): Promise<boolean> {
    const sea = this.#sea;
    if (sea.parted.has(this.worker)) return false;
    const fails = sea.chance(sea.weather.failing);
    if (fails && sea.chance(0.5)) return false;
    for (const parcel of parcels) {
      const { note } = parcel;
      if (note.kind === 'test')
        for (const feature of unpackFeatures(note.test.news))
          if (this.#heard.has(feature)) sea.needless.push(feature);
      sea.messages.push({ from: this.worker, parcel, atMs: sea.nowMs });
      if (!fails && note.kind === 'test') sea.acknowledged.push(note);
    }
    return !fails;
  }

  async receive(): Promise<readonly Arrival[]> {
    const sea = this.#sea;
    if (sea.parted.has(this.worker)) return [];
    if (this.#generation !== sea.generation) {
      this.#generation = sea.generation;
      this.#seen = this.#openedAt = 0;
      this.#due.length = 0;
      this.#heard.clear();
    }
    for (; this.#seen < sea.messages.length; this.#seen++) {
      const message = sea.messages[this.#seen]!;
      if (message.from === this.worker && this.#seen >= this.#openedAt) continue;
      const times = sea.chance(sea.weather.repeated) ? 2 : 1;
      for (let time = 0; time < times; time++)
        this.#due.push({ message, atMs: message.atMs + sea.below(sea.weather.mostDelayMs + 1) });
    }
    const ready = this.#due.filter(({ atMs }) => atMs <= sea.nowMs);
    const left = this.#due.filter(({ atMs }) => atMs > sea.nowMs);
    this.#due.splice(0, this.#due.length, ...left);
    for (const { message } of ready) {
      const { note } = message.parcel;
      if (note.kind === 'test')
        for (const feature of unpackFeatures(note.test.news)) this.#heard.add(feature);
    }
    return ready.map(({ message: { from, parcel } }) => ({
      from,
      note: parcel.note,
      paths: parcel.files.map(({ path }) => path),
      read: async (path) => parcel.files.find((each) => each.path === path)?.bytes,
    }));
  }

  async members(): Promise<readonly FleetMember[]> {
    return this.#sea.names.map((name) => ({ name, isAlive: true, silentMs: 0, line: undefined }));
  }

  async report(): Promise<void> {}

  async claim(key: string): Promise<boolean> {
    if (!this.#sea.claims.has(key)) this.#sea.claims.set(key, this.worker);
    return this.#sea.claims.get(key) === this.worker;
  }

  async close(): Promise<void> {}
}
