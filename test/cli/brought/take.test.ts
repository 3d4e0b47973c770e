/** `cgfuzz FILE`: what cgfuzz takes a word for, and what it does then. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findJudge } from '../../../src/oracle/index.ts';
import { worldOf } from '../../../src/session/world.ts';
import { takenFor } from '../../../src/cli/brought/take.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { cgfuzz } from '../cgfuzz.ts';
import { fakeContext } from '../fake-context.ts';

/** The command lines for a word in a folder with these files. */
async function linesFor(
  word: string,
  files: Readonly<Record<string, string>>,
  ...rest: readonly string[]
): Promise<string[] | undefined> {
  const cwd = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(cwd, path, '..'), { recursive: true });
    writeFileSync(join(cwd, path), text);
    if (text.startsWith('#!')) chmodSync(join(cwd, path), 0o755);
  }
  const { context } = fakeContext(undefined, cwd);
  const taken = await takenFor(word, rest, { ...context, env: process.env });
  return taken?.lines.map((line) => line.join(' '));
}

const patchOf = (file: string): string =>
  `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n-a\n+b\n`;

describe('a word that is no command', () => {
  it.each<[word: string, files: Readonly<Record<string, string>>, lines: readonly string[]]>([
    ['a.c', { 'a.c': 'int main(void) { return 0; }' }, ['check a.c --report']],
    ['f.ll', { 'f.ll': 'define i32 @f() { ret i32 0 }' }, ['check f.ll --report']],
    ['t.cgseq', { 't.cgseq': '' }, ['show t.cgseq']],
    ['week', { 'week/campaign.json': '{}' }, ['status week']],
    ['3f2a', { '3f2a/meta.json': '{}' }, ['findings show 3f2a']],
    ['gen.py', { 'gen.py': 'print(1)' }, ['source new ./gen.py']],
    ['gen', { gen: '#!/usr/bin/env perl\nprint 1;' }, ['source new ./gen']],
    ['m.mjs', { 'm.mjs': 'export default {}' }, ['source check ./m.mjs']],
    ['x', { x: patchOf('llvm/lib/Transforms/Scalar/GVN.cpp') }, ['regress clang-19 --patch x']],
    ['x.diff', { 'x.diff': patchOf('gcc/tree-ssa-pre.cc') }, ['regress gcc-16 --patch x.diff']],
    ['x.diff', { 'x.diff': patchOf('README') }, []],
    ['h.c', { 'h.c': 'int LLVMFuzzerTestOneInput(const char *d, long n) { return 0; }' }, []],
    ['gcc', {}, []],
    ['trunk', {}, []],
    ['gcc-17', {}, []],
  ])('is looked at: %s %o', async (word, files, lines) => {
    expect(await linesFor(word, files)).toEqual(lines);
  });

  it('of IR with a main goes to the judge of IR, too, if that was built', async () => {
    const lines = await linesFor('a.ll', { 'a.ll': 'define i32 @main() { ret i32 0 }' });
    const isBuilt = findJudge(worldOf({ env: process.env })) !== undefined;
    const judge = isBuilt ? ['judge a.ll --passes default<O2>'] : [];
    expect(lines).toEqual(['check a.ll --report', ...judge]);
  });

  it('hands its flags on', async () => {
    const files = { 'a.c': 'int main(void) { return 0; }' };
    expect(await linesFor('a.c', files, '--args', '-O3')).toEqual(['check a.c --report --args -O3']);
  });

  it('is a mistyped command if it is nothing else', async () => {
    expect(await linesFor('hlep', {})).toBeUndefined();
    const { code, stderr } = await cgfuzz(temporaryFolder(), 'hlep');
    expect(code).toBe(2);
    expect(stderr).toContain('did you mean help?');
  });

  it('is a compiler: hunted in if it is here, and added before if it can be', async () => {
    const [here] = (await linesFor('gcc-12', {}))!;
    expect(here).toMatch(/^run --dir gcc-12-hunt --target gcc-12 --time 10m /);
    const elsewhere = (await linesFor('gcc-14', {}))!;
    if (elsewhere.length > 1) expect(elsewhere[0]).toBe('compiler add gcc-14');
    expect(elsewhere.at(-1)).toMatch(/^run --dir gcc-14-hunt /);
  });

  it('is a checkout, whose last commit is the patch', async () => {
    const cwd = temporaryFolder();
    const file = 'llvm-project/llvm/lib/IR/Value.cpp';
    mkdirSync(join(cwd, file, '..'), { recursive: true });
    writeFileSync(join(cwd, 'llvm-project/llvm/CMakeLists.txt'), '');
    const git = (...words: readonly string[]): void =>
      void execFileSync('git', [
        '-C',
        join(cwd, 'llvm-project'),
        '-c',
        'user.name=a',
        '-c',
        'user.email=a@b',
        ...words,
      ]);
    git('init', '-q');
    for (const text of ['int a;\n', 'int b;\n']) {
      writeFileSync(join(cwd, file), text);
      git('add', '-A');
      git('commit', '-qm', text);
    }
    const taken = await takenFor('llvm-project', [], fakeContext(undefined, cwd).context);
    expect(taken?.as).toContain('its last commit');
    expect(taken?.lines).toEqual([['regress', 'clang-19', '--patch', 'cgfuzz-changes.diff']]);
    expect(readFileSync(join(cwd, 'cgfuzz-changes.diff'), 'utf8')).toContain('+int b;');
  });
});

it('cgfuzz alone asks, and shows four commands', async () => {
  const { code, stdout } = await cgfuzz('/');
  expect(code).toBe(0);
  expect(stdout).toContain('a compiler, a generator, a program or a library?');
  expect(stdout.match(/^ {2}cgfuzz /gm)).toHaveLength(4);
});

describe('a generator that nobody has described', () => {
  const python = [
    'import random',
    'print("int f(int a) {")',
    'for i in range(random.randint(2, 6)):',
    '    print("  a %s= %d;" % (random.choice("+-*"), random.randint(1, 99)))',
    'print("  return a; }")',
  ].join('\n');
  const own = [
    '#include <stdio.h>',
    '#include <time.h>',
    // The debug information has the word `next`, which is no function.
    'static struct { unsigned long next; } state;',
    '__attribute__((noinline)) unsigned next_u32(void) {',
    '  state.next = state.next * 6364136223846793005ul + 1; return state.next >> 33; }',
    'int main(void) { state.next = time(0); printf("int f(int a) {\\n");',
    '  for (int i = 0, n = 2 + next_u32() % 6; i < n; i++)',
    '    printf("  a %c= %u;\\n", "+-*"[next_u32() % 3], next_u32() % 99);',
    '  printf("  return a; }\\n"); }',
  ].join('\n');

  it('in Python gets a definition, a verdict, a mutant and the next command', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'gen.py'), python);
    const { code, stdout, stderr } = await cgfuzz(cwd, 'gen.py', '--mutants', '12', '--programs', '3');
    expect(stderr).toContain('gen.py is a script in Python, so cgfuzz takes it for a generator of tests');
    expect(stderr).toContain('runs: cgfuzz source new ./gen.py --mutants 12 --programs 3');
    expect(stdout).toMatch(/^gen: good$/m);
    expect(stdout).toMatch(/^ {2}-.*\n {2}\+/m);
    expect(stdout).toContain('next: cgfuzz run --source ./gen-source.mjs --time 5m');
    expect(code).toBe(0);
    const text = readFileSync(join(cwd, 'gen-source.mjs'), 'utf8');
    expect(text.split('\n').length).toBeLessThan(14);
    expect(text).toContain("language: 'c'");
    const again = await cgfuzz(cwd, 'source', 'check', './gen.py', '--mutants', '0', '--programs', '2');
    expect(again.stderr).toContain('gen.py has a definition: ./gen-source.mjs');
  });

  it('with an engine of its own has its function named by itself', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'own.c'), own);
    execFileSync('gcc', ['-O1', '-g', 'own.c', '-o', 'own'], { cwd });
    const { stdout } = await cgfuzz(cwd, 'source', 'new', './own', '--mutants', '12', '--programs', '3');
    expect(stdout).toMatch(/^own: good$/m);
    expect(readFileSync(join(cwd, 'own-source.mjs'), 'utf8')).toContain("engines: ['next_u32 word 32']");
  });

  it('says what is wrong if it always writes the same, or fails', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'same.py'), 'print("int a;")');
    // The definition of another generator: it stays, and is not taken for this one.
    const other = '// How cgfuzz calls same.pl, a script in Perl.\n';
    writeFileSync(join(cwd, 'same-source.mjs'), other);
    const { code, stdout, stderr } = await cgfuzz(cwd, 'source', 'new', './same.py', '--programs', '2');
    expect(code).toBe(1);
    expect(stderr).toContain('by itself it writes the same each time');
    expect(stdout).toMatch(/^same: not good\n {2}every program is the same/);
    expect(stderr).toContain('its definition is ./same-py-source.mjs');
    expect(readFileSync(join(cwd, 'same-source.mjs'), 'utf8')).toBe(other);
    writeFileSync(join(cwd, 'bad.py'), 'import nothing_of_this_name');
    const bad = await cgfuzz(cwd, 'source', 'new', './bad.py');
    expect(bad.code).toBe(2);
    expect(bad.stderr).toContain(
      'bad.py makes no program when it is called without words: it ends with exit code 1',
    );
    expect(existsSync(join(cwd, 'bad-source.mjs'))).toBe(false);
  });
});
