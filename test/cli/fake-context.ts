/** A world for commands under test: what they print is kept, and the clock stands still. */
import type { Context } from '../../src/cli/command.ts';

export interface FakeContext {
  readonly context: Context;
  readonly output: { stdout: string; stderr: string };
}

export function fakeContext(
  signal: AbortSignal = new AbortController().signal,
  cwd: string = '/',
): FakeContext {
  const output = { stdout: '', stderr: '' };
  const raw = {
    stdout: (text: string) => void (output.stdout += text),
    stderr: (text: string) => void (output.stderr += text),
  };
  const context: Context = {
    ...raw,
    raw,
    columns: undefined,
    terminal: undefined,
    cwd,
    env: {},
    dateMs: () => 0,
    monotonicMs: () => 0,
    signal,
  };
  return { context, output };
}
