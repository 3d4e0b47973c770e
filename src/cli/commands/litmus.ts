/** `cgfuzz litmus`: the outcomes that the memory model of C allows a small concurrent program. */
import { defineCommand, type Command } from '../command.ts';
import { durationFlag, switchFlag, textFlag } from '../flags/flags.ts';

const flags = {
  compiler: textFlag({
    doc: 'also judge what this compiler with these flags makes of it',
    category: 'What to show',
    valueName: 'COMMAND',
    default: undefined,
  }),
  run: durationFlag({
    doc: 'with --compiler: also run the threads against each other for so long, and count what they show',
    category: 'What to show',
    default: undefined,
  }),
  all: switchFlag({ doc: 'explain every outcome that is not allowed', category: 'What to show' }),
} as const;

export const litmusCommand: Command = defineCommand({
  details:
    'FILE is a C litmus test as herd7 reads them, or one line in the short notation of docs/litmus.md. Every outcome is\n' +
    'shown, and for what is not allowed the circle of events that forbids it. Tolerated outcomes are those that only C++20\n' +
    'or load buffering allow. With --compiler its code is judged too, and run only with --run. A plain *x is a plain\n' +
    'access, also if x is declared atomic, as herd7 has it. FILE may also be the contract.json of a program of the\n' +
    'source litmus.',
  parameters: [{ name: 'FILE', doc: 'a litmus test; - reads standard input', completion: 'file' }],
  flags,
  examples: [
    ['litmus MP.litmus', 'what the test can do, and why nothing else'],
    ['litmus MP.litmus --all', 'with a reason for each forbidden outcome'],
    ["litmus MP.litmus --compiler 'clang-19 -O2'", 'and whether this compiler keeps to it'],
    ["litmus MP.litmus --compiler 'clang-19 -O2' --run 2s", 'and what its code shows on this machine'],
  ],
  run: async (context, values, args) =>
    (await import('../actions/litmus.ts')).litmusAction(context, values, args),
});
