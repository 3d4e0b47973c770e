/** `cgfuzz seeds`: machine code or passes of functions of LLVM's tests, judged. */
import { type Command, defineCommand } from '../command.ts';
import { durationFlag, integerFlag, oneOfFlag, switchFlag, textFlag } from '../flags/flags.ts';

const ONE_MINUTE = 60_000;

const ownFlags = {
  of: oneOfFlag({
    names: ['code', 'passes'] as const,
    doc: 'what is judged: machine code, which runs, or what passes make, which is interpreted',
    category: 'Compiler',
    default: 'code',
  }),
  llvm: integerFlag({ doc: 'the release of LLVM that makes the code', category: 'Compiler', default: 23 }),
  for: oneOfFlag({
    names: ['x86-64', 'aarch64', 'both'] as const,
    doc: 'the machine; AArch64 needs its gcc-12 and qemu',
    category: 'Compiler',
    default: 'x86-64',
  }),
  time: durationFlag({ doc: 'CPU time after building', category: 'Tests', default: ONE_MINUTE }),
  seed: integerFlag({ doc: 'what tests are drawn by', category: 'Tests', default: 1 }),
  folders: textFlag({
    doc: "folders of LLVM's tests, as in LoopVectorize,InstCombine",
    category: 'Tests',
    valueName: 'NAMES',
    default: '',
    defaultDoc: 'all',
  }),
  unmutated: switchFlag({ doc: 'the tests as they are, each in six ways', category: 'Tests' }),
  format: oneOfFlag({
    names: ['text', 'json'] as const,
    doc: 'how faults are written',
    category: 'Output',
    default: 'text',
  }),
};

export const seedsCommand: Command = defineCommand({
  details: [
    "TESTS are files or folders of LLVM's tests; without them, cgfuzz fetches LLVM's tests of code generators, or those",
    'of passes. cgfuzz changes their functions, and compiles each at a level of LLVM, perhaps after the passes of that',
    'level. It runs the code, and an interpreter runs the function without any pass. Results and memory must agree where',
    'they are defined. A crash of the compiler is a fault, too. With --of passes, the interpreter runs the function',
    'before and after the passes of its test or of a level.',
    '',
    'Exit codes: 0 if nothing is wrong, 1 if there is a fault, 2 if something was wrong with the question.',
  ].join('\n'),
  parameters: [
    { name: 'TESTS', doc: 'tests in .ll files', completion: 'file', optional: true, several: true },
  ],
  flags: ownFlags,
  examples: [
    ['seeds --time 5m', "machine code for this computer, of LLVM's own tests"],
    ['seeds my-tests --for both', 'tests of your own, also for AArch64'],
    ['seeds --of passes --llvm 24 --folders LoopVectorize', 'what passes of LLVM 24 make of its tests'],
  ],
  run: async (context, values, words) =>
    (await import('../actions/seeds.ts')).seedsAction(context, values, words),
});
