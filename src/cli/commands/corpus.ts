/**
 * `cgfuzz corpus`: shows what a campaign kept; joins, thins out, imports and exports corpora. The command
 * executes no tests.
 */
import { type Command, defineCommand } from '../command.ts';
import { integerFlag, oneOfFlag, switchFlag, textFlag } from '../flags/flags.ts';
import { trustFlag } from '../flags/trust-flag.ts';

const flags = {
  json: switchFlag({
    doc: 'the figures of stats as one object; history as one object a line',
    category: 'stats and history',
  }),
  size: integerFlag({
    doc: 'KB of tests for each source',
    category: 'seeds',
    default: 1_400,
    min: 1,
  }),
  programs: switchFlag({ doc: 'make the programs again, and write them too', category: 'export' }),
  validated: switchFlag({
    doc: 'write only programs without a complaint of a sanitizer, their output, and a script that tries another compiler',
    category: 'export',
  }),
  as: oneOfFlag({
    doc: 'sequences; or the programs alone: files named by SHA-1, as other engines take them, or one shard for Centipede',
    category: 'export and import',
    names: ['sequences', 'files', 'centipede'],
    default: 'sequences',
  }),
  only: textFlag({
    doc: 'these tests only, by their ids, with commas',
    category: 'export',
    valueName: 'IDS',
    default: undefined,
  }),
  source: textFlag({
    doc: 'modules that define the sources of the tests, with commas, if they are not where the campaign found them',
    category: 'export and import',
    valueName: 'FILES',
    completion: 'file',
    default: undefined,
  }),
  trust: trustFlag('export'),
} as const;

const ACTIONS: readonly string[] = ['stats', 'merge', 'distill', 'seeds', 'import', 'export', 'history'];

export const corpusCommand: Command = defineCommand({
  details: [
    'stats DIR             how many tests, what they reach and cost, where they come from',
    'merge DIR OTHER...    take over the tests of other campaigns into DIR',
    'distill DIR OUT       write to OUT as few and cheap tests as have every feature that those of DIR have',
    'seeds DIR OUT         write to OUT, a file for each source, the tests that reach most for their cost, for campaigns to begin with',
    'import DIR PATH...    take in sequence files, folders of them, or campaigns; with --as files --source bytes inputs of other engines',
    'history [DIR] ID      how a test or a finding came about: what it was made from, down to fresh tests',
    'export DIR OUT        write each test to OUT as a sequence file, and with --programs its program; or --as files|centipede',
    '',
    'Nothing is executed: what tests reach is kept with them, and stays true for the same build of the target and the',
    'same flags. What is not known of a test is learnt when cgfuzz run is next started on the folder. A folder that',
    'holds a corpus and nothing else is made a campaign by cgfuzz run --dir. Findings are left where they are.',
  ].join('\n'),
  parameters: [
    { name: 'ACTION', doc: ACTIONS.join(', '), completion: ACTIONS },
    { name: 'DIR', doc: "a campaign's folder", completion: 'folder' },
    { name: 'PATH', doc: 'what else the action needs', optional: true, several: true, completion: 'file' },
  ],
  flags,
  verbs: {
    stats: ['json'],
    history: ['json'],
    merge: [],
    distill: [],
    seeds: ['size'],
    import: ['as', 'source'],
    export: ['programs', 'validated', 'as', 'only', 'source', 'trust'],
  },
  examples: [
    ['corpus stats campaign', 'what a campaign kept'],
    ['corpus history 3f2a', 'what a test of the folder campaign was made from'],
    ['corpus merge all monday tuesday', 'one corpus of two campaigns'],
    ['corpus distill campaign small', 'a start for campaigns to come'],
    ['corpus seeds campaign seeds', 'the best tests of a campaign, to be given away'],
    ['corpus import campaign finding.cgseq seeds/', 'tests from elsewhere'],
    ['corpus export campaign out --programs', 'every kept program as a file'],
    [
      'corpus export campaign out --validated',
      'programs with what they must print, for a compiler that is not here',
    ],
    ['corpus export campaign inputs --as files', 'inputs for libFuzzer, AFL++ and others'],
    ['corpus import campaign queue --as files --source bytes', 'inputs of libFuzzer, AFL++ or Centipede'],
  ],
  run: async (context, values, words) =>
    (await import('../actions/corpus.ts')).corpusAction(context, values, words),
});
