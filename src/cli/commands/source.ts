/**
 * `cgfuzz source`: lists generators, tests whether one is correct and useful, builds generators and shows
 * their programs.
 */
import { sources, stages } from '../../generators/index.ts';
import { defineCommand, exitCodes, type Command, type Context } from '../command.ts';
import { findAction } from '../find-action.ts';
import { type Flags, integerFlag, switchFlag, textFlag } from '../flags/flags.ts';
import { UserError } from '../../util/user-error.ts';
import { runSourceAdvise } from '../source/advise.ts';
import { buildSource } from '../source/build.ts';
import { runSourceCheck } from '../source/check.ts';
import { makeProgram } from '../source/make.ts';

const flags = {
  programs: integerFlag({
    doc: 'how many programs to make and replay',
    category: 'check and advise',
    default: undefined,
    defaultDoc: '10; 40 to advise',
    min: 1,
    max: 10_000,
  }),
  mutants: integerFlag({
    doc: 'how many mutants to make, with one choice replaced and as many with all operators mixed; 0 for none',
    category: 'check and advise',
    default: undefined,
    defaultDoc: '20; 60 to advise',
    max: 100_000,
  }),
  scopes: switchFlag({
    doc: 'list the functions or labels that scopes come from, to choose which should carry them',
    category: 'check',
  }),
  json: switchFlag({ doc: 'print one object with all figures', category: 'check and advise' }),
  seed: integerFlag({
    doc: 'where the choices come from; equal seeds give equal programs. Check and advise go on with the seeds that follow',
    category: 'make, check and advise',
    default: 1,
  }),
  out: textFlag({
    doc: "the folder to write the program's files and sequence.cgseq to; for advise, the file to write the table to",
    category: 'make and advise',
    valueName: 'PATH',
    completion: 'folder',
    default: undefined,
    defaultDoc: 'the name of the source and the seed, as in csmith-1; my-source.table beside my-source.mjs',
  }),
} as const;

/** Each action gets the name of a source; `list` needs none. */
type Action = (context: Context, name: string, values: Flags<typeof flags>) => Promise<number> | number;

const actions: Readonly<Record<string, Action>> = {
  list: listSources,
  check: runSourceCheck,
  advise: runSourceAdvise,
  make: makeProgram,
  build: buildSource,
};

export const sourceCommand: Command = defineCommand({
  details: [
    'list   the sources that come with cgfuzz',
    'check  prove on real runs that a source is deterministic under replay; count what it asks for and how much of a',
    '       program a mutant changes; say what it costs, whether it is of use, and what would make it better',
    'advise write a first table for a generator that cgfuzz-cc or cgfuzz-c++ built: scopes, seeds, what decides nothing;',
    '       and say what each line is worth, measured',
    'make   make one program, and the sequence of choices behind it',
    'build  build a source, if that is needed; it is also built when it is first used',
    '',
    'The verdicts of check: good; weak, with the reasons: it can be used; one choice decides everything: the generator seeds',
    'an engine of its own, and there is nothing to mutate; not good: replays differ, nothing is drawn or nothing is made.',
    'What to do about each: docs/plug-in-a-generator.md.',
  ].join('\n'),
  parameters: [
    { name: 'VERB', doc: 'list, check, advise, make or build', completion: Object.keys(actions) },
    {
      name: 'NAME',
      doc: 'a source, or the path of a module that exports a definition',
      optional: true,
      completion: 'source',
    },
  ],
  flags,
  examples: [
    ['source list', 'the sources that come with cgfuzz'],
    [
      'source check csmith',
      "is Debian's csmith deterministic, how fast is it, and what does a mutant change?",
    ],
    ['source check ./my-generator.mjs', 'the same for a definition of your own'],
    ['source check ./my-generator.mjs --mutants 60 --json', 'more mutants, and the figures for a script'],
    ['source advise ./my-generator.mjs', 'a first table for it, as my-generator.table'],
    [
      'source make ./my-generator.mjs --seed 3 --out three',
      'its program for seed 3, and its choices, into a folder',
    ],
  ],
  run(context, values, [verb = '', name]) {
    const action = findAction(actions, verb);
    if (name === undefined && verb !== 'list')
      throw new UserError(`cgfuzz source ${verb} needs a NAME`, ['which ones: cgfuzz source list']);
    return action(context, name ?? '', values);
  },
});

function listSources({ stdout }: Context): number {
  const width = Math.max(...[...sources, ...stages].map(({ name }) => name.length));
  for (const { name, summary } of sources) stdout(`${name.padEnd(width)}  ${summary}\n`);
  stdout('\nstages, after a source of C, as in "csmith-scoped | relax":\n');
  for (const { name, summary } of stages) stdout(`${name.padEnd(width)}  ${summary}\n`);
  return exitCodes.ok;
}
