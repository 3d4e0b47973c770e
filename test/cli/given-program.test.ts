/** A person's failing program: `check --report` reduces it and writes a report, and `reduce` does the middle part alone. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { FindingFolder, saveGivenFinding } from '../../src/finding/index.ts';
import { programOf } from '../../src/program/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { pathWithoutReducers } from '../path-without-reducers.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { Said } from './cgfuzz.ts';
import { fakeContext } from './fake-context.ts';

/** Without C-Vise: cgfuzz's own steps must do. */
async function cgfuzz(cwd: string, ...words: string[]): Promise<Said> {
  const { context, output } = fakeContext(undefined, cwd);
  const env = { ...context.env, PATH: pathWithoutReducers() };
  const code = await runCli(commands, words, { ...context, env }, '1.2.3');
  return { code, ...output };
}

/** Interrupts the command as soon as this is true. */
async function cgfuzzUntil(cwd: string, isDue: () => boolean, ...words: string[]): Promise<Said> {
  const interruption = new AbortController();
  const { context, output } = fakeContext(interruption.signal, cwd);
  const env = { ...context.env, PATH: pathWithoutReducers() };
  const timer = setInterval(() => isDue() && interruption.abort(), 5);
  const code = await runCli(commands, words, { ...context, env }, '1.2.3');
  clearInterval(timer);
  return { code, ...output };
}

/** Functions that have nothing to do with the bug. */
const ballast = Array.from({ length: 8 }, (_, at) => `int b${at}(int x) { return x * ${at} + 1; }`).join(
  '\n',
);

describe('a failing program of a person', { timeout: 600_000 }, () => {
  it('becomes small by the same crash, with a report, and is a finding that other commands take', async () => {
    const folder = temporaryFolder();
    const bug = readFileSync('docs/trophies/gcc-shift-to-bool/reduced.c', 'utf8');
    writeFileSync(join(folder, 'crash.c'), `${ballast}\n${bug}`);
    const asked = ['crash.c', '--compilers', 'gcc-12 -O0; clang-19 -O0'];
    const { code, stdout } = await cgfuzz(folder, 'check', ...asked, '--report');
    expect(code).toBe(1);
    expect(stdout).toContain('It is a bug that cgfuzz knows');
    expect(stdout).toContain("The report, for GCC's Bugzilla: crash.finding/report.txt");
    const report = readFileSync(join(folder, 'crash.finding/report.txt'), 'utf8');
    for (const part of [
      'Keywords: ice-on-valid-code',
      '$ gcc-12 -O0 -c text.c',
      'Shows in: ',
      'The program was reduced.',
      'https://godbolt.org/',
      '- clang-19 -fsanitize=memory: ',
    ])
      expect(report).toContain(part);
    expect(report).not.toContain('b7');
    const again = await cgfuzz(folder, 'reduce', ...asked);
    expect(again.stderr).toContain('going on in crash.finding');
    expect(again.stdout).toContain('nothing near is simpler\n');
    const small = readFileSync(join(folder, 'crash.reduced.c'), 'utf8');
    expect(small.length).toBeLessThanOrEqual(bug.length);
    const checked = await cgfuzz(folder, 'check', 'crash.finding', '--compilers', 'gcc-12');
    expect(checked.stdout).toMatch(/^Flags of finding \w+, for gcc: -O0$/m);
    expect(checked.code).toBe(1);
    const inside = await cgfuzz(join(folder, 'crash.finding'), 'check', '--compilers', 'gcc-12');
    expect(inside.stdout).toBe(checked.stdout);
  });

  it('has a report of the best program so far after an interruption, and the same command goes on', async () => {
    const folder = temporaryFolder();
    const bug = readFileSync('docs/trophies/gcc-shift-to-bool/reduced.c', 'utf8');
    writeFileSync(join(folder, 'crash.c'), `${ballast}\n${bug}`);
    const words = ['check', 'crash.c', '--compilers', 'gcc-12 -O0; clang-19 -O0', '--report'];
    const small = join(folder, 'crash.finding/text.c');
    const cut = await cgfuzzUntil(folder, () => existsSync(small), ...words);
    expect(cut.code).toBe(130);
    expect(cut.stderr).toContain('interrupted: writing the report of the best program so far');
    expect(cut.stdout).toContain(
      "The report of the best program so far, for GCC's Bugzilla: crash.finding/report.txt",
    );
    const report = readFileSync(join(folder, 'crash.finding/report.txt'), 'utf8');
    expect(report).toContain('The program is partly reduced.');
    expect(report).toContain('$ gcc-12 -O0 -c text.c');
    const { code, stdout } = await cgfuzz(folder, ...words);
    expect(stdout).toMatch(/^going on in crash\.finding$/m);
    expect(code).toBe(1);
    expect(readFileSync(join(folder, 'crash.finding/report.txt'), 'utf8')).toContain(
      'The program was reduced.',
    );
  });

  it('is not compiled from a folder of somebody else whose flags start a program', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'crash.c'), readFileSync('docs/trophies/gcc-shift-to-bool/reduced.c'));
    const own = { program: programOf(readFileSync(join(folder, 'crash.c'), 'utf8')), text: '' };
    const finding = new FindingFolder(join(folder, 'crash.finding'));
    const signature = { kind: 'crash', key: 'k', message: '', frames: [], pass: undefined } as const;
    const about = { compiler: 'gcc-12', build: 'b', origin: { source: 'crash.c', isGiven: true } };
    const args = ['-O0', '-wrapper', `sh,-c,touch ${join(folder, 'ran')}`];
    saveGivenFinding(finding, { ...own, ...about, signature, args }, findingFiles);
    for (const words of [['crash.finding'], ['crash.finding/original.c'], ['crash.finding', '--report']]) {
      const { code, stderr } = await cgfuzz(folder, 'check', ...words, '--compilers', 'gcc-12');
      expect(stderr).toMatch(/is not compiled: its argument -wrapper may start a program/);
      expect(code).toBe(2);
    }
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  it('is reduced by a script too, and refused if nothing fails', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'good.c'), `${ballast}\nint main(void) { return 0; }\n`);
    const refused = await cgfuzz(folder, 'reduce', 'good.c', '--compilers', 'gcc-12 -O0; clang-19 -O0');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/no compiler fails on good\.c[^]*--test SCRIPT/);
    expect(existsSync(join(folder, 'good.finding'))).toBe(false);
    writeFileSync(join(folder, 'ask.sh'), '#!/bin/sh\ngrep -q b7 good.c\n', { mode: 0o755 });
    const { code } = await cgfuzz(folder, 'reduce', 'good.c', '--test', './ask.sh');
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'good.reduced.c'), 'utf8').length).toBeLessThan(20);
  });
});
