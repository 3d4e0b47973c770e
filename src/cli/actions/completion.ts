/** The work of `cgfuzz completion`: writes the script of a shell. */
import { type Context, exitCodes, type ListedCommand, loadCommand } from '../command.ts';
import { bashCompletion } from '../completion/bash.ts';
import { fishCompletion } from '../completion/fish.ts';
import { completedCommands, type CompletedCommand } from '../completion/model.ts';
import { zshCompletion } from '../completion/zsh.ts';
import { findAction } from '../find-action.ts';

type Script = (commands: readonly CompletedCommand[]) => string;

const scripts: Readonly<Record<string, Script>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

export async function completionAction(
  context: Context,
  commands: readonly ListedCommand[],
  [shell = '']: readonly string[],
): Promise<number> {
  const script = findAction(scripts, shell, 'shell');
  const loaded = await Promise.all(commands.map(loadCommand));
  context.stdout(script(completedCommands(loaded)));
  return exitCodes.ok;
}
