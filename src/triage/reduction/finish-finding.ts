/**
 * Finishing a finding: all further facts for a report are found after the program is small. These are the
 * compiler's message, the releases that show the bug, the blamed pass, and each checker's verdict.
 */
import { usualExecutionLimits } from '../../serve/index.ts';
import { compilerVersion } from '../../build/index.ts';
import type { Finding, FindingRecord } from '../../finding/index.ts';
import type { Program } from '../../program/index.ts';
import { relationQuestionOf } from './same-dependence.ts';
import { finishRefuted } from './finish-refuted.ts';
import { finishWrongIr } from './finish-wrong-ir.ts';
import { formOfCrash, formOfWrongCode } from './one-pass-form.ts';
import { relativesOf } from './relatives.ts';
import {
  checkRelation,
  checkValidity,
  classify,
  describeFailure,
  expectationIn,
  type CompilerConfiguration,
  findAffected,
  findCulprit,
  findDifferingPass,
  isBroken,
  isSameBreach,
  type Laboratory,
  matrixOf,
  saidBy,
  summariseFailing,
  summed,
} from '../../oracle/index.ts';
import { checkingArguments } from '../../target/index.ts';

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
  if (kind === 'depends' || kind === 'wrong-ir' || kind === 'refuted') {
    const finish = { depends: finishDependence, 'wrong-ir': finishWrongIr, refuted: finishRefuted }[kind];
    const version = await versionOf(record, laboratory);
    return { ...version, ...(await finish({ record, folder }, program, laboratory)) };
  }
  if (kind !== 'wrong-code' || difference === undefined) {
    // A release of gcc checks itself only if an option asks for it.
    const asked = kind === 'crash' ? [...args, ...checkingArguments(compiler)] : args;
    const releases = relativesOf(record, laboratory).map((name) => ({ compiler: name, args: asked }));
    const matrix = [{ compiler, args }, ...releases];
    const executions = await laboratory.compile(program, matrix);
    const [own] = executions;
    if (own !== undefined && classify(own) === kind) folder.saveOutput(own.text);
    return {
      ...(await versionOf(record, laboratory)),
      ...(await formOfCrash({ record, folder }, program, laboratory)),
      affected: summariseFailing(executions, record, matrix),
      validity: await checkValidity(laboratory, program, { args }),
    };
  }
  const expectation = expectationIn(difference);
  const suspect = { configuration: { compiler, args }, ...expectation };
  const releases = [{ compiler, args }, ...levelsOf(record, laboratory)];
  const culprit = await findCulprit(laboratory, program, suspect);
  return {
    ...(await versionOf(record, laboratory)),
    affected: await findAffected(laboratory, program, expectation, releases),
    culprit,
    ...(await formOfWrongCode({ record, folder }, program, laboratory, culprit)),
    validity: await checkValidity(laboratory, program, { args, thorough: true }),
  };
}

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

async function versionOf(
  { compiler }: FindingRecord,
  laboratory: Laboratory,
): Promise<Pick<FindingRecord, 'version'>> {
  const program = (await laboratory.target(compiler)).compiler?.program;
  const version = program === undefined ? undefined : await compilerVersion(program);
  return version === undefined ? {} : { version };
}

/** At every level. */
function levelsOf(record: FindingRecord, laboratory: Laboratory): CompilerConfiguration[] {
  const rest = record.args.filter((arg) => !arg.startsWith('-O'));
  return matrixOf(relativesOf(record, laboratory)).map(({ compiler, args }) => ({
    compiler,
    args: [...args, ...rest],
  }));
}
