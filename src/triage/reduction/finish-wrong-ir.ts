/**
 * Finishing a finding of wrong IR: the module before the blamed pass, the command that spoils it, and other
 * compilers with the bug.
 */
import type { Finding, FindingRecord } from '../../finding/index.ts';
import {
  checkValidity,
  describeFault,
  evidenceOf,
  inspectIr,
  IrJudge,
  type IrTools,
  type Laboratory,
  summed,
} from '../../oracle/index.ts';
import type { Program } from '../../program/index.ts';
import { relativesOf } from './relatives.ts';

export async function finishWrongIr(
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
