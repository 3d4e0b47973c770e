/** `cgfuzz doctor`: what is missing on this machine. */
import { type Command, defineCommand, exitCodes } from '../command.ts';
import { sandboxChecks, targetChecks } from '../doctor/built.ts';
import { checksText } from '../doctor/check.ts';
import { machineChecks, readMachine } from '../doctor/machine.ts';
import { packageChecks } from '../doctor/packages.ts';
import { switchFlag } from '../flags/flags.ts';
import { worldOf } from '../../session/world.ts';

export const doctorCommand: Command = defineCommand({
  name: 'doctor',
  summary: 'Say what is missing on this machine, and what to do about it',
  details: [
    'Looks at the machine, the packages, the built targets and the sandbox, and changes nothing but its cache. Missing is',
    'what the usual cgfuzz run cannot do without; the rest is advice. A source of your own is looked at by cgfuzz source',
    'check, a target in depth by cgfuzz target check.',
  ].join('\n'),
  flags: { json: switchFlag({ doc: 'print one object', category: 'Output' }) },
  examples: [['doctor', 'before the first campaign, or when something is odd']],
  async run(context, { json }) {
    const world = worldOf(context);
    const groups = [
      machineChecks(readMachine(world.cache, context.cwd)),
      await packageChecks(world.searchPath),
      await targetChecks(world),
      await sandboxChecks(world),
    ];
    context.stdout(json ? `${JSON.stringify(groups)}\n` : checksText(groups));
    const isMissing = groups.some(({ checks }) => checks.some(({ state }) => state === 'missing'));
    return isMissing ? exitCodes.found : exitCodes.ok;
  },
});
