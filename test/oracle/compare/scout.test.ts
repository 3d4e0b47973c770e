/** The scout: tcc before all others, with the same answers in the end. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { type CompilerConfiguration, Laboratory } from '../../../src/laboratory/index.ts';
import { findOddity, Scout } from '../../../src/oracle/index.ts';
import { type Program, programOf } from '../../../src/program/index.ts';
import { world } from '../../target/world.ts';
import { miscompiler } from '../laboratory.ts';

const references: readonly CompilerConfiguration[] = ['clang-19-stock', 'gcc-12'].map((compiler) => ({
  compiler,
  args: ['-O0'],
}));
const suspect: CompilerConfiguration = { compiler: 'gcc-liar', args: ['-O2'] };

const adding = (more: string): Program =>
  programOf(
    `#include <stdio.h>\nint main(void) { volatile int a = 3; ${more} printf("%d\\n", a + 4); return 0; }\n`,
  );
const shows = adding('');

const candidates: readonly Program[] = [
  adding('a++;'),
  adding('a = 9; printf("x");'),
  programOf('int main(void) { return 0; }\n'),
  programOf('int main(void) { return 0 }\n'),
  programOf('int f(void); int main(void) { return f(); }\n'),
  // No tcc knows this, and it is no difference either.
  programOf('int main(void) { __auto_type a = 3; return a - 3; }\n'),
];

async function laboratoryWithLiar(): Promise<Laboratory> {
  const liar = await miscompiler('gcc-liar', { when: '-O2', from: 'a + 4', to: 'a - 4' });
  const laboratory = await Laboratory.open(world, [liar]);
  onTestFinished(async () => {
    await laboratory.close();
    await liar.close();
  });
  return laboratory;
}

describe('the scout', () => {
  it('serves once it said what all others said, and changes no answer', async () => {
    const laboratory = await laboratoryWithLiar();
    const scout = new Scout(laboratory);
    expect(scout.serves).toBe(false);
    expect(await findOddity(laboratory, shows, suspect, references, { scout })).toEqual({
      expected: 'exit 0\n7\n',
      actual: 'exit 0\n-1\n',
    });
    expect(scout.serves).toBe(true);
    for (const program of candidates) {
      const plain = await findOddity(laboratory, program, suspect, references);
      for (const isTrusting of [false, true])
        expect(await findOddity(laboratory, program, suspect, references, { scout, isTrusting })).toEqual(
          plain,
        );
    }
  });

  it('does not serve where it does something else than all others', async () => {
    const laboratory = await laboratoryWithLiar();
    const scout = new Scout(laboratory);
    const program = adding('\n#ifdef __TINYC__\na = 5;\n#endif\n');
    expect(await findOddity(laboratory, program, suspect, references, { scout })).toBeDefined();
    expect(scout.serves).toBe(false);
  });

  it('does not serve where flags give the program another meaning', async () => {
    const laboratory = await laboratoryWithLiar();
    const scout = new Scout(laboratory);
    const args = ['-funsigned-char'];
    expect(await findOddity(laboratory, shows, suspect, references, { scout, args })).toBeDefined();
    expect(scout.serves).toBe(false);
  });
});
