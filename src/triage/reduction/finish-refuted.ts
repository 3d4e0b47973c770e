/**
 * Finishing a finding of a given judge: the module before the blamed pass, and the command that spoils the
 * module.
 */
import type { Finding, FindingRecord } from '../../finding/index.ts';
import { evidenceBy, inspectRefutation, type Laboratory, refutedStep, summed } from '../../oracle/index.ts';
import type { Program } from '../../program/index.ts';
import { relativesOf } from './relatives.ts';
import { givenJudgeOf } from './same-refutation.ts';

export async function finishRefuted(
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
