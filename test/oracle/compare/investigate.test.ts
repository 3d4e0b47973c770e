import { expect, it, onTestFinished } from 'vitest';
import { Laboratory, matrixOf } from '../../../src/laboratory/index.ts';
import { compare, investigate, type Investigation } from '../../../src/oracle/index.ts';
import { programOf } from '../../../src/program/index.ts';
import { world } from '../../target/world.ts';
import { miscompiler } from '../laboratory.ts';

async function investigated(
  source: string,
  levels: readonly string[] = ['-O0', '-O2'],
  countAgain?: (signature: string) => boolean,
  unstaged?: string,
): Promise<Investigation> {
  const liar = await miscompiler('gcc-liar', { when: '-O2', from: 'a + 4', to: 'a - 4' });
  const laboratory = await Laboratory.open(world, [liar]);
  onTestFinished(async () => {
    await laboratory.close();
    await liar.close();
  });
  const matrix = matrixOf(
    ['clang-19-stock', 'gcc-12', 'gcc-liar', ...(levels.includes('-O0') ? ['tcc'] : [])],
    levels,
  );
  const program = programOf(source);
  const { verdict } = await compare(laboratory, program, matrix);
  if (verdict.kind !== 'differ') throw new Error(`expected a difference, got ${verdict.kind}`);
  return investigate(laboratory, program, verdict, {
    matrix,
    ...(countAgain && { countAgain }),
    ...(unstaged === undefined ? {} : { unstaged: programOf(unstaged) }),
  });
}

it('blames the compiler for a program that has a meaning', async () => {
  const found = await investigated(
    '#include <stdio.h>\nint main(void) { volatile int a = 3; printf("%d\\n", a + 4); return 0; }\n',
  );
  expect(found).toMatchObject({
    kind: 'wrong-code',
    suspect: { configuration: { compiler: 'gcc-liar', args: ['-O2'] }, expected: 'exit 0\n7\n' },
    affected: { failing: ['gcc-liar -O2'] },
    signature: { kind: 'wrong-code', key: 'wrong-code | culprit unknown | gcc-liar, not gcc-12' },
  });
  expect(found.kind === 'wrong-code' && found.validity.verdict).toBe('valid');
});

it('asks no sanitizer about what is known', async () => {
  const found = await investigated(
    '#include <stdio.h>\nint main(void) { volatile int a = 3; printf("%d\\n", a + 4); return 0; }\n',
    undefined,
    (signature) => signature === 'wrong-code | culprit unknown | gcc-liar, not gcc-12',
  );
  expect(found).toMatchObject({ kind: 'known', signature: { kind: 'wrong-code' } });
  expect(found).not.toHaveProperty('validity');
});

it('hears a complaint only where the program that stages were given has none', async () => {
  const overflowing = (more: string): string =>
    `#include <stdio.h>\nint main(void) { volatile int a = 3, b = 2147483647; b = b + a; ${more} printf("%d\\n", a + 4); return 0; }\n`;
  const quiet = overflowing('').replace('b = b + a;', '');
  const [staged, before] = [overflowing('b = 1;'), overflowing('')];
  expect((await investigated(staged, undefined, undefined, quiet)).kind).toBe('invalid-program');
  const found = await investigated(staged, undefined, undefined, before);
  expect(found).toMatchObject({ kind: 'wrong-code', validity: { verdict: 'suspicious' } });
});

it('blames nobody for a program that ends only where it is optimised, whatever it does then', async () => {
  const found = await investigated(
    `#include <stdio.h>
int main(void) {
  volatile int a = 3;
#ifndef __OPTIMIZE__
  while (a);
#endif
  printf("%d\\n", a + 4);
  return 0;
}
`,
    ['-O1', '-O2'],
  );
  expect(found).toEqual({ kind: 'endless-program' });
});

it('blames nobody for a program that has none', async () => {
  const found = await investigated(`#include <stdio.h>
__attribute__((noinline)) static int f(int x) { return x + 1 > x; }
int main(void) { volatile int a = 2147483643; printf("%d %d\\n", f((int)(a + 4)), a); return 0; }
`);
  expect(found.kind).toBe('invalid-program');
  const reports = found.kind === 'invalid-program' ? found.validity.reports : [];
  expect(reports.find(({ answer }) => answer === 'undefined')?.detail).toMatch(/signed integer overflow/);
});
