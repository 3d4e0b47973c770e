/**
 * Findings of code that depends on something irrelevant. A program fails in the same way if it breaks the
 * relation by the same pass, or with the same complaint.
 *
 * No sanitizer takes part: a relation also holds for programs without a meaning.
 */
import type { Finding, FindingRecord } from '../../finding/index.ts';
import { type Laboratory } from '../../laboratory/index.ts';
import {
  checkRelation,
  type Culprit,
  findDifferingPass,
  isBroken,
  isSameBreach,
  passOfCulprit,
  type RelationQuestion,
  saidBy,
  summed,
} from '../../oracle/index.ts';
import { argumentsAgain, type Program } from '../../program/index.ts';
import { relativesOf } from '../reduction/relatives.ts';
import type { FailureAnswer, FailureTest, TriageKind } from './kind.ts';
import { versionOf } from './version-of.ts';

export const dependsTriage: TriageKind = {
  ignoresMeaning: true,
  async openTests({ record, laboratories }) {
    return { tests: (await laboratories()).map((each) => new SameDependence(record, each)) };
  },
  async finish(finding, program, laboratory) {
    const version = await versionOf(finding.record, laboratory);
    return { ...version, ...(await finishDependence(finding, program, laboratory)) };
  },
};

/** Finds the releases that break the relation, and the difference in the present program. */
async function finishDependence(
  { record, folder }: Finding,
  program: Program,
  laboratory: Laboratory,
): Promise<Partial<FindingRecord>> {
  const { compiler, args, message } = record;
  const question = relationQuestionOf(record, program);
  const own = await checkRelation(laboratory, question);
  if (isBroken(own)) folder.saveOutput(saidBy(own));
  const asked: Parameters<typeof summed>[0][number][] = [];
  for (const name of new Set([compiler, ...relativesOf(record, laboratory)])) {
    const configuration = { compiler: name, args };
    const answer = await checkRelation(laboratory, { ...question, configuration });
    const state = isSameBreach(answer, message) ? 'failing' : answer.kind === 'holds' ? 'right' : 'unclear';
    asked.push({ configuration, state });
  }
  const affected = summed(asked);
  if (record.culprit === undefined) return { affected };
  return { affected, culprit: await findDifferingPass(laboratory, question) };
}

/**
 * A check that compiles twice, and looks for the pass if the results differ; it owns the laboratory from then
 * on.
 */
class SameDependence implements FailureTest {
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

  /** Tells whether the program breaks the relation, by any pass. */
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

/** The question that a finding answered, for any program. */
function relationQuestionOf(record: FindingRecord, program: Program): RelationQuestion {
  const { relation, compiler } = record;
  if (relation === undefined) throw new Error(`finding ${record.id} names no relation`);
  return { program, relation, configuration: { compiler, ...argumentsAgain(record, program.options) } };
}
