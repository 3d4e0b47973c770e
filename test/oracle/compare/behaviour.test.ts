/** What is linked and run, whatever code the compiler was told to make. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Laboratory } from '../../../src/oracle/index.ts';
import { programOf } from '../../../src/program/index.ts';
import { world } from '../../target/world.ts';

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
});
