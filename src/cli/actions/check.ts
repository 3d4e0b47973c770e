/** The work of `cgfuzz check`: what compilers, sanitizers and warnings say of any program, without a campaign. */
import { cpuClock } from '../../session/cpu-clock.ts';
import { annotation } from '../../report/index.ts';
import type { ProgramCheck } from '../../triage/index.ts';
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
  if (isFine(check)) return exitCodes.ok;
  if (!json)
    context.stdout(
      annotation(context.env, { file: paths[0] ?? '', title: 'cgfuzz check', text: whyNotFine(check) }),
    );
  return exitCodes.found;
}

function whyNotFine({ odd, validity, failures }: ProgramCheck): string {
  if (validity.verdict === 'undefined') return 'a sanitizer objects to the program';
  const said = [...odd.map((each) => `${each} is odd`), ...failures.map(({ signature }) => signature)];
  return said.join('\n') || 'a compiler refuses the program';
}
