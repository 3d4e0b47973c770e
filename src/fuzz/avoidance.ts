/**
 * Avoidance: keeps a campaign away from bugs that it has seen often enough.
 *
 * A test that matches the pattern of such a bug is made again, with another value for one choice of the
 * pattern. Now and then such a test is executed unchanged, to see whether the bug is still there. Invariant:
 * if tests with a pattern no longer show the bug, the pattern avoids nothing any more.
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
  /** The ops of the choices to change. */
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
      // Another build may have lost the bug, or may have it again.
      const isOn = bug.state !== 'off';
      if (bug.build !== build && isOn) bugs.note({ ...bug, build, state: 'on', met: 0, shown: 0, missed: 0 });
    }
  }

  /** Undefined if the test matches no avoided bug. */
  meets(source: string, record: ChoiceSequence): Met | undefined {
    for (const bug of this.#parts.bugs.all()) {
      if (bug.state !== 'on' || bug.source !== source) continue;
      const pivots = this.#finderOf(bug).find(record);
      if (pivots !== undefined) return { bug, pivots };
    }
    return undefined;
  }

  /** Counts a test that matches a pattern, and says whether to execute it nevertheless. */
  isLookedAt({ bug }: Met): boolean {
    this.#parts.bugs.note({ ...bug, met: bug.met + 1 });
    const { avoidTrials, avoidEvery } = fuzzTuning;
    return bug.met < avoidTrials.value || bug.met % avoidEvery.value === 0;
  }

  /**
   * The test's choices, with other values for those that show the bug; undefined if no other values are
   * known.
   */
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
   * Hears that a test with the pattern was executed and failed with `signature`. A failure with another
   * signature says nothing about the bug.
   */
  hearFailure(id: string, signature: string): void {
    const bug = this.#parts.bugs.find(id);
    if (bug?.signature === signature) this.#put({ ...bug, shown: bug.shown + 1, missed: 0 });
  }

  /** Hears that a test with the pattern was executed and passed. */
  hearPass(id: string): void {
    const bug = this.#parts.bugs.find(id);
    // For wrong code a pass says nothing: the comparison comes later, if at all.
    if (bug === undefined || !isSeenAtOnce(bug)) return;
    const missed = bug.missed + 1;
    const isGone = missed >= fuzzTuning.avoidMissed.value;
    this.#put({ ...bug, missed, state: isGone ? 'gone' : bug.state });
    if (!isGone) return;
    const text = `finding ${id} is not avoided any more: its pattern did not show it ${counted(missed, 'time')} in a row`;
    this.#parts.tell({ type: 'note', text });
  }

  /** A full disk is ignored: the next write contains these counts, too. */
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
