/** The work of `cgfuzz doctor`: what is missing on this machine. */
import { type Context, exitCodes } from '../command.ts';
import { sandboxChecks, targetChecks } from '../doctor/built.ts';
import { checksText } from '../doctor/check.ts';
import { machineChecks, readMachine } from '../doctor/machine.ts';
import { packageChecks } from '../doctor/packages.ts';
import { worldOf } from '../../session/world.ts';

interface DoctorFlags {
  readonly json: boolean;
}

export async function doctorAction(context: Context, { json }: DoctorFlags): Promise<number> {
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
}
