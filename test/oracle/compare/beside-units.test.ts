/** Programs that are linked from several files, with real compilers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Alphabet, replay } from '../../../src/choice/index.ts';
import { loom } from '../../../src/generators/loom/index.ts';
import { C, CPP17 } from '../../../src/generators/loom/rules/language.ts';
import { Laboratory } from '../../../src/laboratory/index.ts';
import { checkValidity, compare, expandHeaders } from '../../../src/oracle/index.ts';
import type { Program } from '../../../src/program/index.ts';
import { world } from '../../target/world.ts';

const alphabet = new Alphabet();
const matrix = [
  { compiler: 'clang-19-stock', args: ['-O2', '-w'] },
  { compiler: 'gcc-12', args: ['-O2', '-w'] },
];

function written(files: Readonly<Record<string, string>>, beside: readonly string[]): Program {
  const [main = ''] = Object.keys(files);
  const entries = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  return { files: entries, main, beside, language: 'c' };
}

let laboratory: Laboratory;
beforeAll(async () => {
  laboratory = await Laboratory.open(world);
});
afterAll(async () => laboratory.close());

describe('a program with a driver', () => {
  it.each([C, CPP17])('prints what its generator says, in $name', async (rules) => {
    for (let seed = 0; seed < 4; seed++) {
      const made = replay((draw) => loom(draw, { maxSize: 6, rules, shape: 'units' }), { alphabet, seed });
      if (made.outcome !== 'ok') throw new Error(`seed ${seed}`);
      const { program, output } = made.value;
      const right = await compare(laboratory, program, matrix, {
        truth: { kind: 'output', stdout: Buffer.from(output) },
      });
      expect(right.verdict, `seed ${seed}`).toMatchObject({ kind: 'agree' });
      const wrong = await compare(laboratory, program, matrix, {
        truth: { kind: 'output', stdout: Buffer.from(`${output}1`) },
      });
      expect(wrong.verdict, `seed ${seed}`).toMatchObject({ kind: 'differ', by: 'truth' });
    }
  });

  it('has the driver compiled without optimisation, in the language of the test, once', async () => {
    const driver = `int f(void);
int printf(const char *, ...);
int main(void) {
#ifdef __OPTIMIZE__
  printf("optimised ");
#endif
  printf("%ld %d\\n", __STDC_VERSION__, f());
  return 0;
}
`;
    const program = written({ 'test.c': 'int f(void) { return 7; }', 'driver.c': driver }, ['driver.c']);
    const said = async (standard: string): Promise<unknown> => {
      const [behaviour] = await laboratory.behave(program, [{ compiler: 'gcc-12', args: ['-O3', standard] }]);
      return behaviour?.kind === 'ran' && behaviour.run.stdout;
    };
    expect(await said('-std=c11')).toBe('201112 7\n');
    expect(await said('-std=c17')).toBe('201710 7\n');
  });

  it('that cannot be compiled or linked says what was wrong', async () => {
    const test = 'int f(void) { return 7; }';
    const broken = written({ 'test.c': test, 'driver.c': 'int main(void) { retrun 0; }' }, ['driver.c']);
    const [first] = await laboratory.behave(broken, matrix);
    expect(first).toMatchObject({ kind: 'not-linked', said: expect.stringMatching(/driver\.c.*retrun/s) });
    const missing = written({ 'test.c': test, 'driver.c': 'int g(void); int main(void) { return g(); }' }, [
      'driver.c',
    ]);
    const [second] = await laboratory.behave(missing, matrix);
    expect(second).toMatchObject({
      kind: 'not-linked',
      said: expect.stringContaining('undefined reference'),
    });
  });

  it('is looked at by sanitizers as a whole', async () => {
    const driver = (index: number): string =>
      `int data[4] = {1, 2, 3, 4};\nint f(int);\nint main(void) { return f(${index}); }\n`;
    const at = (index: number): Program =>
      written(
        { 'test.c': 'extern int data[];\nint f(int i) { return data[i]; }\n', 'driver.c': driver(index) },
        ['driver.c'],
      );
    expect((await checkValidity(laboratory, at(3))).verdict).toBe('valid');
    expect((await checkValidity(laboratory, at(4))).verdict).toBe('undefined');
  });

  it('needs no header any more once they are in it', async () => {
    const files = {
      'test.c': '#include "init.h"\nint f(void) { return SEVEN; }\n',
      'init.h': '#define SEVEN 7\nint f(void);\n',
      'driver.c': '#include "init.h"\nint main(void) { return f(); }\n',
    };
    const whole = await expandHeaders(laboratory, written(files, ['driver.c']), []);
    expect(whole?.files.map(({ path }) => path)).toEqual(['test.c', 'driver.c']);
    const behaviours = await laboratory.behave(whole!, matrix);
    expect(behaviours).toMatchObject([{ run: { exitCode: 7 } }, { run: { exitCode: 7 } }]);
  });
});
