/** `cgfuzz help`: the same pages as --help. */
import { type Command, defineCommand, exitCodes, type ListedCommand, loadCommand } from '../command.ts';
import { findCommand } from '../find-command.ts';
import { commandPage, overview } from '../flags/help.ts';

/** `commands` returns the table that contains this command itself. */
export function helpCommand(commands: () => readonly ListedCommand[]): Command {
  return defineCommand({
    parameters: [{ name: 'COMMAND', doc: 'the command to explain', optional: true, completion: 'command' }],
    flags: {},
    examples: [['help help', 'explain the command "help"']],
    async run(context, _flags, [name]) {
      context.stdout(
        name === undefined
          ? overview(commands())
          : await commandPage(await loadCommand(findCommand(commands(), name)), 'long'),
      );
      return exitCodes.ok;
    },
  });
}
