/**
 * Finishing a finding: everything that a report says beyond the program itself is asked once the program is small: what
 * the compiler says of it, which released compilers show the bug, who is to blame, and what every checker says of the
 * program.
 */
import { usualExecutionLimits } from '../../serve/index.ts';
import { describeFailure } from '../signature-of.ts';
import type { Finding, FindingRecord } from '../../finding/index.ts';
import { finishWrongIr } from './finish-wrong-ir.ts';
import { relativesOf } from './relatives.ts';
import {
  checkValidity,
  classify,
  expectationIn,
  type CompilerConfiguration,
  findAffected,
  findCulprit,
  type Laboratory,
  matrixOf,
  summariseFailing,
} from '../../oracle/index.ts';

export async function finishFinding(
  { record, folder }: Finding,
  laboratory: Laboratory,
): Promise<Partial<FindingRecord>> {
  const program = folder.program(folder.smallest(record.program), record.program);
  if (program === undefined) return {};
  const { compiler, args, difference, kind, limits } = record;
  if (record.targetKind === 'executable') {
    const compileLimits = { ...usualExecutionLimits, ...limits };
    const [own] = await laboratory.compile(program, [{ compiler, args }], { compileLimits });
    if (own === undefined || classify(own) !== kind) return {};
    const target = await laboratory.target(compiler);
    folder.saveOutput((await describeFailure(target, own, laboratory.world.searchPath)).text);
    return {};
  }
  if (kind === 'wrong-ir') return finishWrongIr({ record, folder }, program, laboratory);
  if (kind !== 'wrong-code' || difference === undefined) {
    const releases = relativesOf(record, laboratory).map((name) => ({ compiler: name, args }));
    const matrix = [{ compiler, args }, ...releases];
    const executions = await laboratory.compile(program, matrix);
    const [own] = executions;
    if (own !== undefined && classify(own) === kind) folder.saveOutput(own.text);
    return {
      affected: summariseFailing(executions, record, matrix),
      validity: await checkValidity(laboratory, program, { args }),
    };
  }
  const expectation = expectationIn(difference);
  const suspect = { configuration: { compiler, args }, ...expectation };
  const releases = [{ compiler, args }, ...levelsOf(record, laboratory)];
  return {
    affected: await findAffected(laboratory, program, expectation, releases),
    culprit: await findCulprit(laboratory, program, suspect),
    validity: await checkValidity(laboratory, program, { args, thorough: true }),
  };
}

/** At every level. */
function levelsOf(record: FindingRecord, laboratory: Laboratory): CompilerConfiguration[] {
  const rest = record.args.filter((arg) => !arg.startsWith('-O'));
  return matrixOf(relativesOf(record, laboratory)).map(({ compiler, args }) => ({
    compiler,
    args: [...args, ...rest],
  }));
}
