/**
 * Avoidance: keeps a campaign away from bugs that it has seen often enough.
 *
 * A test that matches patterns of such bugs is made again, with another value for one choice of each
 * pattern. Now and then such a test is executed unchanged, to see whether the bug is still there. Invariant:
 * if tests with a pattern no longer show the bug, the pattern avoids nothing any more.
 */
import { type ChoiceSequence, type Edit, applyEdits, placeToChange } from '../choice/index.ts';
import type { Tell } from '../campaign/index.ts';
import type { AvoidedBug, AvoidedBugs } from '../triage/index.ts';
import { isDiskFull } from '../util/circumstance.ts';
import { counted } from '../util/text.ts';
import { fuzzTuning } from './tuning.ts';

/** An avoided bug that a test may show. */
export interface Met {
  readonly bug: AvoidedBug;
  /** The patterns of the bug that the test has, with the ops of the choices to change. */
  readonly found: ReturnType<AvoidedBugs['foundIn']>;
}

export interface AvoidanceParts {
  readonly bugs: AvoidedBugs;
  /** Identity of the target's build. */
  readonly build: string;
  readonly tell: Tell;
}

export class Avoidance {
  readonly #parts: AvoidanceParts;

  constructor(parts: AvoidanceParts) {
    this.#parts = parts;
    const { bugs, build } = parts;
    for (const bug of bugs.all()) {
      // Another build may have lost the bug, or may have it again.
      const state = bug.state === 'gone' ? 'on' : bug.state;
      if (bug.build !== build && state !== 'off')
        bugs.note({ ...bug, build, state, met: 0, shown: 0, missed: 0 });
    }
  }

  /** The avoided bugs whose pattern the test has. */
  meets(source: string, record: ChoiceSequence): readonly Met[] {
    const { bugs } = this.#parts;
    return bugs.all().flatMap((bug) => {
      if (bug.state !== 'on' || bug.source !== source) return [];
      const found = bugs.foundIn(bug, record);
      return found.length === 0 ? [] : [{ bug, found }];
    });
  }

  /** Counts a test that has patterns. If it is to be executed nevertheless, returns the bugs that it may show. */
  lookedAt(met: readonly Met[]): readonly string[] | undefined {
    const { avoidTrials, avoidEvery } = fuzzTuning;
    for (const { bug } of met) this.#parts.bugs.note({ ...bug, met: bug.met + 1 });
    const isDue = met.some(({ bug }) => bug.met < avoidTrials.value || bug.met % avoidEvery.value === 0);
    return isDue ? met.map(({ bug }) => bug.id) : undefined;
  }

  /**
   * The test's choices, with other values for those that show the bugs; undefined if no other values are
   * known.
   */
  redrawn(record: ChoiceSequence, met: readonly Met[]): ChoiceSequence | undefined {
    const others = new Map<number, string>();
    for (const { pattern, pivots } of met.flatMap(({ found }) => found)) {
      const otherwise = pattern.at(-1)?.choices[placeToChange(pattern)]?.otherwise;
      if (otherwise === undefined) return undefined;
      for (const op of pivots) others.set(op, otherwise);
    }
    const edits = [...others]
      .toSorted(([a], [b]) => a - b)
      .map(([op, otherwise]): Edit => ({
        from: op,
        to: op + 1,
        ops: record.ops.subarray(op, op + 1),
        words: record.wordsFor(op, BigInt(otherwise)),
      }));
    return applyEdits(record, edits);
  }

  /**
   * Hears what a test that was executed for an avoided bug showed: a failure with this signature, or nothing. A
   * failure with another signature says nothing about the bug.
   */
  hear(id: string, signature: string | undefined): void {
    const bug = this.#parts.bugs.find(id);
    if (bug === undefined) return;
    if (signature === undefined) this.#hearNothing(bug);
    else if (bug.signature === signature) this.#put({ ...bug, shown: bug.shown + 1, missed: 0 });
  }

  #hearNothing(bug: AvoidedBug): void {
    const missed = bug.missed + 1;
    const isGone = missed >= fuzzTuning.avoidMissed.value;
    this.#put({ ...bug, missed, state: isGone ? 'gone' : bug.state });
    if (!isGone) return;
    const text = `finding ${bug.id} is not avoided any more: its pattern did not show it ${counted(missed, 'time')} in a row`;
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
}
