/** `cgfuzz help`: the same pages as --help. */
import { type Command, defineCommand, exitCodes, type ListedCommand, loadCommand } from '../command.ts';
import { findCommand } from '../find-command.ts';
import { switchFlag } from '../flags/flags.ts';
import { commandPage, overview } from '../flags/help.ts';

/** `commands` returns the table that contains this command itself. */
export function helpCommand(commands: () => readonly ListedCommand[]): Command {
  return defineCommand({
    parameters: [{ name: 'COMMAND', doc: 'the command to explain', optional: true, completion: 'command' }],
    flags: {
      all: switchFlag({
        doc: 'explain every flag of the command, not only the first ones',
        category: 'Output',
      }),
    },
    examples: [
      ['help check', 'explain the command "check"'],
      ['help run --all', 'explain every flag of "run"'],
    ],
    async run(context, { all }, [name]) {
      context.stdout(
        name === undefined
          ? overview(commands())
          : await commandPage(await loadCommand(findCommand(commands(), name)), all ? 'all' : 'long'),
      );
      return exitCodes.ok;
    },
  });
}
