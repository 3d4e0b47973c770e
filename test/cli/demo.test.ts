import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { Alphabet, decodeSequence } from '../../src/choice/index.ts';
import { expression } from '../../src/generators/index.ts';
import { inProcessSource } from '../../src/source/index.ts';

import { exitCodes } from '../../src/cli/command.ts';
import { commands } from '../../src/cli/commands.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { fakeContext } from './fake-context.ts';

const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-demo-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function demo(
  words: readonly string[],
  signal?: AbortSignal,
): Promise<{ code: number; stdout: string }> {
  const { context, output } = fakeContext(signal, folder);
  const code = await runCli(commands, ['demo', ...words], context, '1.2.3');
  expect(output.stderr).toBe('');
  return { code, stdout: output.stdout };
}

describe('cgfuzz demo', () => {
  it('finds the planted crash, reduces it to the shortest test, and reaches more than random', async () => {
    const { code, stdout } = await demo(['-n', '2100', '--save', 'here.cgseq']);
    expect(code).toBe(exitCodes.ok);
    const featuresOf = (mode: string): number =>
      Number(new RegExp(`^${mode} +2100 +(\\d+) +\\d+ +\\d+ +(?:\\d+|never)$`, 'm').exec(stdout)?.[1]);
    expect(featuresOf('guided')).toBeGreaterThan(featuresOf('random') * 1.1);
    expect(stdout).toMatch(/found in test \d+ \(mutated: \w+\)/);
    expect(stdout).toContain('    0 - 0 / 0 ^ (-(0 * 0))\n');
    expect(stdout).toContain('  saved to here.cgseq; to look at its choices: cgfuzz show here.cgseq\n');
    // The file alone replays the reduced test.
    const alphabet = new Alphabet();
    const { sequence, envelope } = decodeSequence(readFileSync(join(folder, 'here.cgseq')), alphabet);
    const replayed = inProcessSource(expression, { alphabet }).runNow({ sequence });
    expect(replayed).toMatchObject({ value: { text: '0 - 0 / 0 ^ (-(0 * 0))' }, freshCount: 0 });
    expect(envelope.meanings).toContainEqual({
      label: 'expression',
      kind: 'weighted',
      names: ['constant', 'negation', 'operation'],
    });
  });

  it('says what to do when it cannot save, before it begins', async () => {
    const { context, output } = fakeContext(undefined, folder);
    const words = ['demo', '-n', '10', '--save', 'no/such/folder.cgseq'];
    expect(await runCli(commands, words, context, '1.2.3')).toBe(exitCodes.usage);
    expect(output.stderr).toMatch(/^error: cannot write .*\n {2}name another file: --save FILE\n$/);
  });

  it('prints the same for the same seed', async () => {
    const words = ['--seed', '5', '-n', '200'];
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
