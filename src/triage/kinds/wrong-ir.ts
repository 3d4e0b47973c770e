/**
 * Findings of optimised IR that is wrong. A program fails in the same way if the same pass breaks the same
 * rule. The report has the module before the blamed pass, the command that spoils it, and other compilers
 * with the bug.
 */
import type { Finding, FindingRecord } from '../../finding/index.ts';
import { type Laboratory } from '../../laboratory/index.ts';
import {
  checkValidity,
  type Culprit,
  describeFault,
  evidenceOf,
  inspectIr,
  IrJudge,
  type IrTools,
  summed,
} from '../../oracle/index.ts';
import { argumentsAgain, type Program } from '../../program/index.ts';
import type { LazyValidity } from '../reduction/lazy-validity.ts';
import { relativesOf } from '../reduction/relatives.ts';
import type { FailureAnswer, FailureTest, TriageKind } from './kind.ts';
import { versionOf } from './version-of.ts';

export const wrongIrTriage: TriageKind = {
  isCostly: true,
  needsMeaning: true,
  async openTests(opening) {
    const laboratories = await opening.laboratories();
    const validity = opening.validityBy(laboratories[0]);
    const judges = await Promise.all(laboratories.map(() => IrJudge.open(opening.world, () => undefined)));
    const tests = laboratories.map(
      (laboratory, index) => new SameWrongIr(opening.record, { laboratory, judge: judges[index]! }, validity),
    );
    return { tests, validity };
  },
  async finish(finding, program, laboratory) {
    const version = await versionOf(finding.record, laboratory);
    return { ...version, ...(await finishWrongIr(finding, program, laboratory)) };
  },
};

class SameWrongIr implements FailureTest {
  readonly #record: FindingRecord;
  readonly #tools: IrTools;
  readonly #validity: LazyValidity;
  /** Culprit of the last program that was wrong in the same way; the next culprit is near it. */
  #near: Culprit | undefined;

  /** It owns the laboratory and the judge from then on. */
  constructor(record: FindingRecord, tools: IrTools, validity: LazyValidity) {
    this.#record = record;
    this.#tools = tools;
    this.#validity = validity;
    this.#near = record.culprit;
  }

  get cpuMs(): number {
    return this.#tools.laboratory.cpuMs;
  }

  async ask(program: Program): Promise<FailureAnswer> {
    const { compiler, signature } = this.#record;
    const asked = { compiler, ...argumentsAgain(this.#record, program.options) };
    const found = await inspectIr(this.#tools, program, asked, { near: this.#near });
    const no = (how: string): FailureAnswer => ({ isInteresting: false, how, said: '' });
    if (found.kind === 'nothing') return no(`its IR is ${found.why}`);
    if (found.signature.key !== signature) return no(found.signature.key);
    if (!(await this.#validity.allows(program))) return no('undefined behaviour');
    this.#near = found.culprit;
    const difference = { expected: found.expected, actual: describeFault(found.fault) };
    return { isInteresting: true, how: signature, said: '', difference };
  }

  async close(): Promise<void> {
    const { laboratory, judge } = this.#tools;
    await Promise.all([laboratory.close(), judge.close()]);
  }
}

async function finishWrongIr(
  { record, folder }: Finding,
  program: Program,
  laboratory: Laboratory,
): Promise<Partial<FindingRecord>> {
  const { compiler, args, signature } = record;
  const judge = await IrJudge.open(laboratory.world, () => undefined);
  try {
    const tools = { laboratory, judge };
    const found = await inspectIr(tools, program, { compiler, args });
    if (found.kind !== 'wrong' || found.signature.key !== signature) return {};
    const evidence = await evidenceOf(tools, program, { compiler, args }, found);
    const { before, after, reduced, passes } = evidence ?? {};
    folder.saveModules({ before, after, reduced });
    const { fault, culprit, expected } = found;
    return {
      culprit,
      difference: { expected, actual: describeFault(fault) },
      ir: {
        ...(fault.kind === 'complaint' ? { complaint: fault.complaint } : {}),
        ...(passes === undefined ? {} : { passes }),
      },
      affected: await affectedBy(tools, program, record),
      validity: await checkValidity(laboratory, program, { args, thorough: true }),
    };
  } finally {
    await judge.close();
  }
}

/** Released compilers whose IR breaks the same rule by the same pass; another fault of theirs is another bug. */
async function affectedBy(
  tools: IrTools,
  program: Program,
  record: FindingRecord,
): Promise<NonNullable<FindingRecord['affected']>> {
  const asked = [record.compiler, ...relativesOf(record, tools.laboratory)];
  const states: Parameters<typeof summed>[0][number][] = [];
  for (const compiler of asked) {
    const configuration = { compiler, args: record.args };
    const found = await inspectIr(tools, program, configuration);
    const isSame = found.kind === 'wrong' && found.signature.key === record.signature;
    const isRight = found.kind === 'nothing' && found.why === 'right';
    states.push({ configuration, state: isSame ? 'failing' : isRight ? 'right' : 'unclear' });
  }
  return summed(states);
}
