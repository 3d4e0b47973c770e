/** The work of `cgfuzz check`: what compilers, sanitizers and warnings say of any program, without a campaign. */
import { cpuClock } from '../../session/cpu-clock.ts';
import { checkText } from '../check-text.ts';
import { type Context, exitCodes } from '../command.ts';
import { askCompilers, isFine } from '../program/given-program.ts';
import { reportProgram } from '../program/report-program.ts';
import { usualReduceFlags } from '../reduce/session.ts';

interface CheckFlags {
  readonly compilers: string;
  readonly args: string;
  readonly report: boolean;
  readonly json: boolean;
}

export async function checkAction(
  context: Context,
  { compilers, args, report, json }: CheckFlags,
  paths: readonly string[],
): Promise<number> {
  const asked = { paths, compilers, args };
  if (report) {
    // The reduction of a report has the usual settings of `reduce`.
    const session = { context, flags: { ...usualReduceFlags, json }, cpuMs: cpuClock(context.monotonicMs) };
    return reportProgram(session, asked);
  }
  const { check, note } = await askCompilers(context, asked);
  if (note !== undefined && !json) context.stdout(`${note}\n\n`);
  context.stdout(json ? `${JSON.stringify(check)}\n` : checkText(check));
  return isFine(check) ? exitCodes.ok : exitCodes.found;
}
