/** `cgfuzz report`: a campaign as one page for a browser. */
import { type Command, defineCommand } from '../command.ts';
import { integerFlag, textFlag } from '../flags/flags.ts';

const flags = {
  programs: integerFlag({
    doc: 'show the programs of so many tests, those that brought most',
    category: 'Contents',
    default: 20,
    max: 1_000,
  }),
  source: textFlag({
    doc: 'modules that define sources of your own, with commas, to show the programs of their tests',
    category: 'Contents',
    valueName: 'FILES',
    completion: 'file',
    default: undefined,
  }),
  output: textFlag({
    doc: 'the file to write',
    category: 'Output',
    short: 'o',
    valueName: 'FILE',
    completion: 'file',
    default: undefined,
    defaultDoc: 'report.html in the campaign',
  }),
} as const;

export const reportCommand: Command = defineCommand({
  details:
    'Writes one HTML file that needs no network and nothing beside it. The campaign may be running meanwhile. The first\n' +
    'report of a build of the target takes longer, since its edges get their names. cgfuzz\n' +
    'does not run code because the campaign names it. To see programs of your own sources, name their modules.',
  parameters: [
    { name: 'DIR', doc: "a campaign's folder; default: campaign", optional: true, completion: 'folder' },
  ],
  flags,
  examples: [
    ['report campaign', 'write campaign/report.html'],
    ['report weekend -o ~/weekend.html', 'somewhere else'],
    ['report campaign --source ./mine.mjs', 'with the programs of a source of your own'],
  ],
  run: async (context, values, args) =>
    (await import('../actions/report.ts')).reportAction(context, values, args),
});
