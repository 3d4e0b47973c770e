/** The command `check`: its answers about programs that are right, wrong, undefined, or not whole. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ProgramCheck } from '../../src/triage/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { cgfuzz, type Said } from './cgfuzz.ts';

const check = (files: Readonly<Record<string, string>>, ...flags: string[]): Promise<Said> => {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return cgfuzz(folder, 'check', ...Object.keys(files).filter((name) => !name.endsWith('.h')), ...flags);
};
const both = ['--compilers', 'clang-19 -O0; clang-19 -O2; gcc-12 -O0; gcc-12 -O2'];

/** A page's block of code of a language. */
const page = readFileSync('docs/check.md', 'utf8');

describe('cgfuzz check', () => {
  it('says of the program in its page what the page says, word by word', async () => {
    const program = /```c\n([^]*?)```/.exec(page)![1]!;
    const shown = /\$ cgfuzz check [^\n]*\n([^]*?)```/.exec(page)![1]!;
    const { code, stdout } = await check({ 'sum.c': program }, '--compilers', 'clang-19; gcc-12');
    expect(code).toBe(1);
    // Neither is installed by set-up.
    const without = (text: string): string => text.replaceAll(/^ {2}(?:frama-c|valgrind) .*\n/gm, '');
    expect(without(stdout)).toBe(without(shown));
  });

  it('finds nothing in a program of two files and a header', async () => {
    const { code, stdout } = await check(
      {
        'main.c': '#include <stdio.h>\n#include "two.h"\nint main(void) { printf("%d\\n", two()); }\n',
        'two.c': '#include "two.h"\nint two(void) { return 2; }\n',
        'two.h': 'int two(void);\n',
      },
      ...both,
      '--json',
    );
    expect(code).toBe(0);
    const { configurations, verdict, validity, odd } = JSON.parse(stdout) as ProgramCheck;
    expect(configurations.map(({ says }) => says)).toEqual([
      'exit 0\n2\n',
      'exit 0\n2\n',
      'exit 0\n2\n',
      'exit 0\n2\n',
    ]);
    expect([verdict, validity.verdict, odd]).toEqual(['agree', 'valid', []]);
  });

  it('blames no compiler for a program with undefined behaviour', async () => {
    const text = '#include <stdio.h>\nint x = 2147483647;\nint main(void) { printf("%d\\n", x + 1 > x); }\n';
    const { code, stdout } = await check({ 'a.c': text }, ...both);
    expect(code).toBe(1);
    expect(stdout).toContain('the program has undefined behaviour: no compiler is to blame');
    expect(stdout).toContain('signed integer overflow');
    expect(stdout).not.toContain('To blame');
  });

  it('blames a compiler whose program prints something else each time, and names the pass', async () => {
    const text = readFileSync('docs/trophies/x86-stack-clash-register/reduced.c', 'utf8');
    const asked = [
      '--args',
      '-fstack-clash-protection',
      '--compilers',
      'clang-19 -O1; gcc-12 -O0; gcc-12 -O2',
    ];
    const { code, stdout } = await check({ 'a.c': text }, ...asked);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^clang-19 +-O1 .*and else each time +<-- odd$/m);
    expect(stdout).toContain('1 configuration is odd, and not the same twice. Most say:\n  exit 0\n  58');
    expect(stdout).toMatch(/^To blame for clang-19 -O1: .* on `f`/m);
  });

  it('compiles a row at its own level, whatever level all flags have', async () => {
    const text =
      'int printf(const char *, ...);\nint main(void) {\n#ifdef __OPTIMIZE__\n  printf("opt");\n#else\n  printf("plain");\n#endif\n}\n';
    const asked = ['--args', '-O3', '--compilers', 'gcc-12 -O0; gcc-12 -O2'];
    const { stdout } = await check({ 'a.c': text }, ...asked);
    expect(stdout).toMatch(/^gcc-12 +-O0 .*"plain"/m);
    expect(stdout).toMatch(/^gcc-12 +-O2 .*"opt"/m);
  });

  it('names the crash of a compiler once, and the compilers that are right', async () => {
    const text = readFileSync('docs/trophies/gcc-shift-to-bool/reduced.c', 'utf8');
    const { code, stdout } = await check({ 'a.c': text }, ...both);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^gcc-12 -O0, gcc-12 -O2:\n {2}crash: in gimplify_expr/m);
    expect(stdout).toMatch(/^clang-19 +-O0, -O2 +yes +exit 0$/m);
  });

  it('compiles a file without main, and does not run it', async () => {
    const { code, stdout } = await check({ 'a.c': 'int f(int x) { return x; }\n' }, ...both);
    expect(stdout).toContain('is no whole program: it is compiled, and not run');
    expect(code).toBe(0);
  });

  it('knows a compiler by the name of a target, too', async () => {
    const files = { 'a.c': 'int f(int x) { return x; }\n' };
    const { code, stdout } = await check(files, '--compilers', 'gcc-12-stock -O1; clang-19-stock -O1');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^gcc-12 +-O1/m);
    expect(stdout).toMatch(/^clang-19 +-O1/m);
  });

  it('runs the code of a compiler for another machine, and warns if the rows are for several machines', async () => {
    const files = { 'a.c': '#include <stdio.h>\nint main(void) { char c = -1; printf("%d\\n", c); }\n' };
    const alone = await check(files, '--compilers', 'aarch64-linux-gnu-gcc-12 -O1');
    expect(alone.code).toBe(0);
    expect(alone.stdout).toMatch(/^aarch64-linux-gnu-gcc-12 +-O1 +yes +exit 0, prints "255"$/m);
    const mixed = await check(files, '--compilers', 'gcc-12 -O0; clang-19 -O0, aarch64-linux-gnu-gcc-12 -O1');
    expect(mixed.stdout).toMatch(/^The rows are for several machines\. [^]*prints "255" +<-- odd$/m);
    expect(alone.stdout).not.toContain('several machines');
  });

  it('names the compilers that are here if one is not', async () => {
    const { code, stderr } = await check({ 'a.c': 'int main(void) {}\n' }, '--compilers', 'clnag-19');
    expect(code).toBe(2);
    expect(stderr).toMatch(/there is no compiler named "clnag-19"[^]*here: .*gcc-12/);
  });

  it('says which endings it knows', async () => {
    const { code, stderr } = await check({ 'a.rs': 'fn main() {}\n' });
    expect(code).toBe(2);
    expect(stderr).toContain('a.rs has no ending of a language that cgfuzz knows');
  });
});
