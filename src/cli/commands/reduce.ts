/** `cgfuzz reduce`: makes a failing test small by reducing its choices. */
import { type Command, defineCommand } from '../command.ts';
import { reduceFlags } from '../reduce/flags.ts';

export const reduceCommand: Command = defineCommand({
  details: [
    'Every candidate is written anew by the generator, and so is as valid as all that it writes. A finding is reduced',
    'by its own signature, so that it stays the same bug, and in its folder.',
    '',
    'SCRIPT is run without arguments in a new folder with the program, test.c, and exits with 0 if that is still',
    'interesting; scripts for C-Reduce and C-Vise fit as they are. Interrupted, the same command goes on; the best so',
    'far is on the disk at all times.',
  ].join('\n'),
  parameters: [
    {
      name: 'WHAT',
      doc: 'a finding: its folder or the first letters of its id; or a file with choices, *.cgseq',
      completion: 'finding',
    },
  ],
  flags: reduceFlags,
  examples: [
    ['reduce 3f2a', 'the finding whose id begins so, of the campaign in this folder'],
    ['reduce 3f2a --text', 'and then its text, with cvise if that is installed'],
    [
      'reduce crash.cgseq --test ./interesting.sh -j 8',
      'any test, by a script; the result is crash.reduced.c',
    ],
    ['reduce crash.cgseq --test ./interesting.sh --repeats 5 --needed 3', 'one that fails now and then'],
  ],
  run: async (context, values, args) =>
    (await import('../actions/reduce.ts')).reduceAction(context, values, args),
});
