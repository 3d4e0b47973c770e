/** `cgfuzz completion`: a script that teaches a shell to complete command lines of cgfuzz. */
import { bashCompletion } from '../completion/bash.ts';
import { fishCompletion } from '../completion/fish.ts';
import { completedCommands, type CompletedCommand } from '../completion/model.ts';
import { zshCompletion } from '../completion/zsh.ts';
import { defineCommand, exitCodes, type Command } from '../command.ts';
import { findAction } from '../find-action.ts';

type Script = (commands: readonly CompletedCommand[]) => string;

const scripts: Readonly<Record<string, Script>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** `commands` returns the table that contains this command itself. */
export function completionCommand(commands: () => readonly Command[]): Command {
  return defineCommand({
    name: 'completion',
    summary: 'Write a script that completes commands, flags and values in your shell',
    details: [
      'For bash, in ~/.bashrc:    source <(cgfuzz completion bash)',
      'For zsh, in ~/.zshrc:      source <(cgfuzz completion zsh)    (after compinit)',
      'For fish, once:            cgfuzz completion fish > ~/.config/fish/completions/cgfuzz.fish',
      '',
      'The command cgfuzz must be on your PATH: in a clone, npm install -g . puts it there. Do not go through npm start, which',
      'prints two lines of its own in front of the script.',
      '',
      'The script knows the commands of the cgfuzz that wrote it: write it again after an update.',
    ].join('\n'),
    parameters: [{ name: 'SHELL', doc: Object.keys(scripts).join(', '), completion: Object.keys(scripts) }],
    flags: {},
    examples: [['completion bash', 'the script for bash']],
    run(context, _flags, [shell = '']) {
      context.stdout(findAction(scripts, shell, 'shell')(completedCommands(commands())));
      return exitCodes.ok;
    },
  });
}
