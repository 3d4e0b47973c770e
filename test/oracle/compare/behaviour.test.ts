/** The programs that are linked and run, whatever code the compiler had to make. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Laboratory } from '../../../src/laboratory/index.ts';
import { type Program, programOf } from '../../../src/program/index.ts';
import { world } from '../../target/world.ts';

/** A test whose driver stands in a file of its own. */
const apart: Program = {
  files: [
    { path: 'test.c', bytes: Buffer.from('int secret(int a) { return a * 3 + 1; }\n') },
    {
      path: 'driver.c',
      bytes: Buffer.from(
        'int printf(const char *, ...);\nint secret(int);\nint main(void) { printf("%d\\n", secret(4)); return 0; }\n',
      ),
    },
  ],
  main: 'test.c',
  beside: ['driver.c'],
  language: 'c',
};

const program = programOf(`
#include <stdio.h>
int table[40], *last = &table[39];
int main(void) {
  *last = 3;
  printf("%d\\n", table[39]);
  return 0;
}
`);

describe('a program', () => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(world);
  });
  afterAll(() => laboratory.close());

  it.each(['-fno-pie', '-fPIE', '-fPIC', '-mcmodel=large'])('runs with %s', async (arg) => {
    const [behaviour] = await laboratory.behave(program, [{ compiler: 'gcc-12', args: ['-O0', arg] }]);
    expect(behaviour).toMatchObject({ kind: 'ran', run: { stdout: '3\n', exitCode: 0 } });
  });

  it.each(['gcc-12', 'clang-19'])('runs when %s optimises it at link time', async (compiler) => {
    for (const lto of [
      '-flto',
      '-flto -ffat-lto-objects',
      ...(compiler === 'gcc-12' ? [] : ['-flto=thin']),
    ]) {
      const args = ['-O2', ...lto.split(' ')];
      const [behaviour] = await laboratory.behave(program, [{ compiler, args }]);
      expect(behaviour, lto).toMatchObject({ kind: 'ran', run: { stdout: '3\n', exitCode: 0 } });
      const [inTwo] = await laboratory.behave(apart, [{ compiler, args }]);
      expect(inTwo, lto).toMatchObject({ kind: 'ran', run: { stdout: '13\n', exitCode: 0 } });
    }
  });
});
