/** `cgfuzz completion`: a script that teaches a shell to complete command lines of cgfuzz. */
import { type Command, defineCommand, type ListedCommand } from '../command.ts';

const SHELLS: readonly string[] = ['bash', 'zsh', 'fish'];

/** `commands` returns the table that contains this command itself. */
export function completionCommand(commands: () => readonly ListedCommand[]): Command {
  return defineCommand({
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
    parameters: [{ name: 'SHELL', doc: SHELLS.join(', '), completion: SHELLS }],
    flags: {},
    examples: [['completion bash', 'the script for bash']],
    run: async (context, _flags, args) =>
      (await import('../actions/completion.ts')).completionAction(context, commands(), args),
  });
}
