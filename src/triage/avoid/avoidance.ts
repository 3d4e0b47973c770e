/**
 * Avoidance: keeps a campaign away from bugs that a person named.
 *
 * A test that matches patterns of such bugs is made again, with another value for one choice of each pattern. Some of
 * these tests are executed unchanged, to see whether they show the bug: many at first, and few later. Invariant: a
 * pattern avoids nothing while too many of its tests do not show the bug.
 */
import { type ChoiceSequence, type Edit, applyEdits, placeToChange } from '../../choice/index.ts';
import type { Tell } from '../../campaign/index.ts';
import { isDiskFull } from '../../util/circumstance.ts';
import { triageKinds } from '../kinds/index.ts';
import { triageTuning } from '../tuning.ts';
import { type AvoidedBug, type AvoidedBugs, noLooks } from './avoided-bugs.ts';

const TRUSTED = triageTuning.avoidTrusted.value;
const SLOWER = triageTuning.avoidSlower.value;
const EVERY = triageTuning.avoidEvery.value;
const MOST_IN_A_ROW = triageTuning.avoidMostInARow.value;

/** An avoided bug that a test may show, with the ops of the choices to change. */
export interface Met {
  readonly bug: AvoidedBug;
  readonly pivots: readonly number[];
}

/** A test that was executed. */
export interface LookedAt {
  readonly record: ChoiceSequence;
  /** The avoided findings that this test may show. */
  readonly looksAt?: readonly string[] | undefined;
}

export class Avoidance {
  readonly #bugs: AvoidedBugs;
  readonly #tell: Tell;
  readonly #shown = new WeakSet<ChoiceSequence>();

  /** `build` is the identity of the target's build: another build may have lost a bug, or may have it again. */
  constructor(bugs: AvoidedBugs, build: string, tell: Tell) {
    this.#bugs = bugs;
    this.#tell = tell;
    for (const bug of bugs.all())
      if (bug.build !== build && bug.state !== 'off') bugs.note({ ...bug, ...noLooks, build, state: 'on' });
  }

  /** The avoided bugs whose pattern the test has. */
  meets(source: string, record: ChoiceSequence): readonly Met[] {
    return this.#bugs.all().flatMap((bug) => {
      if (bug.state !== 'on' || bug.source !== source) return [];
      const pivots = this.#bugs.pivotsIn(bug, record);
      return pivots === undefined ? [] : [{ bug, pivots }];
    });
  }

  /** Counts a test that has patterns. If it is to be executed nevertheless, returns the bugs that it may show. */
  lookedAt(met: readonly Met[]): readonly string[] | undefined {
    for (const { bug } of met) this.#bugs.note({ ...bug, met: bug.met + 1 });
    return met.some(({ bug }) => isDue(bug)) ? met.map(({ bug }) => bug.id) : undefined;
  }

  /**
   * The test's choices, with other values for the choices that show the bugs; undefined if no other values are
   * known.
   */
  redrawn(record: ChoiceSequence, met: readonly Met[]): ChoiceSequence | undefined {
    const others = new Map<number, string>();
    for (const { bug, pivots } of met) {
      const otherwise = bug.pattern.at(-1)?.choices[placeToChange(bug.pattern)]?.otherwise;
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

  /** A test that the target compiled without a failure. */
  passed({ looksAt = [] }: LookedAt): void {
    for (const id of looksAt) this.#missed(id, 'compile');
  }

  /** A test whose program did the right thing. */
  wasRight({ looksAt = [] }: LookedAt): void {
    for (const id of looksAt) this.#missed(id, 'run');
  }

  /** A test that showed the finding with this signature. Another signature says nothing about an avoided bug. */
  showed(signature: string, { record, looksAt = [] }: LookedAt): void {
    this.#shown.add(record);
    for (const id of looksAt) {
      const bug = this.#bugs.find(id);
      if (bug?.signature === signature) this.#put({ ...bug, shown: bug.shown + 1, inARow: 0 });
    }
  }

  /** True if a test with these choices showed a finding. */
  hasShown(record: ChoiceSequence): boolean {
    return this.#shown.has(record);
  }

  #missed(id: string, by: 'compile' | 'run'): void {
    const bug = this.#bugs.find(id);
    if (bug === undefined || triageKinds[bug.kind].disprovedBy !== by) return;
    const inARow = bug.inARow + 1;
    const isGone = bug.state === 'on' && inARow >= MOST_IN_A_ROW;
    this.#put({ ...bug, missed: bug.missed + 1, inARow, state: isGone ? 'gone' : bug.state });
    if (!isGone) return;
    const text = `finding ${id} is not avoided any more: tests with its pattern do not show it`;
    this.#tell({ type: 'note', text });
  }

  /** A full disk is ignored: the next write contains these counts, too. */
  #put(bug: AvoidedBug): void {
    try {
      this.#bugs.put(bug);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    }
  }
}

/**
 * True if the next test with this pattern is executed. That is each test while too many of them did not show the bug;
 * else the more came before, the fewer are. A test that showed another bug is no answer, so another test is executed.
 */
function isDue({ kind, met, shown, missed }: AvoidedBug): boolean {
  if (triageKinds[kind].disprovedBy === undefined) return false;
  const isDoubtful = missed > (1 - TRUSTED) * (shown + missed);
  return isDoubtful || shown + missed < answersFor(met + 1);
}

/** Number of executions that are wanted among this number of tests with a pattern. */
function answersFor(met: number): number {
  return Math.ceil(SLOWER * Math.log1p(met / SLOWER) + met / EVERY);
}
