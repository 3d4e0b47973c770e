import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { encodeSequence } from '../../src/choice/index.ts';
import { commands } from '../../src/cli/commands.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { findSource } from '../../src/generators/index.ts';
import { ARGUMENTS_FILE, STDIN_FILE } from '../../src/program/index.ts';
import { SourcePool } from '../../src/source/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { fakeContext } from './fake-context.ts';

async function cgfuzz(cwd: string, ...words: readonly string[]): Promise<string> {
  const { context, output } = fakeContext(undefined, cwd);
  const code = await runCli(commands, words, { ...context, env: process.env }, '1.2.3');
  expect(code, output.stderr).toBe(0);
  return output.stdout;
}

/** Sequences of the first tests of a source. */
async function sequencesOf(name: string, count: number, folder: string): Promise<void> {
  const definition = await findSource(name, '/');
  const pool = new SourcePool(definition, 1);
  for (let seed = 1; seed <= count; seed++) {
    const { record } = await pool.make({ seed });
    const bytes = encodeSequence(record, { source: { name: definition.name, version: '1' } });
    writeFileSync(join(folder, `${definition.name.replaceAll(/\W/g, '-')}-${seed}.cgseq`), bytes);
  }
  await pool.close();
}

it('exports programs with what they must print, which another compiler can be held against', async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'in'));
  await sequencesOf('loom language=c size=500B', 3, join(cwd, 'in'));
  await sequencesOf('loom language=c size=1KB with=inputs', 2, join(cwd, 'in'));
  await sequencesOf('csmith-scoped', 1, join(cwd, 'in'));
  await cgfuzz(cwd, 'corpus', 'import', 'campaign', 'in');
  const said = await cgfuzz(cwd, 'corpus', 'export', 'campaign', 'out', '--validated');
  expect(said).toContain('try a compiler: out/check.sh gcc-12 -O2');
  const out = join(cwd, 'out');
  const tests = readdirSync(out).filter((name) => existsSync(join(out, name, 'expected')));
  expect(tests.length).toBeGreaterThanOrEqual(3);
  const hasInput = (name: string): boolean =>
    [ARGUMENTS_FILE, STDIN_FILE].some((file) => existsSync(join(out, name, file)));
  expect(tests.some(hasInput)).toBe(true);
  // No flag leads out of the folder, so that it can go to another machine.
  for (const test of tests) expect(readFileSync(join(out, test, 'flags'), 'utf8')).not.toMatch(/-I\//);
  const check = (): number | null =>
    spawnSync('sh', [join(out, 'check.sh'), 'gcc-12', '-O2'], { stdio: 'ignore' }).status;
  expect(check()).toBe(0);
  appendFileSync(join(out, tests[0]!, 'expected'), 'exit 7\n');
  expect(check()).toBe(1);
}, 300_000);
