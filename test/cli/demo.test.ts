import { describe, expect, it } from 'vitest';

import { exitCodes } from '../../src/cli/command.ts';
import { commands } from '../../src/cli/commands.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { fakeContext } from './fake-context.ts';

async function demo(
  words: readonly string[],
  signal?: AbortSignal,
): Promise<{ code: number; stdout: string }> {
  const { context, output } = fakeContext(signal);
  const code = await runCli(commands, ['demo', ...words], context, '1.2.3');
  expect(output.stderr).toBe('');
  return { code, stdout: output.stdout };
}

describe('cgfuzz demo', () => {
  it('finds the planted crash, reduces it to the shortest test, and compares with random', async () => {
    const { code, stdout } = await demo(['-n', '6000']);
    expect(code).toBe(exitCodes.ok);
    expect(stdout).toMatch(/^guided +6000 +\d+ +\d+ +\d+ +\d+$/m);
    expect(stdout).toMatch(/^random +6000 +\d+ +0 +\d+ +(\d+|never)$/m);
    expect(stdout).toContain('    0 - 0 / 0 ^ (-(0 * 0))\n');
  });

  it('prints the same for the same seed', async () => {
    const words = ['--seed', '5', '-n', '1500'];
    expect(await demo(words)).toEqual(await demo(words));
  });

  it('says that nothing was found, where nothing was', async () => {
    expect((await demo(['-n', '10'])).stdout).toContain('no crash found with guidance; try another --seed');
  });

  it('ends with its summary when it is interrupted', async () => {
    const { code, stdout } = await demo([], AbortSignal.abort());
    expect(code).toBe(exitCodes.interrupted);
    expect(stdout).toContain('interrupted: the runs are not comparable');
  });
});
