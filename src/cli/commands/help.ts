/** `cgfuzz help`: the same pages as --help. */
import { defineCommand, exitCodes, type Command } from '../command.ts';
import { findCommand } from '../find-command.ts';
import { commandPage, overview } from '../flags/help.ts';

/** `commands` returns the table that contains this command itself. */
export function helpCommand(commands: () => readonly Command[]): Command {
  return defineCommand({
    name: 'help',
    summary: 'Explain cgfuzz, or one of its commands',
    parameters: [{ name: 'COMMAND', doc: 'the command to explain', optional: true, completion: 'command' }],
    flags: {},
    examples: [['help help', 'explain the command "help"']],
    run(context, _flags, [name]) {
      context.stdout(
        name === undefined ? overview(commands()) : commandPage(findCommand(commands(), name), 'long'),
      );
      return exitCodes.ok;
    },
  });
}
