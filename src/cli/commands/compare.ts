/** `cgfuzz compare`: sets of campaigns, side against side. */
import { type Command, defineCommand } from '../command.ts';
import { switchFlag, textFlag } from '../flags/flags.ts';

const flags = {
  html: textFlag({
    doc: 'also write a page, with the curves and longer tables',
    category: 'Output',
    valueName: 'FILE',
    completion: 'file',
    default: undefined,
  }),
  anyway: switchFlag({
    doc: 'compare campaigns of different builds of the target as far as they can be compared',
    category: 'Comparison',
  }),
  json: switchFlag({ doc: 'print the figures as one object', category: 'Output' }),
} as const;

export const compareCommand: Command = defineCommand({
  details: [
    'Growth is compared at the CPU time of the shortest campaign, over the medians of both sides, A and B. How sure a',
    'difference is: Mann-Whitney U, with the exact probability of chance, and Vargha-Delaney A12, which is how often a',
    'campaign of A is ahead of one of B. Three campaigns a side are few, ten are good. Edges that only one side reached',
    'are those of whole campaigns.',
    '',
    'Three and more sides are ranked, by findings and by coverage, and each pair of them has its A12 and probability.',
    'Edges of different builds of the target, or with different flags, are different things: cgfuzz compares such',
    'campaigns only with --anyway. It then compares two sides by growth alone, and ranks more sides by findings alone.',
  ].join('\n'),
  parameters: [
    {
      name: 'DIR... -- DIR',
      doc: "folders of campaigns: A's, then --, then B's, and so on",
      several: true,
      completion: 'folder',
    },
  ],
  keepsSeparator: true,
  flags,
  examples: [
    ['compare guided-1 guided-2 guided-3 -- random-1 random-2 random-3', 'is guided ahead of random?'],
    ['compare loom-1 loom-2 -- csmith-1 csmith-2 -- yarpgen-1 yarpgen-2', 'which source is first?'],
    ['compare --html monday.html monday -- tuesday', 'with a page'],
  ],
  run: async (context, values, args) =>
    (await import('../actions/compare.ts')).compareAction(context, values, args),
});
