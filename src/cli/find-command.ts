/** Finds a command by its name, or lists the known commands. */
import { didYouMean } from '../util/did-you-mean.ts';
import { UserError } from '../util/user-error.ts';
import type { ListedCommand } from './command.ts';

/** Verbs that people type without their command. */
export const asVerb: Readonly<Record<string, string>> = {
  bisect: 'cgfuzz findings bisect',
  verify: 'cgfuzz findings verify',
  mute: 'cgfuzz findings mute',
  list: 'cgfuzz findings list',
  export: 'cgfuzz findings export',
  build: 'cgfuzz target build',
  add: 'cgfuzz compiler add',
  update: 'cgfuzz compiler update',
  distill: 'cgfuzz corpus distill',
  merge: 'cgfuzz corpus merge',
};

export function findCommand(commands: readonly ListedCommand[], name: string): ListedCommand {
  const found = commands.find((command) => command.name === name);
  if (found) return found;
  const known = commands.map((command) => command.name);
  const meant = asVerb[name] ?? didYouMean(name, known);
  throw new UserError(`no command named "${name}"`, [
    `known commands: ${known.join(', ')}`,
    ...(meant ? [`did you mean ${meant}?`] : []),
    'it is no file, no folder and no compiler either; what the commands do: cgfuzz help',
  ]);
}
