/**
 * Inbox: takes in the results of other workers.
 *
 * A note says at once which features the fleet has. The worker fetches the test itself later, a few tests at
 * a time, so that the search goes on. In a large fleet each test becomes a parent in only a few workers,
 * which a hash chooses. Features of another build of the target say nothing here, so this worker executes
 * some of its tests. Features of a source that this worker does not have count only for that source: this
 * worker could not use the tests. Invariant: the content of a note never leads to an exception.
 */
import type { Strategy } from '../../search/index.ts';
import { FeatureSet } from '../../serve/index.ts';
import { fuzzTuning } from '../tuning.ts';
import { packFeatures, unpackFeatures } from '../../target/index.ts';
import type { Collection } from '../collection.ts';
import type { Intake } from '../intake.ts';
import type { BroughtBy } from './brought.ts';
import { type Arrival, isPruned, type SharedTest } from './exchange.ts';
import type { Outbox } from './outbox.ts';
import { rank } from './peers.ts';
import { Alphabet, decodeSequence } from '../../choice/index.ts';
import { sequenceId } from '../../corpus/index.ts';

export interface FleetInboxParts {
  readonly collection: Pick<Collection, 'coverage' | 'parents'>;
  readonly strategy: Pick<Strategy, 'welcome'>;
  readonly intake: Pick<Intake, 'arrive' | 'canUse'>;
  readonly outbox: Outbox;
  readonly build: string;
  /** Every feature of the target is below this number. */
  readonly featureLimit: number;
  readonly worker: string;
  readonly brought: BroughtBy;
}

/** A test that waits to be fetched. */
interface Wanted {
  readonly arrival: Arrival;
  readonly test: SharedTest;
  /** Its features that were new here; undefined if only an execution can tell. */
  readonly fresh: Uint32Array | undefined;
}

export interface InboxCounts {
  /** Number of tests that this worker heard of. */
  heard: number;
  /** Number of tests that became entries here, or were executed. */
  taken: number;
  /** Number of useless notes and tests. */
  refused: number;
}

export class FleetInbox {
  readonly counts: InboxCounts = { heard: 0, taken: 0, refused: 0 };
  readonly #parts: FleetInboxParts;
  readonly #wanted: Wanted[] = [];
  readonly #ofOtherBuilds: Wanted[] = [];
  readonly #check = new SequenceCheck();
  /** Features of tests whose sources this worker does not have. */
  readonly #elsewhere = new FeatureSet();
  #members: readonly string[] = [];

  constructor(parts: FleetInboxParts) {
    this.#parts = parts;
  }

  /** Number of tests that wait to be fetched. */
  get waiting(): number {
    return this.#wanted.length;
  }

  /** The workers that share the tests among themselves. */
  setMembers(names: readonly string[]): void {
    this.#members = names;
  }

  /** Hears of a new test. Says whether the test has features that are new here. */
  hear(arrival: Arrival, test: SharedTest): boolean {
    const { build, collection, outbox, worker, brought, intake } = this.#parts;
    this.counts.heard++;
    if (test.build !== build) {
      if (arrival.from !== worker && !isPruned(arrival))
        this.#ofOtherBuilds.push({ arrival, test, fresh: undefined });
      return false;
    }
    const features = this.#featuresOf(test);
    if (features === undefined) {
      this.counts.refused++;
      return false;
    }
    // A test that cannot be used here must not hide its features: an own test is worth keeping for them.
    if (!intake.canUse(test.source)) {
      brought.note(arrival.from, this.#elsewhere.add(features).fresh.length);
      return false;
    }
    brought.note(arrival.from, outbox.learn(features));
    const fresh = collection.coverage.add(features).features;
    if (fresh.length === 0) return false;
    if (this.#isForUs(test.id) && !isPruned(arrival)) this.#wanted.push({ arrival, test, fresh });
    return true;
  }

  /** Fetches some of the waiting tests, the newest first, since a search continues from those. */
  async fetch(most: number): Promise<void> {
    const some = this.#wanted.splice(Math.max(0, this.#wanted.length - most));
    await Promise.all(some.map((each) => this.#fetch(each)));
  }

  /** Fetches one test of another build, to be executed. */
  async fetchForeign(): Promise<void> {
    const next = this.#ofOtherBuilds.shift();
    if (next !== undefined) await this.#fetch(next);
  }

  async #fetch({ arrival, test, fresh }: Wanted): Promise<void> {
    const sequence = await arrival.read('sequence');
    // An unreadable file is missing or damaged; the test's features are known, and nothing else is lost.
    if (sequence === undefined || !this.#check.isOfTest(sequence, test)) {
      this.counts.refused++;
      return;
    }
    const { id, source, build, costMs, choices, programBytes, featureCount } = test;
    const features = packFeatures(fresh ?? new Uint32Array());
    const about = { id, source, build, costMs, choices, programBytes, featureCount };
    const origin = { test: 0, arm: 'fleet' };
    const entry = { ...about, freshCount: fresh?.length ?? 0, origin, sequence, features };
    const { intake, collection, strategy } = this.#parts;
    if (!intake.arrive(entry, arrival.from, fresh)) return;
    this.counts.taken++;
    const parent = collection.parents.get(id);
    if (parent === undefined || fresh === undefined) return;
    strategy.welcome?.(parent, collection.coverage.focus?.count(fresh) ?? fresh.length);
  }

  /** Undefined if they are no features of this target. */
  #featuresOf({ news }: SharedTest): Uint32Array | undefined {
    try {
      const features = unpackFeatures(news);
      const last = features.at(-1);
      return last === undefined || last >= this.#parts.featureLimit ? undefined : features;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return undefined;
    }
  }

  /** Rendezvous hashing: true if this worker is among the first few in the test's order. */
  #isForUs(id: string): boolean {
    const { worker } = this.#parts;
    const own = rank(worker, id);
    let ahead = 0;
    for (const name of this.#members) if (name !== worker && rank(name, id) < own) ahead++;
    return ahead < fuzzTuning.fleetHolders.value;
  }
}

/**
 * A check has an alphabet of its own: symbols of a refused test must not fill up the campaign's alphabet. A new
 * alphabet costs 0.3 ms, so several checks share one, until it is full.
 */
export class SequenceCheck {
  #alphabet = new Alphabet();
  #left = fuzzTuning.fleetChecksOfAlphabet.value;

  /** True if the bytes are the sequence that the note announced. */
  isOfTest(bytes: Uint8Array, { id, source }: SharedTest): boolean {
    if (sequenceId(bytes) !== id) return false;
    if (--this.#left < 0) this.#renew();
    let name = this.#sourceOf(bytes);
    if (name === undefined) {
      this.#renew();
      name = this.#sourceOf(bytes);
    }
    return name === source;
  }

  /** Undefined if the bytes are no sequence, or if the alphabet has no room for it. */
  #sourceOf(bytes: Uint8Array): string | undefined {
    try {
      return decodeSequence(bytes, this.#alphabet).envelope.source.name;
    } catch {
      return undefined;
    }
  }

  #renew(): void {
    this.#alphabet = new Alphabet();
    this.#left = fuzzTuning.fleetChecksOfAlphabet.value;
  }
}
