/** A command as a person gives it in some folder, and what it says. */
import { commands } from '../../src/cli/commands.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { fakeContext } from './fake-context.ts';

export interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function cgfuzz(cwd: string, ...words: string[]): Promise<Said> {
  const { context, output } = fakeContext(undefined, cwd);
  const code = await runCli(commands, words, context, '1.2.3');
  return { code, ...output };
}
