/** `cgfuzz run`: runs a campaign until a limit or Ctrl-C ends it. */
import { type Command, defineCommand } from '../command.ts';
import { campaignFlags } from '../flags/campaign-flags.ts';
import { openingLines } from '../progress/opening.ts';

export const runCommand: Command = defineCommand({
  details: async () =>
    [
      'Everything is kept in one folder: the corpus, the findings, the statistics. The same command again goes on where',
      'the last one stopped; Ctrl-C saves and ends. Time and executions are totals of the campaign, over all its runs.',
      'What is not said here is taken from cgfuzz.config.ts or cgfuzz.config.json in this folder: docs/campaigns.md.',
      '',
      'Strategies:',
      ...(await import('../../session/strategies.ts')).strategyDocs(),
    ].join('\n'),
  flags: campaignFlags,
  firstFlags: ['source', 'target', 'args', 'options', 'compare-with', 'focus', 'dir', 'jobs', 'time', 'seed'],
  isConfigurable: true,
  examples: [
    ['run', 'fuzz the best instrumented clang that is built, until Ctrl-C'],
    ['run --dir weekend --jobs 8 --time 2d', 'for two days on eight cores'],
    ['run --source csmith,./mine.mjs --args "-O3 -march=x86-64-v3"', 'two sources, other flags'],
    ['run --ci --time 10m --ci-report cgfuzz.xml', 'in continuous integration: fails for new findings alone'],
    ['run --source ./mine.mjs --strategy enumerate --max-choices 12', 'all tests of at most twelve choices'],
  ],
  opening: openingLines,
  check: async (values) => (await import('../actions/run.ts')).checkRun(values),
  run: async (context, values) => (await import('../actions/run.ts')).runAction(context, values),
});
