/**
 * Tells whether a program breaks a relation in the same way as a finding: by the same pass, or with the same
 * complaint.
 *
 * No sanitizer takes part: a relation also holds for programs without a meaning.
 */
import { type FindingRecord } from '../../finding/index.ts';
import {
  checkRelation,
  type Culprit,
  findDifferingPass,
  isSameBreach,
  type Laboratory,
  passOfCulprit,
  type RelationQuestion,
} from '../../oracle/index.ts';
import { argumentsAgain, type Program } from '../../program/index.ts';
import type { FailureAnswer, FailureTest } from './same-failure.ts';

/**
 * A check that compiles twice, and looks for the pass if the results differ; it owns the laboratory from then
 * on.
 */
export class SameDependence implements FailureTest {
  readonly #laboratory: Laboratory;
  readonly #record: FindingRecord;
  /** Culprit of the last program that broke the relation in the same way; the next culprit is near it. */
  #near: Culprit | undefined;

  constructor(record: FindingRecord, laboratory: Laboratory) {
    this.#laboratory = laboratory;
    this.#record = record;
    this.#near = record.culprit;
  }

  get cpuMs(): number {
    return this.#laboratory.cpuMs;
  }

  async ask(program: Program): Promise<FailureAnswer> {
    const no = (how: string): FailureAnswer => ({ isInteresting: false, how, said: '' });
    if (!(await this.seems(program))) return no('the relation holds');
    const known = passOfCulprit(this.#record.culprit);
    if (known === undefined) return { isInteresting: true, how: 'broken', said: '' };
    const culprit = await findDifferingPass(this.#laboratory, this.#questionAbout(program), this.#near);
    if (passOfCulprit(culprit) !== known) return no('another pass');
    this.#near = culprit;
    return { isInteresting: true, how: known, said: '' };
  }

  /** Tells whether it breaks the relation, by any pass. */
  async seems(program: Program): Promise<boolean> {
    const answer = await checkRelation(this.#laboratory, this.#questionAbout(program));
    return isSameBreach(answer, this.#record.message);
  }

  async close(): Promise<void> {
    await this.#laboratory.close();
  }

  #questionAbout(program: Program): RelationQuestion {
    return relationQuestionOf(this.#record, program);
  }
}

/** The question behind a finding, for any program. */
export function relationQuestionOf(record: FindingRecord, program: Program): RelationQuestion {
  const { relation, compiler } = record;
  if (relation === undefined) throw new Error(`finding ${record.id} names no relation`);
  return { program, relation, configuration: { compiler, ...argumentsAgain(record, program.options) } };
}
