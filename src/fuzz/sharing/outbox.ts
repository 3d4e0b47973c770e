/**
 * Outbox: kept tests that wait for their turn to be sent, and the features that the fleet has by now.
 *
 * A test waits with the features that it was kept for. At its turn, features that the fleet already has are
 * removed, and a test without remaining features is never sent. So workers that find the same things at the
 * same time do not flood one another. Invariants: this worker sends no feature that it knows the fleet to
 * have; a test that could not be sent waits again.
 */
import { FeatureSet } from '../../serve/index.ts';

export interface WaitingTest {
  readonly id: string;
  /** The features that the test was kept for. */
  readonly keptFor: Uint32Array;
  /** Number of these features that the fleet did not know at the last count. */
  unknown: number;
}

export interface DueTest extends Readonly<WaitingTest> {
  /** The features that this test alone brings; ascending. */
  readonly news: Uint32Array;
}

export class Outbox {
  #known = new FeatureSet();
  readonly #waiting = new Map<string, WaitingTest>();
  readonly #told = new Set<string>();
  readonly #sent = new Set<string>();
  #struckOut = 0;
  /** The generation of the fleet that this outbox knows. */
  generation: number | undefined;

  get size(): number {
    return this.#waiting.size;
  }

  /** Number of tests that were never sent, since the fleet had all of their features. */
  get struckOut(): number {
    return this.#struckOut;
  }

  add(id: string, keptFor: Uint32Array): void {
    this.#waiting.set(id, { id, keptFor, unknown: keptFor.length });
  }

  /** Number of tests of this worker that the fleet has. */
  get sent(): number {
    return this.#sent.size;
  }

  /** True if the fleet has a test, as far as this worker heard. */
  isTold(id: string): boolean {
    return this.#told.has(id);
  }

  /** Hears that the fleet has a test, from this worker or from another one. */
  hearOf(id: string, isOwn: boolean): void {
    this.#told.add(id);
    if (isOwn) this.#sent.add(id);
  }

  /** Hears that the fleet has nothing any more: it lost what it knew. */
  forget(generation: number | undefined): void {
    this.generation = generation;
    this.#known = new FeatureSet();
    this.#told.clear();
    this.#sent.clear();
  }

  /** Hears that the fleet has these features. Returns how many of them are news to this worker. */
  learn(features: Uint32Array): number {
    return this.#known.add(features).fresh.length;
  }

  /**
   * Takes out the next tests to send, most unknown features first. Each feature goes with only one of them.
   */
  take(most: number): DueTest[] {
    const due: DueTest[] = [];
    const taken = new FeatureSet();
    // Tests whose features all go with this turn's other tests: they wait for the acknowledgement.
    const later = new Set<string>();
    for (let test = this.#best(later); test !== undefined && due.length < most; test = this.#best(later)) {
      const news = this.#unknownOf(test).filter((feature) => !taken.has(feature));
      if (news.length === 0) {
        later.add(test.id);
        continue;
      }
      this.#waiting.delete(test.id);
      taken.add(news);
      due.push({ ...test, news });
    }
    return due;
  }

  /** Hears that these tests were sent: the fleet has their features. */
  acknowledge(due: readonly DueTest[]): void {
    for (const { news } of due) this.#known.add(news);
  }

  /**
   * Hears that these tests could not be sent: they wait again, and lose features that the fleet learns
   * meanwhile.
   */
  putBack(due: readonly DueTest[]): void {
    for (const { id, keptFor } of due) this.add(id, keptFor);
  }

  /** An unknown feature can only become known, so a freshly counted test that is still ahead is the best. */
  #best(without: ReadonlySet<string>): WaitingTest | undefined {
    for (;;) {
      let best: WaitingTest | undefined;
      let second = 0;
      for (const test of this.#waiting.values()) {
        if (without.has(test.id)) continue;
        if (best === undefined || test.unknown > best.unknown) {
          second = best?.unknown ?? 0;
          best = test;
        } else if (test.unknown > second) second = test.unknown;
      }
      if (best === undefined) return undefined;
      best.unknown = this.#unknownOf(best).length;
      if (best.unknown === 0) this.#strikeOut(best);
      else if (best.unknown >= second) return best;
    }
  }

  #strikeOut({ id }: WaitingTest): void {
    this.#waiting.delete(id);
    this.#struckOut++;
  }

  #unknownOf({ keptFor }: WaitingTest): Uint32Array {
    return keptFor.filter((feature) => !this.#known.has(feature));
  }
}
