/** `cgfuzz check`: what compilers, sanitizers and warnings say of any program, without a campaign. */
import { type Command, defineCommand } from '../command.ts';
import { switchFlag, textFlag } from '../flags/flags.ts';

const flags = {
  compilers: textFlag({
    doc: 'compilers, as in "clang-22; gcc-16 -O3"; one without flags is asked at each level',
    category: 'What to ask',
    valueName: 'MATRIX',
    completion: 'compiler',
    default: '',
    defaultDoc: 'all that are installed or added',
  }),
  args: textFlag({
    doc: 'flags that every compiler gets, as in "-I include -std=c17"; the level of a row wins over theirs',
    category: 'What to ask',
    valueName: 'ARGS',
    default: '',
  }),
  report: switchFlag({
    doc: 'if a compiler fails: reduce the program, and write a report for its tracker',
    category: 'Output',
  }),
  json: switchFlag({ doc: 'print everything as one object', category: 'Output' }),
} as const;

export const checkCommand: Command = defineCommand({
  details: [
    'Compiles the program with each compiler at each level, runs it, and compares what it prints. Sanitizers and warnings',
    'say whether it has undefined behaviour. If it has none, the compilers that are odd are to blame, and cgfuzz looks',
    'for the pass. Several files are one program: the first is compiled by each compiler, the others without',
    "optimisation. A finding's folder, or a file in it, is asked about with the finding's flags.",
    '',
    'Exit code 1: a compiler is odd, refuses or fails, or the program has undefined behaviour.',
  ].join('\n'),
  parameters: [
    {
      name: 'FILE',
      doc: "a program in C, C++ or LLVM IR; or a finding's folder (none: this folder is a finding's)",
      optional: true,
      several: true,
      completion: 'file',
    },
  ],
  flags,
  examples: [
    ['check test.c', 'with every compiler that is here, at five levels'],
    ['check test.c --compilers "clang-22; gcc-16 -O3"', 'with two of them'],
    ['check test.c --report', 'and then a small program, and a report, in test.finding'],
    ['check test.c driver.c --args "-I include" --json', 'a program of two files, for a script'],
  ],
  run: async (context, values, args) =>
    (await import('../actions/check.ts')).checkAction(context, values, args),
});
