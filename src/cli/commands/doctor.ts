/** `cgfuzz doctor`: what is missing on this machine. */
import { type Command, defineCommand } from '../command.ts';
import { switchFlag } from '../flags/flags.ts';

const flags = { json: switchFlag({ doc: 'print one object', category: 'Output' }) } as const;

export const doctorCommand: Command = defineCommand({
  details: [
    'Looks at the machine, the packages, the built targets and the sandbox, and changes nothing but its cache. Missing is',
    'what the usual cgfuzz run cannot do without; the rest is advice. A source of your own is looked at by cgfuzz source',
    'check, a target in depth by cgfuzz target check.',
  ].join('\n'),
  flags,
  examples: [['doctor', 'before the first campaign, or when something is odd']],
  run: async (context, values) => (await import('../actions/doctor.ts')).doctorAction(context, values),
});
