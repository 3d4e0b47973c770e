/** `cgfuzz service`: keeps workers of a fleet running, collects what they find, and shows how they are. */
import { type Command, defineCommand } from '../command.ts';
import { durationFlag, integerFlag, switchFlag, textFlag } from '../flags/flags.ts';

const flags = {
  workers: integerFlag({
    doc: 'workers to keep running; 0 only collects and shows',
    category: 'Workers',
    default: 1,
    min: 0,
    max: 1_000,
  }),
  name: textFlag({
    doc: 'the workers are NAME-1, NAME-2 and so on; by default the machine',
    category: 'Workers',
    valueName: 'NAME',
    default: '',
  }),
  user: textFlag({
    doc: 'the number of a user without rights that the workers get; needs root',
    category: 'Workers',
    valueName: 'UID',
    default: '',
  }),
  'most-memory': integerFlag({
    doc: 'megabytes of one worker, above which it ends in order and starts again',
    category: 'Workers',
    default: 4_000,
    min: 1,
    max: 1e9,
  }),
  follow: switchFlag({
    doc: 'if the target is another version, all workers change to it, and all findings are asked again',
    category: 'Workers',
  }),
  every: durationFlag({ doc: 'time between two collections', category: 'Collecting', default: 60_000 }),
  'most-disk': integerFlag({
    doc: 'megabytes of the fleet: below that its folder is pruned, above it an alarm is given',
    category: 'Collecting',
    default: 20_000,
    min: 1,
    max: 1e9,
  }),
  listen: textFlag({
    doc: 'a port of this machine, or the path of a socket, for the page and /metrics',
    category: 'Showing',
    valueName: 'PORT|PATH',
    default: '9464',
  }),
  alarm: textFlag({
    doc: 'a command that gets the kind and the text of each alarm',
    category: 'Showing',
    valueName: 'COMMAND',
    default: '',
    completion: 'file',
  }),
  'fleet-key': textFlag({
    doc: 'the file of the key that a server asks for',
    category: 'Fleet',
    valueName: 'FILE',
    completion: 'file',
    default: undefined,
  }),
} as const;

export const serviceCommand: Command = defineCommand({
  details: [
    'Starts workers, starts them again when they end, collects all the time into OUT, and shows the state of the fleet',
    'on a local page, with metrics for Prometheus under /metrics. Words after -- go to each worker, which is a cgfuzz run.',
    '',
    'Alarms: worker-ended, worker-silent, finding, memory, disk, version, verdict, trouble. Ctrl-C or SIGTERM ends the workers in order.',
  ].join('\n'),
  parameters: [
    { name: 'PLACE', doc: "a fleet's folder or address", completion: 'folder' },
    { name: 'OUT', doc: 'the folder of the collected campaign', completion: 'folder' },
    { name: 'WORD', doc: 'words for each worker, after --', several: true, optional: true },
  ],
  flags,
  examples: [
    ['service /srv/fleet /srv/all --workers 4 -- --target clang-19-starter', 'four workers, for months'],
    ['service /srv/fleet /srv/all --workers 0 --alarm ./tell-me', 'only collects, and tells what is new'],
  ],
  run: async (context, values, args) =>
    (await import('../actions/service.ts')).serviceAction(context, values, args),
});
