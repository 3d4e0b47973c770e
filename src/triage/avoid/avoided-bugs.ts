/**
 * Avoided bugs: findings that a person told a campaign to avoid, and the results of tests with the pattern that ran
 * anyway.
 *
 * They lie in the campaign's folder as `avoid.json`. Losing the file loses no finding.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ChoiceSequence,
  type Pattern,
  type PatternChoice,
  PatternFinder,
  type PatternScope,
} from '../../choice/index.ts';
import type { FindingRecord } from '../../finding/index.ts';
import { failureKinds } from '../../oracle/index.ts';
import { readRegularText } from '../../util/read-regular.ts';
import {
  aFlag,
  aNumber,
  aText,
  fieldsOf,
  listOf,
  oneOf,
  optional,
  pairOf,
  parseJsonAs,
  type Shape,
} from '../../util/shape.ts';
import { printable } from '../../util/text.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';

export interface AvoidedBug extends Pick<FindingRecord, 'id' | 'kind' | 'signature' | 'build'> {
  /** Only tests of this source can satisfy the pattern. */
  readonly source: string;
  /** The pattern of the reduced finding. */
  readonly pattern: Pattern;
  /** `off`: a person switched it off. `gone`: tests with the pattern do not show the bug. */
  readonly state: 'on' | 'off' | 'gone';
  /** Number of tests with the pattern, on this build of the target. */
  readonly met: number;
  /** Tests with the pattern that ran: the number that showed the bug, and the number that did not. */
  readonly shown: number;
  readonly missed: number;
  /** Number of such tests in a row that did not show the bug, up to the last one. */
  readonly inARow: number;
}

const patternShape: Shape<Pattern> = listOf(
  fieldsOf<PatternScope>({
    label: aText,
    parent: aNumber,
    isDirect: aFlag,
    choices: listOf(
      fieldsOf<PatternChoice>({
        kind: oneOf('pick', 'weighted', 'integer', 'word'),
        min: aText,
        max: aText,
        nth: aNumber,
        values: listOf(pairOf(aText, aText)),
        otherwise: optional(aText),
      }),
    ),
  }),
);

/** A bug in the file. Up to version 0.2, a campaign noted bugs by itself: it only watched some, and had no counts. */
type WrittenBug = Omit<AvoidedBug, 'state' | 'shown' | 'missed' | 'inARow'> &
  Partial<Pick<AvoidedBug, 'shown' | 'missed' | 'inARow'>> & {
    readonly state: AvoidedBug['state'] | 'watched';
  };

const bugShape = fieldsOf<WrittenBug>({
  id: aText,
  kind: oneOf(...failureKinds),
  signature: aText,
  build: aText,
  source: aText,
  pattern: patternShape,
  state: oneOf('watched', 'on', 'off', 'gone'),
  met: aNumber,
  shown: optional(aNumber),
  missed: optional(aNumber),
  inARow: optional(aNumber),
});
const fileShape: Shape<{ readonly bugs: readonly WrittenBug[] }> = fieldsOf({ bugs: listOf(bugShape) });

/** The counts of a pattern that no test was executed for. */
export const noLooks: Pick<AvoidedBug, 'met' | 'shown' | 'missed' | 'inARow'> = {
  met: 0,
  shown: 0,
  missed: 0,
  inARow: 0,
};

export class AvoidedBugs {
  readonly #file: string;
  readonly #bugs = new Map<string, AvoidedBug>();
  readonly #finders = new WeakMap<Pattern, PatternFinder>();
  /** Damage that was found, in words. */
  readonly warnings: readonly string[];

  /** Reads the file of the campaign in this folder. */
  constructor(campaign: string) {
    this.#file = join(campaign, 'avoid.json');
    this.warnings = this.#read();
  }

  /** The bug of a finding, by its id; undefined if its pattern is unknown. */
  find(id: string): AvoidedBug | undefined {
    return this.#bugs.get(id);
  }

  all(): readonly AvoidedBug[] {
    return [...this.#bugs.values()];
  }

  /** The ops of the choices to change in a test with the bug's pattern; undefined if the test does not have it. */
  pivotsIn({ pattern }: AvoidedBug, record: ChoiceSequence): readonly number[] | undefined {
    return this.#finderOf(pattern).find(record);
  }

  /** Adds a pattern, or its new state, and writes the file. */
  put(bug: AvoidedBug): void {
    this.note(bug);
    this.write();
  }

  /** Notes the new state of a pattern. */
  note(bug: AvoidedBug): void {
    this.#bugs.set(bug.id, bug);
  }

  write(): void {
    writeFileAtomic(this.#file, `${JSON.stringify({ bugs: this.all() }, undefined, 2)}\n`);
  }

  #finderOf(pattern: Pattern): PatternFinder {
    let finder = this.#finders.get(pattern);
    if (finder === undefined) this.#finders.set(pattern, (finder = new PatternFinder(pattern)));
    return finder;
  }

  #read(): string[] {
    if (!existsSync(this.#file)) return [];
    try {
      const { bugs } = parseJsonAs(fileShape, readRegularText(this.#file));
      // A person who edited a pattern gets the error here, and not from the search.
      for (const { pattern } of bugs) void new PatternFinder(pattern);
      for (const { state, ...bug } of bugs) if (state !== 'watched') this.note({ ...noLooks, ...bug, state });
      return [];
    } catch (error) {
      return [
        `${this.#file} is damaged, so no finding is avoided: ${printable((error as Error).message)}; say it again: cgfuzz findings avoid ID`,
      ];
    }
  }
}

/** A bug whose pattern is new: the first tests with the pattern are executed. */
export function newlyAvoided(
  { id, kind, signature, build, origin: { source } }: FindingRecord,
  pattern: Pattern,
  state: AvoidedBug['state'] = 'on',
): AvoidedBug {
  return { id, kind, signature, build, source, pattern, state, ...noLooks };
}
