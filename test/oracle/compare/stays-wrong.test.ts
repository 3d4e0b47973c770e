/** Wrong code that comes and goes is not what a reduction is to end with. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { Laboratory } from '../../../src/laboratory/index.ts';
import { staysWrong } from '../../../src/oracle/index.ts';
import { type Program, programOf } from '../../../src/program/index.ts';
import { world } from '../../target/world.ts';

const suspect = { compiler: 'gcc-12', args: ['-O0'] };

const printing = (what: string): Program =>
  programOf(
    `#include <stdio.h>\n#include <sys/auxv.h>\nint main(void) { printf("%d\\n", ${what}); return 0; }\n`,
  );

async function laboratory(): Promise<Laboratory> {
  const opened = await Laboratory.open(world);
  onTestFinished(() => opened.close());
  return opened;
}

describe('a program that does something wrong', () => {
  it('stays wrong where it does so each time, and does not where it never does', async () => {
    const opened = await laboratory();
    const right = { expected: 'exit 0\n7\n' };
    expect(await staysWrong(opened, printing('8'), suspect, right)).toBe(true);
    expect(await staysWrong(opened, printing('7'), suspect, right)).toBe(false);
  });

  it('does not stay wrong for long where chance decides', async () => {
    const opened = await laboratory();
    // The kernel gives each process random bytes.
    const byChance = printing('*(unsigned char *)getauxval(AT_RANDOM) & 1');
    const answers: boolean[] = [];
    for (let turn = 0; turn < 40; turn++)
      answers.push(await staysWrong(opened, byChance, suspect, { expected: 'exit 0\n0\n' }));
    expect(new Set(answers)).toEqual(new Set([true, false]));
  });
});
