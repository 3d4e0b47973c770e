/**
 * Avoided bugs: findings whose pattern a campaign avoids, and the results of tests with the pattern that ran
 * anyway.
 *
 * They lie in the campaign's folder as `avoid.json`. Losing the file loses no finding: patterns are learnt
 * anew.
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
import { triageKinds } from '../kinds/index.ts';
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
import { triageTuning } from '../tuning.ts';

const MOST_IN_A_ROW = triageTuning.avoidMostInARow.value;

export interface AvoidedBug extends Pick<FindingRecord, 'id' | 'kind' | 'signature' | 'build'> {
  /** Only tests of this source can satisfy the pattern. */
  readonly source: string;
  /** The pattern of the reduced finding. */
  readonly pattern: Pattern;
  /** A test with one of these has the bug: the pattern itself, and parts of it that explain more tests. */
  readonly parts: readonly AvoidedPart[];
  /**
   * `watched`: tests with the pattern are sightings, and are not avoided. `off`: a person switched it off. `gone`:
   * every part was in a test without the bug.
   */
  readonly state: 'watched' | 'on' | 'off' | 'gone';
  /** Number of tests with the pattern, on this build of the target. */
  readonly met: number;
}

export interface AvoidedPart {
  readonly pattern: Pattern;
  /** Number of tests with this part, since the part was learnt. */
  readonly met: number;
  /** Tests with this part that ran: the number that showed the bug, and the number that did not. */
  readonly shown: number;
  readonly missed: number;
  /** The number of those that did not, since one did. */
  readonly inARow: number;
}

/** A part that a test has, with the ops of the choices to change. */
export interface FoundPart extends AvoidedPart {
  readonly pivots: readonly number[];
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
const partShape = fieldsOf<AvoidedPart>({
  pattern: patternShape,
  met: aNumber,
  shown: aNumber,
  missed: aNumber,
  inARow: aNumber,
});
const bugShape = fieldsOf<AvoidedBug>({
  id: aText,
  kind: oneOf(...failureKinds),
  signature: aText,
  build: aText,
  source: aText,
  pattern: patternShape,
  parts: listOf(partShape),
  state: oneOf('watched', 'on', 'off', 'gone'),
  met: aNumber,
});
const fileShape: Shape<{ readonly bugs: readonly AvoidedBug[] }> = fieldsOf({ bugs: listOf(bugShape) });

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

  /** The parts of the bug that the test has. */
  foundIn({ parts }: AvoidedBug, record: ChoiceSequence): readonly FoundPart[] {
    return parts.flatMap((part) => {
      if (!isInUse(part)) return [];
      const pivots = this.#finderOf(part.pattern).find(record);
      return pivots === undefined ? [] : [{ ...part, pivots }];
    });
  }

  isIn(bug: AvoidedBug, record: ChoiceSequence): boolean {
    return this.foundIn(bug, record).length > 0;
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
      for (const each of bugs.flatMap(({ pattern, parts }) => [{ pattern }, ...parts]))
        void new PatternFinder(each.pattern);
      for (const bug of bugs) this.note(bug);
      return [];
    } catch (error) {
      return [`${this.#file} is damaged: ${printable((error as Error).message)}; patterns are learnt anew`];
    }
  }
}

/** A bug whose pattern is new: the first tests with the pattern are executed. */
export function newlyAvoided(
  { id, kind, signature, origin: { source } }: FindingRecord,
  build: string,
  pattern: Pattern,
  state: AvoidedBug['state'] = 'on',
): AvoidedBug {
  const parts = pattern.length === 0 ? [] : [newPart(pattern)];
  return { id, kind, signature, build, source, pattern, parts, state, met: 0 };
}

/** A part that no test was executed for; so many known tests have it, and do not show the bug. */
export function newPart(pattern: Pattern, missed = 0): AvoidedPart {
  return { pattern, met: 0, shown: 0, missed, inARow: 0 };
}

/** False if a part did not show its bug several times in a row: the bug is gone, or the part is wrong. */
export function isInUse({ inARow }: AvoidedPart): boolean {
  return inARow < MOST_IN_A_ROW;
}

/** True if a campaign avoids such a bug by itself, once it was seen often enough. */
export function isAvoidedByItself({ kind }: Pick<AvoidedBug, 'kind'>): boolean {
  return triageKinds[kind].isAvoidedByItself === true;
}

/** True if one execution of a test shows such a bug. */
export function isSeenAtOnce({ kind }: Pick<AvoidedBug, 'kind'>): boolean {
  return triageKinds[kind].isSeenAtOnce === true;
}
