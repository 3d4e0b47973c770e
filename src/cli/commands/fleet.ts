/** `cgfuzz fleet`: the state of a fleet's workers, and one campaign made from the findings of all. */
import { type Command, defineCommand } from '../command.ts';
import { switchFlag, textFlag } from '../flags/flags.ts';

const flags = {
  json: switchFlag({ doc: 'one JSON object a worker, or one of what was collected', category: 'Output' }),
  'fleet-key': textFlag({
    doc: 'the file of the key that a server asks for',
    category: 'Fleet',
    valueName: 'FILE',
    completion: 'file',
    default: undefined,
  }),
  host: textFlag({
    doc: 'names and addresses under which workers reach the server, with commas; this machine has its own',
    category: 'init',
    valueName: 'NAMES',
    default: '',
  }),
  names: textFlag({
    doc: 'workers with keys of their own, with commas: none can send under the name of another',
    category: 'init',
    valueName: 'NAMES',
    default: '',
  }),
  folder: switchFlag({ doc: 'the fleet shares through this folder, without a server', category: 'init' }),
  balance: switchFlag({
    doc: 'also how many tests each worker sent, and how many of them a reader finds',
    category: 'status',
  }),
  distil: switchFlag({ doc: 'keep as few and cheap tests as have every feature', category: 'collect' }),
} as const;

const ACTIONS: readonly string[] = ['status', 'collect', 'init', 'serve'];

export const fleetCommand: Command = defineCommand({
  details: [
    'status PLACE          how each worker is doing, also while they run',
    'collect PLACE OUT     write to OUT one campaign of what all workers found: for report, compare, corpus, findings',
    'init DIR              write to DIR what a server needs: configuration, certificate, keys',
    'init --folder DIR     make a fleet in a folder that all workers see; run --fleet refuses a folder without one',
    'serve DIR             run that server until Ctrl-C: it needs nats-server',
    '',
    'PLACE is what the workers were started with: cgfuzz run --fleet PLACE. Collecting again into OUT adds what came',
    'since. See docs/fleet.md.',
  ].join('\n'),
  parameters: [
    { name: 'ACTION', doc: ACTIONS.join(', '), completion: ACTIONS },
    {
      name: 'PLACE',
      doc: "a fleet's folder or address; for init and serve, the server's folder",
      completion: 'folder',
    },
    { name: 'OUT', doc: 'the folder to write to', optional: true, completion: 'folder' },
  ],
  flags,
  examples: [
    ['fleet status /mnt/shared/fleet', 'who is at work'],
    ['fleet collect /mnt/shared/fleet all', 'one campaign, for a report'],
    ['fleet collect /mnt/shared/fleet small --distil', 'a small corpus that reaches as much'],
    ['fleet init server --host 10.0.0.5', 'what a server for many machines needs'],
  ],
  run: async (context, values, words) =>
    (await import('../actions/fleet.ts')).fleetAction(context, values, words),
});
