/**
 * Avoidance: keeps a campaign away from bugs that it has seen often enough.
 *
 * A test that satisfies the pattern of such a bug is made anew, with another value for one choice of the pattern. Now and then one
 * is executed as it is, to see whether the bug is still there. Invariant: a pattern whose tests do not show the bug avoids
 * nothing any more.
 */
import { type ChoiceSequence, type Edit, applyEdits, PatternFinder } from '../choice/index.ts';
import type { Tell } from '../campaign/index.ts';
import { type AvoidedBug, type AvoidedBugs, isSeenAtOnce } from '../triage/index.ts';
import { isDiskFull } from '../util/circumstance.ts';
import { counted } from '../util/text.ts';
import { fuzzTuning } from './tuning.ts';

/** An avoided bug that a test may show. */
export interface Met {
  readonly bug: AvoidedBug;
  /** The ops of the choices that are to be changed. */
  readonly pivots: readonly number[];
}

export interface AvoidanceParts {
  readonly bugs: AvoidedBugs;
  /** Identity of the target's build. */
  readonly build: string;
  readonly tell: Tell;
}

export class Avoidance {
  readonly #parts: AvoidanceParts;
  readonly #finders = new WeakMap<AvoidedBug['pattern'], PatternFinder>();

  constructor(parts: AvoidanceParts) {
    this.#parts = parts;
    const { bugs, build } = parts;
    for (const bug of bugs.all()) {
      // Another build may have the bug no more, or again.
      const isOn = bug.state !== 'off';
      if (bug.build !== build && isOn) bugs.note({ ...bug, build, state: 'on', met: 0, shown: 0, missed: 0 });
    }
  }

  /** Undefined if nothing of what is avoided shows in a test. */
  meets(source: string, record: ChoiceSequence): Met | undefined {
    for (const bug of this.#parts.bugs.all()) {
      if (bug.state !== 'on' || bug.source !== source) continue;
      const pivots = this.#finderOf(bug).find(record);
      if (pivots !== undefined) return { bug, pivots };
    }
    return undefined;
  }

  /** Counts a test that satisfies a pattern, and says whether it is executed all the same. */
  isLookedAt({ bug }: Met): boolean {
    this.#parts.bugs.note({ ...bug, met: bug.met + 1 });
    const { avoidTrials, avoidEvery } = fuzzTuning;
    return bug.met < avoidTrials.value || bug.met % avoidEvery.value === 0;
  }

  /** The choices of a test with others in the place of those that show the bug; undefined if none are known. */
  redrawn(record: ChoiceSequence, { bug, pivots }: Met): ChoiceSequence | undefined {
    const otherwise = bug.pattern.at(-1)?.choices.at(-1)?.otherwise;
    if (otherwise === undefined) return undefined;
    const edits = pivots
      .toSorted((a, b) => a - b)
      .map((op): Edit => ({
        from: op,
        to: op + 1,
        ops: record.ops.subarray(op, op + 1),
        words: record.wordsFor(op, BigInt(otherwise)),
      }));
    return applyEdits(record, edits);
  }

  /**
   * A test was executed in spite of the bug, and failed with `signature`. A failure by another signature says nothing
   * of the bug.
   */
  hearFailure(id: string, signature: string): void {
    const bug = this.#parts.bugs.find(id);
    if (bug?.signature === signature) this.#put({ ...bug, shown: bug.shown + 1, missed: 0 });
  }

  /** A test that was executed all the same passed. */
  hearPass(id: string): void {
    const bug = this.#parts.bugs.find(id);
    // Whether code is wrong is asked later, if at all.
    if (bug === undefined || !isSeenAtOnce(bug)) return;
    const missed = bug.missed + 1;
    const isGone = missed >= fuzzTuning.avoidMissed.value;
    this.#put({ ...bug, missed, state: isGone ? 'gone' : bug.state });
    if (!isGone) return;
    const text = `finding ${id} is not avoided any more: its pattern did not show it ${counted(missed, 'time')} in a row`;
    this.#parts.tell({ type: 'note', text });
  }

  /** A full disk is passed over: the counts are written with the next ones. */
  #put(bug: AvoidedBug): void {
    try {
      this.#parts.bugs.put(bug);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    }
  }

  #finderOf({ pattern }: AvoidedBug): PatternFinder {
    let finder = this.#finders.get(pattern);
    if (finder === undefined) this.#finders.set(pattern, (finder = new PatternFinder(pattern)));
    return finder;
  }
}
