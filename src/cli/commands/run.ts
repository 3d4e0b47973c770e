/** `cgfuzz run`: runs a campaign until a limit or Ctrl-C ends it. */
import { relative, resolve } from 'node:path';
import { CampaignFolder, readUnusedTests, type StatsLine } from '../../campaign/index.ts';
import { machinesNamed } from '../../options/index.ts';
import { runSession, type SessionListener } from '../../session/run-session.ts';
import { checkStrategy, strategyDocs } from '../../session/strategies.ts';
import { resultText, summaryText, unusedText } from '../campaign-text.ts';
import { type Command, type Context, defineCommand, exitCodes } from '../command.ts';
import { campaignFlags, settingsOf } from '../flags/campaign-flags.ts';
import { checkCi, CiWatch } from '../ci-run.ts';
import { FindingHook } from '../on-finding.ts';
import { onScreen, quiet, withHooks } from '../progress/campaign-listener.ts';

export const runCommand: Command = defineCommand({
  name: 'run',
  summary: 'Fuzz: make programs, compile them, keep what reaches something new, report what fails',
  details: [
    'Everything is kept in one folder: the corpus, the findings, the statistics. The same command again goes on where',
    'the last one stopped; Ctrl-C saves and ends. Time and executions are totals of the campaign, over all its runs.',
    'What is not said here is taken from cgfuzz.config.ts or cgfuzz.config.json in this folder: docs/campaigns.md.',
    '',
    'Strategies:',
    ...strategyDocs(),
  ].join('\n'),
  flags: campaignFlags,
  isConfigurable: true,
  examples: [
    ['run', 'fuzz the best instrumented clang that is built, until Ctrl-C'],
    ['run --dir weekend --jobs 8 --time 2d', 'for two days on eight cores'],
    ['run --source csmith,./mine.mjs --args "-O3 -march=x86-64-v3"', 'two sources, other flags'],
    ['run --ci --time 10m --ci-report cgfuzz.xml', 'in continuous integration: fails for new findings alone'],
    ['run --source ./mine.mjs --strategy enumerate --max-choices 12', 'all tests of at most twelve choices'],
  ],
  check(flags) {
    checkStrategy(settingsOf(flags));
    checkCi(flags);
    machinesNamed(flags.machines);
  },
  async run(context, flags) {
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
  },
});

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
  const result = resultText(line, { target, edgesInAll: folder.edgeCellsOf(build) });
  return `${result}\n${summary}\n${unused}kept in ${dir}; the same command goes on from here\n`;
}

function exitCode(line: StatsLine, { signal }: Context): number {
  if (line.findings > 0) return exitCodes.found;
  return signal.aborted ? exitCodes.interrupted : exitCodes.ok;
}
