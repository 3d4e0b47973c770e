/** `cgfuzz reduce`: makes a failing test small by reducing its choices. */
import { type Command, defineCommand } from '../command.ts';
import { reduceFlags } from '../reduce/flags.ts';

export const reduceCommand: Command = defineCommand({
  details: [
    'A finding is reduced on its choices and in its folder, by its own signature, so that it stays the same bug: the',
    'generator writes every candidate anew. A C or C++ program, or a module of LLVM, is reduced as text. Without a script',
    "cgfuzz asks the compilers, as 'check' does; the same compiler must fail in the same way and by the same pass, and the",
    'sanitizers must stay clean. If C-Vise is installed, cgfuzz uses it too.',
    '',
    'SCRIPT is run without arguments in a new folder with the program, test.c, and exits with 0 if that is still',
    'interesting; scripts for C-Reduce and C-Vise fit as they are. Interrupted, the same command goes on; the best so',
    'far is on the disk at all times.',
  ].join('\n'),
  parameters: [
    {
      name: 'WHAT',
      doc: 'a finding: its folder or the first letters of its id; a file with choices, *.cgseq; or a program',
      completion: 'finding',
    },
  ],
  flags: reduceFlags,
  examples: [
    ['reduce prog.c', 'a program on which a compiler fails; the result is prog.reduced.c'],
    ['reduce prog.c --test ./interesting.sh', 'a program, by a script'],
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
