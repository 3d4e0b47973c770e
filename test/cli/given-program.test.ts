/** A person's failing program: `reduce` makes it small by cgfuzz's own judge, and `check --report` writes a report. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { runCli } from '../../src/cli/run-cli.ts';
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

/** Functions that have nothing to do with the bug. */
const ballast = Array.from({ length: 20 }, (_, at) => `int b${at}(int x) { return x * ${at} + 1; }`).join(
  '\n',
);
const trophy = (name: string): string => readFileSync(`docs/trophies/${name}/reduced.c`, 'utf8');

describe('a failing program of a person', () => {
  it('becomes small by the same crash, and is a finding that other commands take', async () => {
    const folder = temporaryFolder();
    const bug = trophy('gcc-shift-to-bool');
    writeFileSync(join(folder, 'crash.c'), `${ballast}\n${bug}`);
    const asked = ['crash.c', '--compilers', 'gcc-12 -O0; clang-19 -O0'];
    const { code, stdout } = await cgfuzz(folder, 'reduce', ...asked);
    expect(code).toBe(0);
    expect(stdout).toContain('nothing near is simpler\n');
    const small = readFileSync(join(folder, 'crash.reduced.c'), 'utf8');
    expect(small.length).toBeLessThanOrEqual(bug.length);
    const again = await cgfuzz(folder, 'reduce', ...asked);
    expect(again.stderr).toContain('going on in crash.finding');
    const checked = await cgfuzz(folder, 'check', 'crash.finding', '--compilers', 'gcc-12');
    expect(checked.stdout).toMatch(/^Flags of finding \w+, for gcc: -O0$/m);
    expect(checked.code).toBe(1);
    const exported = await cgfuzz(folder, 'findings', 'export', 'crash.finding');
    expect(exported.stdout).toContain('The program was reduced.');
  }, 300_000);

  it('has a report for the tracker of the compiler, with flags that matter and what each checker says', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'probe.c'), `${ballast}\n${trophy('x86-stack-clash-register')}`);
    const flags = ['--args', '-fstack-clash-protection', '--compilers', 'clang-19 -O1; gcc-12 -O0'];
    const { code, stdout } = await cgfuzz(folder, 'check', 'probe.c', ...flags, '--report');
    expect(code).toBe(1);
    expect(stdout).toContain("The report, for LLVM's issues: probe.finding/report.md");
    const report = readFileSync(join(folder, 'probe.finding/report.md'), 'utf8');
    for (const part of [
      '$ clang-19 -fstack-clash-protection -O1 -o program',
      'Target: x86_64',
      'https://godbolt.org/',
      'To blame: ',
      '- clang-19 -fsanitize=memory: clean',
    ])
      expect(report).toContain(part);
    expect(report).not.toContain('b7');
  }, 300_000);

  it('is reduced by a script too, and refused if nothing fails', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'good.c'), `${ballast}\nint main(void) { return 0; }\n`);
    const refused = await cgfuzz(folder, 'reduce', 'good.c', '--compilers', 'gcc-12 -O0; clang-19 -O0');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/no compiler fails on good\.c[^]*--test SCRIPT/);
    expect(existsSync(join(folder, 'good.finding'))).toBe(false);
    writeFileSync(join(folder, 'ask.sh'), '#!/bin/sh\ngrep -q b7 good.c && gcc-12 -w -c good.c -o x.o\n', {
      mode: 0o755,
    });
    const { code } = await cgfuzz(folder, 'reduce', 'good.c', '--test', './ask.sh');
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'good.reduced.c'), 'utf8').length).toBeLessThan(20);
  }, 300_000);
});
