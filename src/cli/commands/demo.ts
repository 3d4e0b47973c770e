/** `cgfuzz demo`: fuzzes a toy compiler in this process, from the first test to the reduced finding. */
import { defineCommand, type Command } from '../command.ts';
import { integerFlag, textFlag } from '../flags/flags.ts';

const flags = {
  seed: integerFlag({ doc: 'where all randomness comes from', category: 'Run', default: 8 }),
  executions: integerFlag({
    doc: 'tests to execute in each of the two runs',
    category: 'Run',
    short: 'n',
    default: 3_000,
    min: 1,
    max: 100_000_000,
  }),
  save: textFlag({
    doc: 'where to save the reduced test',
    category: 'Output',
    valueName: 'FILE',
    completion: 'file',
    default: 'demo.cgseq',
  }),
} as const;

export const demoCommand: Command = defineCommand({
  details: [
    'A generator of arithmetic expressions feeds a small compiler that counts its own edges and has a bug planted',
    'in it. One campaign is guided: tests that reach something new are kept and changed; in the other one all are',
    'fresh. Equal seed, equal output.',
  ].join('\n'),
  flags,
  examples: [
    ['demo', 'find a bug in a toy compiler'],
    ['demo --seed 2 -n 100000', 'another run, and a longer one'],
  ],
  run: async (context, values) => (await import('../actions/demo.ts')).demoAction(context, values),
});
