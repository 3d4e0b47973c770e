/**
 * Outbox: kept tests that wait until it is their turn to be sent, and what the fleet knows by now.
 *
 * A test waits with the features that it was kept for. At its turn, features that the fleet has heard of are struck out,
 * and a test of which nothing is left is never sent. So workers that find the same things at the same time do not flood
 * one another. Invariants: no feature is sent that this worker knew the fleet to have; a test that was
 * taken and could not be sent waits again.
 */
import { FeatureSet } from '../../serve/index.ts';

export interface WaitingTest {
  readonly id: string;
  /** The features it was kept for. */
  readonly keptFor: Uint32Array;
  /** How many of them the fleet did not know when they were last counted. */
  unknown: number;
}

export interface DueTest extends Readonly<WaitingTest> {
  /** The features that only this test has; ascending. */
  readonly news: Uint32Array;
}

export class Outbox {
  readonly #known = new FeatureSet();
  readonly #waiting = new Map<string, WaitingTest>();
  #struckOut = 0;

  get size(): number {
    return this.#waiting.size;
  }

  /** Tests that were never sent, since the fleet had all of their features. */
  get struckOut(): number {
    return this.#struckOut;
  }

  add(id: string, keptFor: Uint32Array): void {
    this.#waiting.set(id, { id, keptFor, unknown: keptFor.length });
  }

  /** The fleet has these features. Returns how many of them this worker did not know it to have. */
  learn(features: Uint32Array): number {
    return this.#known.add(features).fresh.length;
  }

  /** Takes out the next tests to be sent, most unknown features first. A feature goes with one of them. */
  take(most: number): DueTest[] {
    const due: DueTest[] = [];
    const taken = new FeatureSet();
    // Tests with nothing beside what goes with this turn's others: they wait until that is acknowledged.
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

  /** These were sent: the fleet has their features. */
  acknowledge(due: readonly DueTest[]): void {
    for (const { news } of due) this.#known.add(news);
  }

  /** These could not be sent: they wait again, and what the fleet hears meanwhile is struck out of them, too. */
  putBack(due: readonly DueTest[]): void {
    for (const { id, keptFor } of due) this.add(id, keptFor);
  }

  /** An unknown feature only ever becomes known, so a test that was just counted and is still ahead is the best. */
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
