/** `cgfuzz status`: the state of campaigns, for people and scripts; campaigns may be running meanwhile. */
import { type Command, defineCommand } from '../command.ts';
import { switchFlag } from '../flags/flags.ts';

const flags = { json: switchFlag({ doc: 'one JSON object a line', category: 'Output' }) } as const;

export const statusCommand: Command = defineCommand({
  details: [
    'Reads what each campaign wrote last, at most one percent of its CPU time ago, and starts nothing.',
    'With --json each campaign is one object on a line of its own.',
  ].join('\n'),
  parameters: [{ name: 'DIR', doc: 'folders of campaigns', several: true, completion: 'folder' }],
  flags,
  examples: [
    ['status campaign', 'one campaign'],
    ['status night-1 night-2 --json', 'two, for a script'],
  ],
  run: async (context, values, args) =>
    (await import('../actions/status.ts')).statusAction(context, values, args),
});
