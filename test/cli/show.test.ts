import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/cli/command.ts';
import { commands } from '../../src/cli/commands.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { fakeContext } from './fake-context.ts';

const golden = resolve('test/choice/golden/format-1-program.cgseq');
const good = readFileSync(golden);
const folder = temporaryFolder(afterAll);
mkdirSync(join(folder, 'folder'));
writeFileSync(join(folder, 'good.cgseq'), good);
writeFileSync(join(folder, 'empty.cgseq'), '');
writeFileSync(join(folder, 'text.c'), 'int main(void) { return 0; }\n');
writeFileSync(join(folder, 'short.cgseq'), good.subarray(0, 1_000));
const damaged = Buffer.from(good);
damaged[500]! ^= 4;
writeFileSync(join(folder, 'damaged.cgseq'), damaged);

async function show(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { context, output } = fakeContext(undefined, folder);
  const code = await runCli(commands, ['show', ...args], context, '1.2.3');
  return { code, ...output };
}

describe('cgfuzz show', () => {
  it('prints where a sequence comes from, and its tree, within 80 columns', async () => {
    const { code, stdout, stderr } = await show('good.cgseq');
    expect({ code, stderr }).toEqual({ code: exitCodes.ok, stderr: '' });
    expect(stdout).toMatch(
      /^generator {2}csmith-like 1\nseed +1\nholds +267 choices in 315 scopes\nfile +2,242/,
    );
    expect(stdout).toContain('Function::make_random: 35 choices in 42 scopes\n');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(stdout.split('\n').length).toBeLessThan(70);
  });

  it('prints more or less, as told', async () => {
    const { stdout: shallow } = await show('good.cgseq', '--depth', '0');
    const { stdout: full } = await show('good.cgseq', '--full');
    expect(shallow.split('\n')).toHaveLength(8);
    expect(full.split('\n').length).toBeGreaterThan(100);
    const { stdout: scope } = await show('good.cgseq', '--scope', 'Parameter/Type::choose_random');
    expect(scope).toContain('\n\nType::choose_random');
  });

  it('prints a line of JSON for the file and for each scope and choice', async () => {
    const { stdout } = await show('good.cgseq', '--json');
    const [head, ...events] = stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(head).toMatchObject({
      source: { name: 'csmith-like', version: '1' },
      format: 1,
      bytes: good.length,
      choices: 267,
      scopes: 315,
      seed: 1,
    });
    expect(events).toHaveLength(267 + 315);
    expect(events[0]).toEqual({ depth: 0, scope: 'Function::make_random' });
    expect(events).toContainEqual({ depth: 2, kind: 'weighted', min: 0, max: 1, value: 0, name: 'false' });
  });

  it('reads standard input', () => {
    const run = spawnSync(process.execPath, ['dist/cli/main.js', 'show', '-'], { input: good });
    expect(run.stdout.toString()).toContain('csmith-like 1');
  });

  it.each([
    [['missing.cgseq'], 'cannot read missing.cgseq: there is no such file', 'looked for: /'],
    [['folder'], 'cannot read folder: it is a folder', 'looked for: /'],
    [
      ['empty.cgseq'],
      'cannot show empty.cgseq: not a cgfuzz sequence: it is empty',
      'a name like finding.cgseq',
    ],
    [['text.c'], 'cannot show text.c: not a cgfuzz sequence: it is text', 'a name like finding.cgseq'],
    [
      ['short.cgseq'],
      'cannot show short.cgseq: damaged: it is cut off after 1000 of 2242 bytes',
      'leave it out',
    ],
    [['damaged.cgseq'], 'cannot show damaged.cgseq: damaged: its checksum differs', 'leave it out'],
    [
      ['good.cgseq', '--scope', 'Statment::make_random'],
      'no scope named',
      'did you mean Statement::make_random?',
    ],
    [['good.cgseq', '--detph', '3'], 'no flag named --detph', 'did you mean --depth?'],
    [['good.cgseq', '--depth', '-1'], '--depth cannot be "-1"', 'whole numbers from 0'],
    [[], 'cgfuzz show needs a FILE', '*.cgseq'],
    [['good.cgseq', 'good.cgseq'], 'cgfuzz show takes no argument "good.cgseq"', 'cgfuzz show --help'],
  ])('tells what is wrong and what to do: %j', async (args, message, hint) => {
    const { code, stdout, stderr } = await show(...args);
    expect({ code, stdout }).toEqual({ code: exitCodes.usage, stdout: '' });
    expect(stderr.split('\n')[0]).toContain(`error: ${message}`);
    expect(stderr).toContain(hint);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
