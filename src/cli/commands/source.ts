/**
 * `cgfuzz source`: lists generators, tests whether one is correct and useful, builds generators and shows
 * their programs.
 */
import { type Command, defineCommand } from '../command.ts';
import { integerFlag, switchFlag, textFlag } from '../flags/flags.ts';

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
  target: textFlag({
    doc: 'a harness or program that reads the tests: say how many it refuses, and with which constructs',
    more: 'It gets 200 programs, or as many as --programs says. A construct is a scope of the source, by its label.',
    category: 'check',
    valueName: 'NAME',
    completion: 'target',
    default: undefined,
  }),
  json: switchFlag({ doc: 'print one object with all figures', category: 'check and advise' }),
  seed: integerFlag({
    doc: 'where the choices come from; equal seeds give equal programs. Check and advise go on with the seeds that follow',
    category: 'make, check and advise',
    default: 1,
  }),
  rule: textFlag({
    doc: 'the rule or message to begin with, or the strategy',
    category: 'from',
    valueName: 'NAME',
    default: undefined,
    defaultDoc: 'the first rule or message of the file, or its only strategy',
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

export const sourceCommand: Command = defineCommand({
  details: [
    'list   the sources that come with cgfuzz',
    'new    look at a generator that nobody has described, a program or a script: write its definition, check it, and',
    '       show a mutant beside its parent; check and run do the same for such a file',
    'from   make a source of a grammar of ANTLR 4 (.g4), EBNF or BNF (.ebnf, .bnf), a JSON Schema or a definition of',
    '       protobuf (.proto): a module with a scope for each rule or field; or of a strategy of Hypothesis (.py); check it',
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
    {
      name: 'VERB',
      doc: 'list, new, from, check, advise, make or build',
      completion: ['list', 'new', 'from', 'check', 'advise', 'make', 'build'],
    },
    {
      name: 'NAME',
      doc: 'a source, the path of a module that exports a definition, or a generator',
      optional: true,
      completion: 'source',
    },
  ],
  flags,
  examples: [
    ['source list', 'the sources that come with cgfuzz'],
    ['source new ./my-generator.py', 'what a generator needs, and what its mutants look like'],
    ['source from JSON.g4', 'a source with the rules of a grammar'],
    ['source from config.proto --rule Server', 'a source of the messages Server, in the wire format'],
    ['source from strategies.py --rule documents', 'a source of the strategy documents of Hypothesis'],
    [
      'source check csmith',
      "is Debian's csmith deterministic, how fast is it, and what does a mutant change?",
    ],
    ['source check ./my-generator.mjs', 'the same for a definition of your own'],
    ['source check ./my-generator.mjs --mutants 60 --json', 'more mutants, and the figures for a script'],
    ['source check json --target ./parser_fuzzer', 'and which of its constructs does the parser refuse?'],
    ['source advise ./my-generator.mjs', 'a first table for it, as my-generator.table'],
    [
      'source make ./my-generator.mjs --seed 3 --out three',
      'its program for seed 3, and its choices, into a folder',
    ],
  ],
  run: async (context, values, args) =>
    (await import('../actions/source.ts')).sourceAction(context, values, args),
});
