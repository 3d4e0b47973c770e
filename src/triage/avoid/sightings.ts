/**
 * Sightings: the latest tests that showed each finding, and the latest tests that showed nothing.
 *
 * They widen the patterns of frequent findings. A wrong test with the pattern of a known finding is a sighting of
 * that finding, without a search for the pass to blame. Invariant: a pattern is avoided only after enough sightings.
 */
import type { ChoiceSequence } from '../../choice/index.ts';
import type { Tell } from '../../campaign/index.ts';
import type { Findings } from '../../finding/index.ts';
import { triageKinds } from '../kinds/index.ts';
import { triageTuning } from '../tuning.ts';
import { type AvoidedBug, type AvoidedBugs, isInUse, isSeenAtOnce } from './avoided-bugs.ts';
import { partsFor } from './widen-pattern.ts';

const MOST_RIGHT = triageTuning.avoidMostRight.value;
const MOST_WRONG = triageTuning.avoidMostWrong.value;
const MOST_IN_VAIN = triageTuning.avoidMostInVain.value;
const AVOIDED_FROM = triageTuning.avoidedFrom.value;
const WIDENED_EVERY = triageTuning.avoidWidenedEvery.value;
const CHECKED_EVERY = triageTuning.avoidCheckedEvery.value;

/** A test, as far as sightings need it. */
export interface SightedTest {
  readonly record: ChoiceSequence;
  readonly origin: { readonly source: string };
  /** The avoided findings that this test may show. */
  readonly looksAt?: readonly string[] | undefined;
}

export interface SightingsParts {
  readonly findings: Findings;
  readonly bugs: AvoidedBugs;
  /** False if the campaign avoids nothing by itself. */
  readonly avoids: boolean;
  readonly tell: Tell;
  /** Hears what a test that was executed for an avoided finding shows; a passing test has no signature. */
  readonly onLook: (id: string, record: ChoiceSequence, signature: string | undefined) => void;
}

export class Sightings {
  readonly #parts: SightingsParts;
  /** By signature of a finding. */
  readonly #wrong = new Map<string, readonly SightedTest[]>();
  /** Tests that compiled, for bugs that one compile shows; and tests whose program did the right thing. */
  readonly #right = { atOnce: [] as SightedTest[], compared: [] as SightedTest[] };
  /** By id of a finding: tests with a part of its pattern and without the bug. They are kept longer than others. */
  readonly #inVain = new Map<string, readonly SightedTest[]>();
  readonly #shown = new WeakSet<ChoiceSequence>();
  /** Tests that were taken for a known finding by their pattern: they tell nothing of the pattern. */
  readonly #taken = new WeakSet<ChoiceSequence>();
  #takenCount = 0;

  constructor(parts: SightingsParts) {
    this.#parts = parts;
  }

  /** A test that the target compiled without a failure. */
  passed(test: SightedTest): void {
    remember(this.#right.atOnce, test);
    this.#lookedInVain(test, isSeenAtOnce);
  }

  /** A test whose program did the right thing. */
  wasRight(test: SightedTest): void {
    remember(this.#right.compared, test);
    this.#lookedInVain(test, (bug) => !isSeenAtOnce(bug));
  }

  /** A test that showed the finding with this signature. */
  showed(signature: string, test: SightedTest): void {
    this.#shown.add(test.record);
    if (!this.#taken.has(test.record))
      this.#wrong.set(signature, [...(this.#wrong.get(signature) ?? []), test].slice(-MOST_WRONG));
    for (const id of test.looksAt ?? []) this.#parts.onLook(id, test.record, signature);
    const record = this.#parts.findings.all().find((each) => each.record.signature === signature)?.record;
    if (record === undefined || !this.#parts.avoids) return;
    if (record.count % WIDENED_EVERY === 0) this.#widen(record.id);
    this.#avoid(record.id, record.count);
  }

  /** Begins with a pattern that was just learnt: the finding is avoided if it was seen often enough. */
  learnt(bug: AvoidedBug, count: number): void {
    this.#parts.bugs.put(bug);
    this.#widen(bug.id);
    this.#avoid(bug.id, count);
  }

  /** True if a test with these choices showed a finding. */
  hasShown(record: ChoiceSequence): boolean {
    return this.#shown.has(record);
  }

  /**
   * The signature of the known wrong code that a wrong test shows, by its pattern. Undefined if the pass must be
   * searched: without a pattern, for a test that was executed to judge a pattern, and now and then.
   */
  knownBy({ record, origin, looksAt = [] }: SightedTest): string | undefined {
    if (!this.#parts.avoids || looksAt.length > 0) return undefined;
    const bug = this.#parts.bugs
      .all()
      .find(
        (each) =>
          triageKinds[each.kind].isToldByPattern === true &&
          (each.state === 'watched' || each.state === 'on') &&
          each.source === origin.source &&
          this.#parts.bugs.isIn(each, record),
      );
    if (bug === undefined || ++this.#takenCount % CHECKED_EVERY === 0) return undefined;
    this.#taken.add(record);
    return bug.signature;
  }

  /** The test has parts of patterns and shows no bug: a part is too wide, or a compiler was mended. */
  #lookedInVain(test: SightedTest, shouldShow: (bug: AvoidedBug) => boolean): void {
    for (const id of test.looksAt ?? []) {
      const bug = this.#parts.bugs.find(id);
      if (bug === undefined || !shouldShow(bug)) continue;
      this.#parts.onLook(id, test.record, undefined);
      this.#inVain.set(id, [...(this.#inVain.get(id) ?? []), test].slice(-MOST_IN_VAIN));
      this.#widen(id);
    }
  }

  /** Avoids a watched bug from now on, if it was seen often enough. */
  #avoid(id: string, count: number): void {
    const bug = this.#parts.bugs.find(id);
    if (bug?.state !== 'watched' || count < AVOIDED_FROM) return;
    this.#parts.bugs.put({ ...bug, state: 'on' });
    const text = `finding ${id} was seen ${count} times and is avoided from now on; to stop that: cgfuzz findings avoid ${id} --off`;
    this.#parts.tell({ type: 'note', text });
  }

  #widen(id: string): void {
    const bug = this.#parts.bugs.find(id);
    if (bug === undefined || bug.pattern.length === 0) return;
    const own = (tests: readonly SightedTest[]): ChoiceSequence[] =>
      tests.flatMap(({ origin, record }) => (origin.source === bug.source ? [record] : []));
    const { atOnce, compared } = this.#right;
    const parts = partsFor(bug, {
      wrong: own(this.#wrong.get(bug.signature) ?? []),
      right: own([...(this.#inVain.get(id) ?? []), ...(isSeenAtOnce(bug) ? atOnce : compared)]),
    });
    const isGone = !parts.some((part) => isInUse(part));
    if (isGone && bug.state === 'on') this.#giveUp({ ...bug, parts });
    else
      this.#parts.bugs.put({ ...bug, parts, state: !isGone && bug.state === 'gone' ? 'watched' : bug.state });
  }

  #giveUp(bug: AvoidedBug): void {
    this.#parts.bugs.put({ ...bug, state: 'gone' });
    const text = `finding ${bug.id} is not avoided any more: tests with its pattern do not show it`;
    this.#parts.tell({ type: 'note', text });
  }
}

function remember(tests: SightedTest[], test: SightedTest): void {
  tests.push(test);
  if (tests.length > MOST_RIGHT) tests.shift();
}
