/** `cgfuzz regress`: bugs of a new compiler, or of a patch, that the old compiler does not have. */
import { campaignSettings } from '../../campaign/index.ts';
import { type Command, defineCommand } from '../command.ts';
import { durationFlag, flagsOfSettings, integerFlag, switchFlag, textFlag } from '../flags/flags.ts';
import { trustFlag } from '../flags/trust-flag.ts';

const { source, args, options, cpuTime, time, execs, seed, jobs, strategy } = campaignSettings;
const ownFlags = {
  ...flagsOfSettings({ source, args, options, cpuTime, time, execs, seed, jobs, strategy }),
  patch: textFlag({
    doc: 'a patch to the source of LLVM or GCC, under review, say',
    more: 'As git diff writes it. The search looks at the functions that it changes; with --strategy random it does not.',
    category: 'Patch',
    valueName: 'FILE',
    completion: 'file',
    default: undefined,
  }),
  patches: textFlag({
    doc: 'a folder with such patches, whose names end with .patch',
    category: 'Patch',
    valueName: 'FOLDER',
    completion: 'folder',
    default: undefined,
  }),
  review: durationFlag({
    doc: "with a patch: CPU time for the compiler's own tests, before the campaign; 0s for none",
    more: 'The answer is that of `cgfuzz review`. A campaign that goes on is not reviewed again.',
    category: 'Patch',
    default: 60_000,
  }),
  dir: textFlag({
    doc: 'where the campaign is kept; the same command again goes on with it',
    category: 'Campaign',
    valueName: 'FOLDER',
    completion: 'folder',
    default: 'regress',
  }),
  programs: integerFlag({
    doc: 'fresh programs whose code is compared; 0 for none',
    category: 'Campaign',
    default: 40,
    min: 0,
  }),
  missed: switchFlag({
    doc: 'look for blocks that never run, which OLD removes and NEW keeps',
    more: 'The programs get markers, by the stage of that name, and half of the CPU time goes to this question. See docs/missed.md.',
    category: 'Campaign',
  }),
  trust: trustFlag('Campaign'),
  json: switchFlag({ doc: 'print the verdict as one object', category: 'Output' }),
};

export const regressCommand: Command = defineCommand({
  details: [
    'A campaign on NEW, in which OLD is asked what it makes of the same programs. At the end each finding is tried with',
    'OLD: what OLD does right is a regression and stands first. Then fresh programs are compiled by both, and the size',
    'of their code is compared.',
    '',
    'With --patch there is one compiler: clang or gcc as it is, and the same with the patch. Of clang, cgfuzz compiles the',
    'files that the patch changes, and no others. Of gcc, it compiles all files once. Only the changed files are',
    'instrumented. The search looks at the changed functions: it changes tests that reached something there first, and',
    'pays for what is reached there. The first time takes some minutes; the next patch of the same files takes seconds.',
    'cgfuzz first reviews a patch for a minute, as `cgfuzz review` does: with the tests that the patch brings.',
    '',
    'Exit codes: 0 if there is no regression, 1 if there is one or a fault in the review, 2 if something was wrong with the question.',
  ].join('\n'),
  parameters: [
    { name: 'OLD', doc: 'the compiler that was right so far', completion: 'target' },
    {
      name: 'NEW',
      doc: 'the compiler that is looked at; left out with --patch',
      optional: true,
      completion: 'target',
    },
  ],
  flags: ownFlags,
  examples: [
    ['regress gcc-12 gcc-16 --source loom', 'what did four releases break?'],
    ['regress gcc-16 gcc-snapshot --missed', 'what does the next gcc no longer remove?'],
    ['regress clang-19 --patch D12345.diff --cpu-time 20m', 'is this patch right?'],
    ['regress gcc-16 --patch pr12345.diff', 'and this one?'],
  ],
  run: async (context, values, words) =>
    (await import('../actions/regress.ts')).regressAction(context, values, words),
});
