/**
 * Avoided bugs: findings whose pattern a campaign avoids, and the results of tests with the pattern that ran
 * anyway.
 *
 * They lie in the campaign's folder as `avoid.json`. Losing the file loses no finding: patterns are learnt
 * anew.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Pattern, type PatternChoice, PatternFinder, type PatternScope } from '../../choice/index.ts';
import type { FindingRecord } from '../../finding/index.ts';
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
  readonly pattern: Pattern;
  /** `off`: a person switched it off. `gone`: tests that were executed anyway did not show the bug. */
  readonly state: 'on' | 'off' | 'gone';
  /** Number of tests with the pattern, on this build of the target. */
  readonly met: number;
  /** Tests that ran anyway: the number that showed the bug, and the number since then that did not. */
  readonly shown: number;
  readonly missed: number;
}

const bugShape = fieldsOf<AvoidedBug>({
  id: aText,
  kind: oneOf('crash', 'hang', 'out-of-memory', 'rejected', 'wrong-code', 'wrong-ir', 'refuted', 'depends'),
  signature: aText,
  build: aText,
  source: aText,
  pattern: listOf(
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
  ),
  state: oneOf('on', 'off', 'gone'),
  met: aNumber,
  shown: aNumber,
  missed: aNumber,
});
const fileShape: Shape<{ readonly bugs: readonly AvoidedBug[] }> = fieldsOf({ bugs: listOf(bugShape) });

export class AvoidedBugs {
  readonly #file: string;
  readonly #bugs = new Map<string, AvoidedBug>();
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

  #read(): string[] {
    if (!existsSync(this.#file)) return [];
    try {
      const { bugs } = parseJsonAs(fileShape, readRegularText(this.#file));
      // A person who edited a pattern gets the error here, and not from the search.
      for (const { pattern } of bugs) void new PatternFinder(pattern);
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
): AvoidedBug {
  return { id, kind, signature, build, source, pattern, state: 'on', met: 0, shown: 0, missed: 0 };
}

/** True if one execution of a test shows such a bug. */
export function isSeenAtOnce({ kind }: Pick<AvoidedBug, 'kind'>): boolean {
  return kind === 'crash' || kind === 'out-of-memory';
}
