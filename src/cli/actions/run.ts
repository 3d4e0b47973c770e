/** The work of `cgfuzz run`: runs a campaign until a limit or Ctrl-C ends it. */
import { relative, resolve } from 'node:path';
import { CampaignFolder, readUnusedTests, type StatsLine } from '../../campaign/index.ts';
import { countKnown, Findings } from '../../finding/index.ts';
import { machinesNamed } from '../../options/index.ts';
import { runSession, type SessionListener } from '../../session/run-session.ts';
import { checkStrategy } from '../../session/strategies.ts';
import { resultText, summaryText, unusedText } from '../campaign-text.ts';
import { type Context, exitCodes } from '../command.ts';
import { type campaignFlags, settingsOf } from '../flags/campaign-flags.ts';
import type { Flags } from '../flags/flags.ts';
import { defined } from '../source/define.ts';
import { checkCi, CiWatch } from '../ci-run.ts';
import { FindingHook } from '../on-finding.ts';
import { onScreen, quiet, withHooks } from '../progress/campaign-listener.ts';

type RunFlags = Flags<typeof campaignFlags>;

/** Refuses settings that make no sense together, before anything is done. */
export function checkRun(flags: RunFlags): void {
  checkStrategy(settingsOf(flags));
  checkCi(flags);
  machinesNamed(flags.machines);
}

export async function runAction(context: Context, asked: RunFlags): Promise<number> {
  const defining = await inTurn(asked.source, (text) => defined(context, text));
  // Other code compares this list by identity with the default, so an equal list must be the same object.
  const isSame = defining.every((text, index) => text === asked.source[index]);
  const flags: RunFlags = isSame ? asked : { ...asked, source: defining };
  const notes: string[] = [];
  let dir = flags.dir;
  const { execs: executions, time: wallMs, cpuTime: cpuMs } = settingsOf(flags);
  const shown = flags.json ? quiet(notes) : onScreen(context, notes, { executions, wallMs, cpuMs });
  const hook = new FindingHook(flags['on-finding'], context.cwd, (text) => context.stderr(`${text}\n`));
  const session = { ...context, isTrusted: flags.trust };
  const watch = new CiWatch();
  const heard = withHooks(shown.listener, [hook, watch]);
  const listener: SessionListener = {
    ...heard,
    onBegin(folder, manifest) {
      // A fleet's worker may keep its campaign in the fleet's folder.
      dir = relative(context.cwd, folder.path) || '.';
      heard.onBegin(folder, manifest);
    },
  };
  const line = await runSession(settingsOf(flags), session, listener).finally(shown.end);
  await hook.end();
  const { unused } = new CampaignFolder(resolve(context.cwd, dir));
  context.stdout(
    flags.json
      ? `${JSON.stringify({ ...line, notes, unused: readUnusedTests(unused) })}\n`
      : lastWords(line, context, { execs: flags.execs, dir }),
  );
  if (!flags.ci) return exitCode(line, context);
  const { count, text } = watch.end(context, line, dir, flags['ci-report']);
  if (!flags.json) context.stdout(text);
  return count > 0 ? exitCodes.found : context.signal.aborted ? exitCodes.interrupted : exitCodes.ok;
}

/** The text after the end of a run. In a terminal it has no summary, since the last screen has shown it. */
function lastWords(
  line: StatsLine,
  { terminal, cwd }: Context,
  { execs, dir }: { readonly execs: number | undefined; readonly dir: string },
): string {
  const summary = terminal === undefined ? summaryText(line, { isCounted: execs !== undefined }) : '';
  const folder = new CampaignFolder(resolve(cwd, dir));
  const unused = unusedText(folder, cwd);
  const { target, build } = folder.readManifest();
  const found = new Findings(folder.findings, () => []).all();
  const known = countKnown(found.map(({ record }) => record));
  const result = resultText(line, { target, edgesInAll: folder.edgeCellsOf(build), known });
  return `${result}\n${summary}\n${unused}kept in ${dir}; the same command goes on from here\n`;
}

function exitCode(line: StatsLine, { signal }: Context): number {
  if (line.findings > 0) return exitCodes.found;
  return signal.aborted ? exitCodes.interrupted : exitCodes.ok;
}

async function inTurn<From, To>(items: readonly From[], make: (item: From) => Promise<To>): Promise<To[]> {
  const made: To[] = [];
  for (const item of items) made.push(await make(item));
  return made;
}
