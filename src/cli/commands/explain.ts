/** `cgfuzz explain`: which parts of a finding matter. */
import { type Command, defineCommand } from '../command.ts';
import { switchFlag, textFlag } from '../flags/flags.ts';
import { trustFlag } from '../flags/trust-flag.ts';

const flags = {
  dir: textFlag({
    doc: 'the campaign that the FINDING is in',
    category: 'Finding',
    valueName: 'FOLDER',
    completion: 'folder',
    default: 'campaign',
  }),
  trust: trustFlag('Finding'),
  json: switchFlag({
    doc: 'print a list of places, with values that keep the bug and values that end it',
    category: 'Output',
  }),
} as const;

export const explainCommand: Command = defineCommand({
  details: [
    'Gives each choice of the reduced program a few other values, one at a time, and asks the compiler again. The answer',
    'has the words of the program: which parts may be something else while the bug stays, and which must stay. Options',
    'that were drawn with the program are parts too. Up to 100 programs are compiled. The answer is kept with the finding,',
    'and stands in its report. "cgfuzz findings explain" is the same.',
  ].join('\n'),
  parameters: [{ name: 'FINDING', doc: 'its folder, or the first letters of its id', completion: 'finding' }],
  flags,
  examples: [['explain 3f2a', 'the finding whose id begins so, of the campaign in this folder']],
  run: async (context, values, words) =>
    (await import('../actions/explain.ts')).explainAction(context, values, words),
});
