/** `cgfuzz judge`: runs IR and says whether it keeps the rules of LLVM's language. */
import { type Command, defineCommand } from '../command.ts';
import { integerFlag, switchFlag, textFlag } from '../flags/flags.ts';

const ASKING = 'What to ask';
const SHOWING = 'What to show';

const flags = {
  compiler: textFlag({
    doc: 'the clang and its flags for a program; for --passes, the clang whose opt runs them',
    category: ASKING,
    valueName: 'COMMAND',
    default: undefined,
    defaultDoc: 'the newest clang here, with -O2',
  }),
  passes: textFlag({
    doc: 'also judge the module after these passes, as opt -passes= takes them',
    category: ASKING,
    valueName: 'PASSES',
    default: undefined,
  }),
  expect: textFlag({
    doc: 'a fault to wait for: a kind such as poison or promise, KIND:CAUSE, or output',
    category: ASKING,
    valueName: 'FAULT',
    default: undefined,
  }),
  noPromises: switchFlag({
    doc: 'watch no attributes, such as memory(none), that values cannot show to be broken',
    category: ASKING,
  }),
  seed: integerFlag({ doc: 'what undefined values are drawn by', category: ASKING, default: 1 }),
  output: switchFlag({ doc: 'show the exit code and the output of the program alone', category: SHOWING }),
  json: switchFlag({ doc: 'print one object with all that is known', category: SHOWING }),
} as const;

export const judgeCommand: Command = defineCommand({
  details:
    'FILE is a module as text or bitcode, which is run as it is; with --passes also after these passes. Or FILE is a C or\n' +
    'C++ program: its IR is run before the passes of the compiler and after them. Flags and attributes that do not hold\n' +
    'are named, although the program may print the right thing. The program must have a function main and may call\n' +
    'little of the C library: what printf, malloc and the functions of string.h do. See docs/oracles.md.\n\n' +
    'Exit codes: 0 if nothing is wrong, 1 if something is, 2 if nothing can be said. With --expect, as llvm-reduce and\n' +
    'C-Vise want it: 0 if the fault is the one that is named, 1 if not.',
  parameters: [{ name: 'FILE', doc: 'a .ll, .bc, .c or .cpp file', completion: 'file' }],
  flags,
  examples: [
    ['judge test.ll', 'which rule the module breaks when it runs, if any'],
    ["judge test.c --compiler 'clang-22 -O2'", 'whether the optimiser of clang 22 keeps the rules'],
    ['judge before.ll --passes instcombine', 'whether one pass does'],
    ["judge test.c --compiler 'clang-22 -O1' --expect poison", 'the same as a test for C-Vise'],
  ],
  run: async (context, values, args) =>
    (await import('../actions/judge.ts')).judgeAction(context, values, args),
});
