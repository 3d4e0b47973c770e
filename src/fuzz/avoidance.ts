/**
 * Avoidance: keeps a campaign away from bugs that it has seen often enough.
 *
 * A test that matches patterns of such bugs is made again, with another value for one choice of each pattern. Some of
 * these tests are executed unchanged, to see whether they show the bug. There are many looks at a new part of a pattern,
 * and few later. Invariant: a part avoids nothing while too many of its tests do not show the bug.
 */
import { type ChoiceSequence, type Edit, applyEdits, placeToChange } from '../choice/index.ts';
import {
  type AvoidedBug,
  type AvoidedBugs,
  type AvoidedPart,
  type FoundPart,
  newPart,
} from '../triage/index.ts';
import { isDiskFull } from '../util/circumstance.ts';
import { fuzzTuning } from './tuning.ts';

/** An avoided bug that a test may show. */
export interface Met {
  readonly bug: AvoidedBug;
  /** The parts of the bug that the test has. */
  readonly found: readonly FoundPart[];
}

export interface AvoidanceParts {
  readonly bugs: AvoidedBugs;
  /** Identity of the target's build. */
  readonly build: string;
}

export class Avoidance {
  readonly #parts: AvoidanceParts;

  constructor(parts: AvoidanceParts) {
    this.#parts = parts;
    const { bugs, build } = parts;
    for (const bug of bugs.all()) {
      // Another build may have lost the bug, or may have it again.
      if (bug.build === build || bug.state === 'off') continue;
      const unasked = bug.parts.map(({ pattern }) => newPart(pattern));
      const state = bug.state === 'gone' ? 'on' : bug.state;
      bugs.note({ ...bug, build, parts: unasked, state, met: 0 });
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
    for (const { bug, found } of met) {
      const parts = changeFound(bug, found, (part) => ({ ...part, met: part.met + 1 }));
      this.#parts.bugs.note({ ...bug, parts, met: bug.met + 1 });
    }
    // One part that is trusted speaks for a test, whatever other parts the test has.
    const isDue = met.some(({ found }) => found.every((part) => isLookedAt(part)));
    return isDue ? met.map(({ bug }) => bug.id) : undefined;
  }

  /** The test's choices without the values that show the bugs; undefined if no other values are known. */
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
  hear(id: string, record: ChoiceSequence, signature: string | undefined): void {
    const { bugs } = this.#parts;
    const bug = bugs.find(id);
    if (bug === undefined || (signature !== undefined && bug.signature !== signature)) return;
    const parts = changeFound(bug, bugs.foundIn(bug, record), (part) =>
      signature === undefined
        ? { ...part, missed: part.missed + 1, inARow: part.inARow + 1 }
        : { ...part, shown: part.shown + 1, inARow: 0 },
    );
    this.#put({ ...bug, parts });
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

/** All parts of the bug; the parts that were found in a test are changed. */
function changeFound(
  { parts }: AvoidedBug,
  found: readonly FoundPart[],
  change: (part: AvoidedPart) => AvoidedPart,
): readonly AvoidedPart[] {
  const patterns = new Set(found.map(({ pattern }) => pattern));
  return parts.map((part) => (patterns.has(part.pattern) ? change(part) : part));
}

/**
 * True if the next test with this part is executed. That is each test while too many of them did not show the bug; else
 * the more came before, the fewer are. A test that showed another bug is no answer, so another test is executed.
 */
function isLookedAt({ met, shown, missed }: AvoidedPart): boolean {
  const isDoubtful = missed > (1 - fuzzTuning.avoidTrusted.value) * (shown + missed);
  return isDoubtful || shown + missed < answersFor(met + 1);
}

/** Number of executed tests that are wanted among so many tests with a part of a pattern. */
function answersFor(met: number): number {
  const slower = fuzzTuning.avoidSlower.value;
  return Math.ceil(slower * Math.log1p(met / slower) + met / fuzzTuning.avoidEvery.value);
}
