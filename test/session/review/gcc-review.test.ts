/** Reviews of patches to GCC: two compilers that are here stand for gcc without and with the patch. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cacheFolder, findProgram, withAdded } from '../../../src/build/index.ts';
import { reviewText } from '../../../src/report/index.ts';
import { reviewGcc } from '../../../src/session/review/gcc-review.ts';
import { dumpsOfPasses, gccFoldersFor, gccTestIn } from '../../../src/session/review/gcc-tests.ts';
import type { ReviewVerdict } from '../../../src/session/review/review.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const path = withAdded(process.env['PATH'] ?? '', cacheFolder(process.env));
const hasSixteen = findProgram('gcc-16', path) !== undefined;

/** A patch that brings these tests. */
function bringing(tests: Readonly<Record<string, string>>): string {
  return Object.entries(tests)
    .map(([name, text]) => {
      const lines = text.trim().split('\n');
      const head = `--- /dev/null\n+++ b/gcc/testsuite/${name}\n@@ -0,0 +1,${lines.length} @@\n`;
      return `${head}${lines.map((line) => `+${line}\n`).join('')}`;
    })
    .join('');
}

function reviewed(
  old: string,
  target: string,
  tests: Readonly<Record<string, string>>,
): Promise<ReviewVerdict> {
  const { signal } = new AbortController();
  const clocks = { dateMs: () => 0, monotonicMs: () => 0 };
  const patch = { name: 'fix', text: bringing(tests), changed: ['gcc/tree-vect-loop.cc'] };
  return reviewGcc(
    { cwd: '/', env: process.env, ...clocks, signal },
    { old, target, patch, seconds: 20, say: () => undefined },
  );
}

const ROWS = `
/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-vect-details" } */
#include "rows.h"
__attribute__((noinline)) void copy(void) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 2; j++)
      m[i + 1][j + 1] = m[i][j];
}
int main(void) {
  copy();
  return m[1][1] == 1 && m[2][2] == 1 ? 0 : 1;
}`;
const WITH_HEADER = { 'gcc.dg/vect/rows.h': 'int m[5][3] = {{1, 2, 0}};', 'gcc.dg/vect/rows.c': ROWS };
const LARGE_SHIFT = `
/* { dg-options "-O0" } */
int main(void) {
  if (0)
    return (_Bool)(1 >> 0x7fffffffffffffffLL);
  return 0;
}`;

describe('the review of a patch to GCC', () => {
  it('finds a crash, and a test that ends wrongly, of the compiler with the patch alone', async () => {
    const verdict = await reviewed('clang-19-stock', 'gcc-12', {
      'gcc.dg/pr1.c': LARGE_SHIFT,
      'gcc.dg/pr2.c': 'int main(void) { return __GNUC__ > 4; }',
      'gcc.dg/pr3.c': 'int main(void) { return 0; }',
    });
    const of = (name: string): object | undefined =>
      verdict.faults.find(({ seed }) => seed === `gcc.dg/${name}`);
    expect(of('pr1.c')).toMatchObject({ kind: 'crash', command: 'gcc-12 -w -O0 test.c' });
    expect(of('pr2.c')).toMatchObject({ kind: 'wrong', options: ['-w', '-O2'] });
    expect(verdict.faults).toHaveLength(2);
    expect(verdict.counts.kinds['kept']).toBe(5);
    expect(reviewText(verdict)).toContain('wrong: gcc.dg/pr2.c: exit 1, and not exit 0 as without the patch');
  });

  it('runs nothing if both compilers make the same code', async () => {
    const verdict = await reviewed('gcc-12', 'gcc-12', WITH_HEADER);
    expect(verdict.counts.kinds).toEqual({ unchanged: 5 });
    expect(verdict.faults).toEqual([]);
  });

  it.runIf(hasSixteen)('names the dump that is another one (with gcc-16)', async () => {
    const verdict = await reviewed('gcc-12', 'gcc-16', WITH_HEADER);
    expect(verdict.testsOfPatch).toBe(1);
    expect(verdict.faults).toMatchObject([{ kind: 'wrong', seed: 'gcc.dg/vect/rows.c' }]);
    expect(verdict.suite.worst.map(({ seed }) => seed)).toContainEqual(
      expect.stringMatching(/rows\.c .*\(vect\)$/),
    );
  });
});

describe('a test of GCC', () => {
  const read = (text: string, name = 'a.c'): ReturnType<typeof gccTestIn> => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), text);
    return gccTestIn(join(folder, name), folder);
  };

  it('has the options for this machine, and a level', () => {
    expect(read('/* { dg-options "-O1 -fno-tree-vrp -fdump-tree-phiopt1-details" } */')).toMatchObject({
      args: ['-w', '-O1', '-fno-tree-vrp'],
      dumps: ['tree-phiopt1'],
    });
    const both =
      '/* { dg-additional-options "-mavx2" { target x86_64-*-* } } */\n/* { dg-additional-options "-mcpu=power9" { target powerpc*-*-* } } */';
    expect(read(both)?.args).toEqual(['-w', '-O2', '-mavx2']);
  });

  it.each(['-fplugin=./evil.so', '-wrapper sh', '-B.', '-O2 other.c', '@file', '-o /etc/passwd'])(
    'is left out if it asks for %s',
    (options) => {
      expect(read(`/* { dg-options "${options}" } */ int x;`)).toBe(undefined);
    },
  );

  it('is no header, and no test of an error', () => {
    expect(read('int x;', 'a.h')).toBe(undefined);
    expect(read('int x; /* { dg-error "no" } */')).toBe(undefined);
  });

  it('has the dumps of the passes of its file, and folders of tests', () => {
    const source =
      '  GIMPLE_PASS, /* type */\n  "phiopt", /* name */\n RTL_PASS, /* type */\n  "cse1", /* name */\n  GIMPLE_PASS, /* type */\n  "*warn", /* name */';
    expect(dumpsOfPasses(source)).toEqual(['tree-phiopt', 'rtl-cse1']);
    expect(gccFoldersFor(['gcc/tree-vect-slp.cc'])[0]).toBe('gcc.dg/vect');
    expect(gccFoldersFor(['gcc/cse.cc'])).toEqual(['gcc.dg/torture', 'gcc.c-torture/execute']);
  });
});
