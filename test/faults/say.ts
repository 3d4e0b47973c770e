/** A command in this process, on a machine where nothing is installed and nothing was built. */
import { commands } from '../../src/cli/commands.ts';
import { runCli } from '../../src/cli/run-cli.ts';

export interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The test interrupts an endless command after so many milliseconds. */
const PATIENCE_MS = 400;

export async function say(cwd: string, words: readonly string[]): Promise<Said> {
  const output = { stdout: '', stderr: '' };
  const interruption = new AbortController();
  const timer = setTimeout(() => interruption.abort(), PATIENCE_MS);
  try {
    const code = await runCli(
      commands,
      words,
      {
        stdout: (text) => void (output.stdout += text),
        stderr: (text) => void (output.stderr += text),
        columns: undefined,
        terminal: undefined,
        cwd,
        env: { PATH: '/nonexistent', HOME: cwd },
        dateMs: () => 0,
        monotonicMs: () => 0,
        signal: interruption.signal,
      },
      '1.2.3',
    );
    return { code, ...output };
  } finally {
    clearTimeout(timer);
  }
}
