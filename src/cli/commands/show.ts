/** `cgfuzz show`: a choice sequence for a person, or for a script. */
import { defineCommand, type Command } from '../command.ts';
import { integerFlag, switchFlag, textFlag } from '../flags/flags.ts';

const flags = {
  depth: integerFlag({
    doc: 'unfold scopes down to this depth',
    category: 'What to show',
    default: undefined,
    defaultDoc: 'what fits on a screen',
    max: 1_000_000,
  }),
  full: switchFlag({ doc: 'unfold everything', category: 'What to show' }),
  scope: textFlag({
    doc: 'only the scopes of this name, or of these inside each other, as in function/statement',
    category: 'What to show',
    valueName: 'LABEL',
    default: undefined,
  }),
  program: switchFlag({
    doc: 'in place of the choices, the program that the generator makes of them',
    category: 'What to show',
  }),
  source: textFlag({
    doc: 'for --program: the generator; or a module that defines one',
    category: 'What to show',
    valueName: 'NAME',
    completion: 'source',
    default: undefined,
    defaultDoc: 'the one that made the sequence',
  }),
  json: switchFlag({
    doc: 'one JSON object a line: the file, then each scope and choice in order',
    category: 'Output',
  }),
} as const;

export const showCommand: Command = defineCommand({
  details:
    'Scopes that fit are shown on one line, large ones with their size. A choice shows its kind, its value and its\n' +
    'bounds, and the name of the option behind it if the file knows it.',
  parameters: [
    {
      name: 'FILE',
      doc: 'a choice sequence, usually named *.cgseq; - reads standard input',
      completion: 'file',
    },
  ],
  flags,
  examples: [
    ['show finding.cgseq', 'see what a test is made of'],
    ['show finding.cgseq --scope statement --depth 2', 'look at its statements only'],
    ['show finding.cgseq --program --source ./mine.mjs', 'the program, from a source of your own'],
    ['show finding.cgseq --json | jq .scope', 'the labels, for a script'],
  ],
  run: async (context, values, args) =>
    (await import('../actions/show.ts')).showAction(context, values, args),
});
