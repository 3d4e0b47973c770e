/** The work of `cgfuzz reduce`: makes a failing test small by reducing its choices. */
import { relative } from 'node:path';
import { findTextReducer } from '../../triage/index.ts';
import { NotInterestingError } from '../../reduce/index.ts';
import { UserError } from '../../util/user-error.ts';
import { type Context, exitCodes } from '../command.ts';
import { cpuClock } from '../../session/cpu-clock.ts';
import { findFinding } from '../find-finding.ts';
import type { ReduceFlags } from '../reduce/flags.ts';
import { reduceFolder } from '../reduce/reduce-folder.ts';
import { reduceSequence } from '../reduce/reduce-sequence.ts';
import { reductionSummary } from '../reduce/summary.ts';
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
    const result =
      finding === undefined ? await reduceSequence(session, what) : await reduceFolder(session, finding);
    if (flags.json) context.stdout(`${JSON.stringify(result)}\n`);
    else if ('exported' in result)
      context.stdout(
        `written; go on with: cd ${relative(context.cwd, result.exported) || '.'} && cvise ./interesting.sh ${flags.name ?? 'test.c'}\n`,
      );
    else context.stdout(reductionSummary(result, context));
    return 'end' in result && result.end === 'aborted' ? exitCodes.interrupted : exitCodes.ok;
  } catch (error) {
    if (error instanceof NotInterestingError) throw new UserError(error.message);
    throw error;
  }
}
