/** The work of `cgfuzz explain`. */
import { UserError } from '../../util/user-error.ts';
import { type Context, exitCodes } from '../command.ts';
import { explainOne } from '../explain-finding.ts';
import { findFinding } from '../find-finding.ts';

interface ExplainFlags {
  readonly dir: string;
  readonly trust: boolean;
  readonly json: boolean;
}

export async function explainAction(
  context: Context,
  flags: ExplainFlags,
  [word = '']: readonly string[],
): Promise<number> {
  const folder = findFinding(context.cwd, flags.dir, word);
  if (folder === undefined)
    throw new UserError(`${word} is no finding`, ['which ones there are: cgfuzz findings list']);
  await explainOne(context, folder, flags);
  return exitCodes.ok;
}
