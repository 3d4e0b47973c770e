/** The work of `cgfuzz reduce`: makes a failing test or program small. */
import { relative } from 'node:path';
import type { FindingFolder } from '../../finding/index.ts';
import { findTextReducer } from '../../triage/index.ts';
import { NotInterestingError } from '../../reduce/index.ts';
import { UserError } from '../../util/user-error.ts';
import { type Context, exitCodes } from '../command.ts';
import { cpuClock } from '../../session/cpu-clock.ts';
import { findFinding } from '../find-finding.ts';
import { type GivenReduction, reduceGiven } from '../program/given-program.ts';
import { isProgramFile } from '../program/read-program.ts';
import type { ReduceFlags } from '../reduce/flags.ts';
import { reduceFolder } from '../reduce/reduce-folder.ts';
import { givenSummary, reduceProgram } from '../reduce/reduce-program.ts';
import { reduceSequence } from '../reduce/reduce-sequence.ts';
import type { ReduceSession } from '../reduce/session.ts';
import { reductionSummary, type ReductionSummary } from '../reduce/summary.ts';
import { worldOf } from '../../session/world.ts';

export async function reduceAction(
  context: Context,
  flags: ReduceFlags,
  [what = '']: readonly string[],
): Promise<number> {
  if (flags.needed > flags.repeats)
    throw new UserError(`--needed ${flags.needed} of --repeats ${flags.repeats} can never be`, [
      'allowed: at most as many as --repeats',
    ]);
  if (flags.text && findTextReducer(worldOf(context).searchPath) === undefined)
    context.stderr(
      'neither cvise nor creduce is installed: cgfuzz reduces the text alone; for a little more: sudo apt-get install cvise\n',
    );
  const finding = findFinding(context.cwd, flags.dir, what);
  const session = { context, flags, cpuMs: cpuClock(context.monotonicMs) };
  try {
    const result = await resultOf(session, what, finding);
    if (flags.json) context.stdout(`${JSON.stringify(result)}\n`);
    else if ('exported' in result)
      context.stdout(
        `written; go on with: cd ${relative(context.cwd, result.exported) || '.'} && cvise ./interesting.sh ${flags.name ?? 'test.c'}\n`,
      );
    else
      context.stdout('choices' in result ? reductionSummary(result, context) : givenSummary(result, context));
    return 'end' in result && result.end === 'aborted' ? exitCodes.interrupted : exitCodes.ok;
  } catch (error) {
    if (error instanceof NotInterestingError) throw new UserError(error.message);
    throw error;
  }
}

/** A finding without choices and a program are reduced as text. */
async function resultOf(
  session: ReduceSession,
  what: string,
  finding: FindingFolder | undefined,
): Promise<ReductionSummary | GivenReduction | { readonly exported: string }> {
  if (finding === undefined)
    return isProgramFile(what) ? reduceProgram(session, what) : reduceSequence(session, what);
  const { isGiven } = finding.read().origin;
  const { flags } = session;
  return isGiven === true && flags.export === undefined
    ? reduceGiven(session, finding)
    : reduceFolder(session, finding);
}
