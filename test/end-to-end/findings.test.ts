/** From a crash in a campaign to a report: a generator in Python, an instrumented clang, stock compilers. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FindingRecord } from '../../src/finding/index.ts';
import { functionsModule } from '../fuzz/generators/make.ts';

const cgfuzz = new URL('../../dist/cli/main.js', import.meta.url).pathname;
let folder: string;

interface Answer {
  readonly exitCode?: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

function call(...words: readonly string[]): Promise<Answer> {
  return execa('node', [cgfuzz, ...words], { cwd: folder, reject: false });
}

async function findings(...flags: readonly string[]): Promise<(FindingRecord & { folder: string })[]> {
  const { stdout } = await call('findings', 'list', '--json', ...flags);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as FindingRecord & { folder: string });
}

async function fatalError(): Promise<FindingRecord & { folder: string }> {
  const found = (await findings('--all')).find(({ message }) => message.includes('llvm_fatal_error'));
  if (found === undefined) throw new Error('the campaign did not find the fatal error');
  return found;
}

async function repro(path: string, env: Readonly<Record<string, string>> = {}): Promise<number | undefined> {
  return (await execa('sh', [join(path, 'repro.sh')], { cwd: '/', env, reject: false })).exitCode;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cgfuzz-findings-'));
  const { exitCode } = await call(
    'run',
    `--source=${functionsModule}`,
    '--target=clang-19-starter',
    '--execs=80',
    '--compare-share=0',
    '--reduce-share=0',
    '--json',
  );
  expect(exitCode).toBe(1);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('findings of a campaign', () => {
  it('are one for each way in which the compiler fails, counted', async () => {
    const all = await findings();
    expect(all.length).toBeGreaterThanOrEqual(2);
    expect(new Set(all.map(({ signature }) => signature)).size).toBe(all.length);
    expect(Math.max(...all.map(({ count }) => count))).toBeGreaterThan(1);
  });

  it('come with a reproducer that needs no cgfuzz', async () => {
    const { folder: path } = await fatalError();
    expect(await repro(path)).toBe(1);
    expect(await repro(path, { CC: 'gcc-12' })).toBe(0);
    expect(await repro(path, { CC: 'no-such-compiler' })).toBe(77);
  });

  it('are reduced by their own signature, and the report follows', async () => {
    const { id, folder: path } = await fatalError();
    const before = readFileSync(join(path, 'README.md'), 'utf8');
    expect(before).toContain('not reduced yet');
    const part = await call('reduce', id.slice(0, 6), '--evaluations=3');
    expect(part.stdout).toContain('the same command goes on');
    expect((await fatalError()).reduction?.state).toBe('budget');
    const { stdout, stderr } = await call('reduce', id.slice(0, 6));
    expect(stderr).not.toContain('error');
    expect(stdout).toContain('nothing near is simpler');
    const reduced = readFileSync(join(path, 'reduced.c'), 'utf8');
    expect(reduced.match(/__debug/g)).toHaveLength(1);
    expect(reduced).toContain('llvm_fatal_error');
    const after = readFileSync(join(path, 'README.md'), 'utf8');
    expect(after).toContain(reduced.trim());
    expect(after).toContain('clang-19 -O2 -c reduced.c');
    expect(after).toMatch(/Versions that show it:\*\* clang-.* to clang-(?:19|2\d)(?!-)/);
    expect(await repro(path)).toBe(1);
    expect((await fatalError()).reduction).toMatchObject({ state: 'minimal' });
  });

  it('are explained in the words of their program, once', async () => {
    const { id } = await fatalError();
    const { stdout, exitCode } = await call('explain', id);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/## What may vary[^]*Line \d+/);
    expect((await call('findings', 'explain', id)).stdout).toBe(stdout);
  });

  it('are shown, and verified with the compilers that are installed', async () => {
    const { id } = await fatalError();
    expect((await call('findings', 'show', id)).stdout).toContain('## Reproduce');
    const { stdout, exitCode } = await call('findings', 'verify', id);
    expect(stdout).toMatch(/clang-19 there/);
    expect(exitCode).toBe(1);
    const path = join(folder, 'campaign/findings', id, 'reduced.c');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace(/#pragma.*/, ''));
    const gone = await call('findings', 'verify', id);
    expect(gone.stdout).toMatch(/clang-19 gone/);
    expect(gone.exitCode).toBe(0);
    writeFileSync(path, text);
  });

  it('go elsewhere with a script that asks the compilers itself', async () => {
    const { id } = await fatalError();
    const { stdout } = await call('reduce', id, '--export=out');
    expect(stdout).toContain('cvise ./interesting.sh');
    const ask = async (): Promise<number | undefined> =>
      (await execa(join(folder, 'out/interesting.sh'), { cwd: join(folder, 'out'), reject: false })).exitCode;
    expect(await ask()).toBe(0);
    writeFileSync(join(folder, 'out/test.c'), 'int main(void) { return 0; }\n');
    expect(await ask()).toBe(1);
  });

  it('are left out once they are muted', async () => {
    const { id } = await fatalError();
    expect(
      (await call('findings', 'mute', id, '--reason=bug 1', `--known=${join(folder, 'known.json')}`))
        .exitCode,
    ).toBe(0);
    expect((await findings()).map((finding) => finding.id)).not.toContain(id);
    expect((await findings('--all')).map((finding) => finding.id)).toContain(id);
  });

  it('tell a person what they mistook', async () => {
    expect((await call('findings', 'lits')).stderr).toContain(
      'known verbs: list, show, verify, explain, bisect, export, mute',
    );
    expect((await call('findings', 'show', 'zzz')).stderr).toContain('known findings:');
    expect((await call('findings', 'list', '--dir=nowhere')).stderr).toContain('no campaign');
    expect((await call('reduce', 'nowhere.cgseq')).stderr).toContain('looked for:');
  });

  it('are refused for reduction when they are not there any more', async () => {
    const { id, folder: path } = await fatalError();
    const meta = join(path, 'meta.json');
    const text = readFileSync(meta, 'utf8');
    writeFileSync(meta, text.replace('"message": "', '"message": "another '));
    const { exitCode, stderr } = await call('reduce', id, '--restart');
    expect(stderr).toContain('not there any more');
    expect(exitCode).toBe(2);
    expect(existsSync(join(path, 'reduced.c'))).toBe(true);
    writeFileSync(meta, text);
  });
});
