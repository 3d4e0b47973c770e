/**
 * Findings that a person's judge refutes. A program fails in the same way if the judge refutes it by the same
 * pass, with the same reason. The report has the module before the blamed pass, and the command that spoils
 * the module.
 */
import type { Finding, FindingRecord } from '../../finding/index.ts';
import { type Laboratory } from '../../laboratory/index.ts';
import {
  type Culprit,
  evidenceBy,
  GivenJudge,
  inspectRefutation,
  refutedStep,
  summed,
} from '../../oracle/index.ts';
import { argumentsAgain, type Program } from '../../program/index.ts';
import { relativesOf } from '../reduction/relatives.ts';
import type { FailureAnswer, FailureTest, TriageKind } from './kind.ts';
import { versionOf } from './version-of.ts';

export const refutedTriage: TriageKind = {
  isCostly: true,
  async openTests({ record, laboratories }) {
    return { tests: (await laboratories()).map((each) => new SameRefutation(record, each)) };
  },
  async finish(finding, program, laboratory) {
    const version = await versionOf(finding.record, laboratory);
    return { ...version, ...(await finishRefuted(finding, program, laboratory)) };
  },
};

class SameRefutation implements FailureTest {
  readonly #record: FindingRecord;
  readonly #laboratory: Laboratory;
  readonly #judge: GivenJudge;
  /** Culprit of the last program that was refuted in the same way; the next culprit is near it. */
  #near: Culprit | undefined;

  /** The laboratory becomes its own. */
  constructor(record: FindingRecord, laboratory: Laboratory) {
    this.#record = record;
    this.#laboratory = laboratory;
    this.#judge = givenJudgeOf(record, laboratory);
    this.#near = record.culprit;
  }

  get cpuMs(): number {
    return this.#laboratory.cpuMs;
  }

  /** The judge decides about the program's meaning, so no sanitizer takes part. */
  async ask(program: Program): Promise<FailureAnswer> {
    const { compiler, signature } = this.#record;
    const asked = { compiler, ...argumentsAgain(this.#record, program.options) };
    const tools = { laboratory: this.#laboratory, judge: this.#judge };
    const found = await inspectRefutation(tools, program, asked, { near: this.#near });
    const no = (how: string): FailureAnswer => ({ isInteresting: false, how, said: '' });
    if (found.kind === 'nothing') return no(`it is ${found.why}`);
    if (found.signature.key !== signature) return no(found.signature.key);
    this.#near = found.culprit;
    return { isInteresting: true, how: signature, said: found.says };
  }

  async close(): Promise<void> {
    this.#judge.close();
    await this.#laboratory.close();
  }
}

function givenJudgeOf({ id, judge }: FindingRecord, { world }: Laboratory): GivenJudge {
  if (judge === undefined) throw new Error(`finding ${id} names no judge`);
  return new GivenJudge(judge, world);
}

async function finishRefuted(
  { record, folder }: Finding,
  program: Program,
  laboratory: Laboratory,
): Promise<Partial<FindingRecord>> {
  const judge = givenJudgeOf(record, laboratory);
  const { args, signature } = record;
  const asked: Parameters<typeof summed>[0][number][] = [];
  let found: Partial<FindingRecord> = {};
  for (const compiler of new Set([record.compiler, ...relativesOf(record, laboratory)])) {
    const configuration = { compiler, args };
    const answer = await inspectRefutation({ laboratory, judge }, program, configuration);
    const isSame = answer.kind === 'wrong' && answer.signature.key === signature;
    const isRight = answer.kind === 'nothing' && answer.why === 'right';
    asked.push({ configuration, state: isSame ? 'failing' : isRight ? 'right' : 'unclear' });
    if (!isSame || compiler !== record.compiler) continue;
    folder.saveOutput(answer.says);
    const { culprit } = answer;
    const question = refutedStep(judge.command);
    const evidence = await evidenceBy(laboratory, { program, asked: configuration, culprit }, question);
    const { passes, ...modules } = evidence ?? {};
    folder.saveModules(modules);
    found = { culprit, ...(passes === undefined ? {} : { ir: { passes } }) };
  }
  return { ...found, affected: summed(asked) };
}
