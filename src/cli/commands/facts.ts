/** `cgfuzz facts`: what a program's text says, and what happens when it runs. */
import { type Command, defineCommand } from '../command.ts';
import { switchFlag, textFlag } from '../flags/flags.ts';

const flags = {
  args: textFlag({
    doc: 'flags that say where headers are and which C it is',
    category: 'Program',
    valueName: 'ARGS',
    default: '-I/usr/include/csmith',
  }),
  listing: switchFlag({
    doc: 'print the program, with a - before each line on which a statement begins that never runs, and a + where it runs',
    category: 'Output',
  }),
  json: switchFlag({ doc: 'print all facts as one object', category: 'Output' }),
} as const;

export const factsCommand: Command = defineCommand({
  details: [
    'The program is analysed by clang, then compiled by tcc with counters and run in the sandbox, twice. What it printed is',
    'what every correct compiler must make it print, if it has no undefined behaviour.',
  ].join('\n'),
  parameters: [{ name: 'FILE', doc: 'a program in C; - reads standard input', completion: 'file' }],
  flags,
  examples: [
    ['facts test.c', 'how much of it runs, and what it must print'],
    ['facts test.c --listing | less', 'see which parts never run'],
    ['facts test.c --json', 'all of it, for a script'],
  ],
  run: async (context, values, args) =>
    (await import('../actions/facts.ts')).factsAction(context, values, args),
});
