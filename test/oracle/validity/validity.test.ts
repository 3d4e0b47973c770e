import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Laboratory } from '../../../src/laboratory/index.ts';
import { checkValidity, type CheckerReport, type Validity } from '../../../src/oracle/index.ts';
import { programOf } from '../../../src/program/index.ts';
import { findProgram } from '../../../src/build/index.ts';
import { csmith, csmithArgs, world } from '../../target/world.ts';

const main = (body: string): string =>
  `#include <stdio.h>\n#include <stdlib.h>\nint main(void) { volatile int n = 40; ${body} return 0; }\n`;

describe('validity', () => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(world);
  });
  afterAll(async () => laboratory.close());

  const check = async (source: string, thorough = false): Promise<Validity> =>
    checkValidity(laboratory, programOf(source), { thorough });
  const by = ({ reports }: Validity, checker: RegExp): CheckerReport | undefined =>
    reports.find((report) => checker.test(report.checker));

  it('is granted to a program of Csmith by every checker that is here', async () => {
    const { verdict, reports } = await checkValidity(
      laboratory,
      programOf(await csmith(3, '--max-funcs', '3')),
      {
        args: csmithArgs,
      },
    );
    const answers = reports.filter(({ checker }) => checker.includes('-fsanitize'));
    expect(answers).toHaveLength(3);
    expect(answers.filter(({ answer }) => answer !== 'clean')).toEqual([]);
    expect(['valid', 'suspicious']).toContain(verdict);
  });

  it('is asked of all checkers, whatever else the compiler under test was told', async () => {
    const args = ['-O3', '-mllvm', '-no-option-of-theirs', '-fno-tree-vrp', '-DN=3'];
    const program = programOf('int main(void) { return N; }');
    const { reports } = await checkValidity(laboratory, program, { args });
    const answers = reports.filter(({ checker }) => checker.includes('-fsanitize'));
    expect(answers.map(({ answer }) => answer)).toEqual(['clean', 'clean', 'clean']);
  });

  it('is not put in doubt by warnings that tell nothing of it', async () => {
    const { reports } = await check('int main(void) { float all = 2147483647; return all < 3; }');
    const answers = reports.filter(({ checker }) => checker.includes('warnings'));
    expect(answers.map(({ answer }) => answer)).toEqual(['clean', 'clean']);
  });

  it.each([
    ['a shift by too much', 'printf("%d", 1 << n);', /undefined,address/, /shift exponent 40 is too large/],
    [
      'a signed overflow',
      'int m = 2147483647; printf("%d", m + n);',
      /undefined,address/,
      /signed integer overflow/,
    ],
    [
      'a read past the end',
      'int a[3] = {0}; int *p = a; printf("%d", p[n / 10]);',
      /undefined,address/,
      /stack-buffer-overflow/,
    ],
    [
      'a use after free',
      'int *p = malloc(4); *p = 1; free(p); printf("%d", *p);',
      /undefined,address/,
      /heap-use-after-free/,
    ],
    [
      'a number that no integer holds',
      'double d = 1e30 * n; printf("%d", (int)d);',
      /undefined,address/,
      /outside the range of representable values/,
    ],
    [
      'what was never written',
      'int *p = malloc(4); if (*p > n) puts("more");',
      /memory/,
      /use-of-uninitialized-value/,
    ],
  ])('is refused to %s, by the sanitizer whose business it is', async (_, body, checker, complaint) => {
    const validity = await check(main(body));
    expect(validity.verdict).toBe('undefined');
    expect(by(validity, checker)).toMatchObject({ answer: 'undefined' });
    expect(by(validity, checker)?.detail).toMatch(complaint);
  });

  it('asks nobody after the first who knows, unless it is for a report', async () => {
    const bad = main('printf("%d", 1 << n);');
    const lazy = await check(bad);
    expect(by(lazy, /^gcc.* -fsanitize/)).toMatchObject({
      answer: 'not-asked',
      detail: 'an answer was there already',
    });
    const thorough = await check(bad, true);
    expect(by(thorough, /^gcc.* -fsanitize/)).toMatchObject({ answer: 'undefined' });
  });

  it('takes a warning for a suspicion only: the place may never be reached', async () => {
    const validity = await check(main('int x; if (n == 41) printf("%d", x);'));
    expect(validity.verdict).toBe('suspicious');
    expect(by(validity, /warnings/)?.detail).toMatch(/uninitialized/);
  });

  it('is in doubt where a program ends with whatever exit code there happens to be', async () => {
    const source = 'int x;\nvoid main(void) { x++; }\n';
    const validity = await checkValidity(laboratory, programOf(source), { quick: true });
    expect(validity.verdict).toBe('suspicious');
    expect(by(validity, /warnings/)?.detail).toMatch(/return type of .main. is not/);
  });

  it('is in doubt where an array has no elements, of which only gcc says that there is no first', async () => {
    const source = main('struct { long a; } none[] = {}; volatile long first = none[0].a; (void)first;');
    const quick = await checkValidity(laboratory, programOf(source), { quick: true });
    expect(quick.verdict).toBe('suspicious');
    const { verdict, reports } = await checkValidity(laboratory, programOf(source), { thorough: true });
    expect(verdict).toBe('undefined');
    const sanitizers = reports.filter(({ checker }) => checker.includes('-fsanitize=undefined'));
    expect(sanitizers.map(({ checker, answer }) => [checker.split(' ')[0], answer])).toEqual([
      ['clang-19', 'clean'],
      ['gcc-12', 'undefined'],
    ]);
  });

  it('asks no further once it cannot be as good as is asked for', async () => {
    const asked = async (source: string, atLeast: Validity['verdict']): Promise<number> => {
      const limits = { cpuMs: 1_000, wallMs: 5_000, memoryBytes: 0 };
      const { reports } = await checkValidity(laboratory, programOf(source), {
        limits,
        quick: true,
        atLeast,
      });
      return reports.filter(({ detail }) => detail !== 'an answer was there already').length;
    };
    const endless = main('volatile unsigned m = 1; while (m) m |= 1;');
    expect(await asked(endless, 'valid')).toBeLessThan(await asked(endless, 'unknown'));
    const suspicious = 'int x;\nvoid main(void) { x++; }\n';
    expect(await asked(suspicious, 'valid')).toBeLessThan(await asked(suspicious, 'suspicious'));
  });

  it('records who was not asked, and why', async () => {
    const endless = programOf(main('volatile unsigned m = 1; while (m) m |= 1;'));
    const limits = { cpuMs: 1_000, wallMs: 5_000, memoryBytes: 0 };
    const { verdict, isEndless, reports } = await checkValidity(laboratory, endless, { limits });
    expect({ verdict, isEndless }).toEqual({ verdict: 'unknown', isEndless: true });
    const sanitizers = reports.filter(({ checker }) => checker.includes('-fsanitize'));
    expect(sanitizers.map(({ answer }) => answer)).toEqual(['not-asked', 'not-asked', 'not-asked']);
    expect(sanitizers[0]?.detail).toBe('the program ended with timeout');
    const valgrind = reports.find(({ checker }) => checker === 'valgrind');
    if (findProgram('valgrind', world.searchPath))
      expect(valgrind).toMatchObject({ answer: 'not-asked', detail: 'the program ended with timeout' });
    const framaC = reports.find(({ checker }) => checker === 'frama-c');
    if (!findProgram('frama-c', world.searchPath))
      expect(framaC).toMatchObject({ answer: 'not-asked', detail: 'it is not installed' });
  });
});
