import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Laboratory, matrixOf } from '../../../src/laboratory/index.ts';
import { findAffected, findCulprit, wrongCodeSignature, type Culprit } from '../../../src/oracle/index.ts';
import { lastPass } from '../../../src/oracle/culprit/culprit.ts';
import { programOf, type Program } from '../../../src/program/index.ts';
import { openStarter, world } from '../../target/world.ts';
import { type Lie, miscompiler } from '../laboratory.ts';

// Undefined, so that real compilers disagree with themselves over their passes, which is what is searched.
const aliasing = programOf(`#include <stdio.h>
__attribute__((noinline)) static int f(int *a, float *b) { *a = 1; *b = 0; return *a; }
int main(void) { int x; printf("%d\\n", f(&x, (float *)&x)); return 0; }
`);
const overflow = programOf(`#include <stdio.h>
__attribute__((noinline)) static int f(int x) { return x + 1 > x; }
int main(void) { volatile int most = 2147483647; printf("%d\\n", f(most)); return 0; }
`);
const expected = 'exit 0\n0\n';
const honest = programOf('#include <stdio.h>\nint main(void) { int x = 1; printf("%d\\n", x); return 0; }\n');
const lied = { configuration: { compiler: 'gcc-liar', args: ['-O2'] }, expected: 'exit 0\n1\n' };

/** A laboratory with a gcc that makes 2 of 1 at `-O2`. */
async function withLiar(more: Pick<Lie, 'unless'> = {}): Promise<Laboratory> {
  const liar = await miscompiler('gcc-liar', { when: '-O2', from: '= 1', to: '= 2', ...more });
  const laboratory = await Laboratory.open(world, [liar]);
  onTestFinished(async () => {
    await laboratory.close();
    await liar.close();
  });
  return laboratory;
}

describe('the culprit', () => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(world);
  });
  afterAll(async () => laboratory.close());

  const blame = async (program: Program, compiler: string, ...args: string[]): Promise<Culprit> =>
    findCulprit(laboratory, program, { configuration: { compiler, args }, expected });

  it('is a pass on a function, the same in stock clang and in ours', async () => {
    const stock = await blame(overflow, 'clang-19-stock', '-O2');
    expect(stock).toMatchObject({ kind: 'pass', pass: 'EarlyCSEPass', on: 'f' });
    const target = await openStarter();
    const ours = await Laboratory.open(world, [target]);
    onTestFinished(async () => {
      await ours.close();
      await target.close();
    });
    const suspect = { configuration: { compiler: target.name, args: ['-O2'] }, expected };
    expect(await findCulprit(ours, overflow, suspect)).toEqual(stock);
  });

  it('is found with a few questions near where it was in a program that was nearly the same', async () => {
    const suspect = { configuration: { compiler: 'clang-19-stock', args: ['-O2'] }, expected };
    const asked = vi.spyOn(laboratory, 'behave');
    onTestFinished(() => asked.mockRestore());
    const found = await findCulprit(laboratory, overflow, suspect);
    const questions = asked.mock.calls.length;
    for (const near of [found, { ...found, step: 1, steps: 2 } as Culprit]) {
      asked.mockClear();
      expect(await findCulprit(laboratory, overflow, suspect, { near })).toEqual(found);
      if (near === found) expect(asked.mock.calls.length).toBeLessThanOrEqual(5);
    }
    expect(questions).toBeGreaterThan(5);
  });

  it('is a set of flags for gcc, each of which is needed', async () => {
    const culprit = await blame(aliasing, 'gcc-12', '-O2');
    expect(culprit).toEqual({ kind: 'flags', flags: ['-fno-strict-aliasing'] });
  });

  it('is the pass that did it, and not a pass that it needs, if each of them mends the program', async () => {
    const unless = ['-fno-tree-ch', '-fno-tree-vrp', '-fno-inline-functions-called-once'];
    const theirs = await withLiar({ unless });
    expect(await findCulprit(theirs, honest, lied)).toEqual({ kind: 'flags', flags: ['-fno-tree-vrp'] });
  });

  it('is unknown where it does not come again, or where there is nothing to switch off', async () => {
    expect(await blame(overflow, 'clang-19-stock', '-O0')).toEqual({
      kind: 'unknown',
      why: 'it did not come again',
    });
    const theirs = await withLiar();
    expect(await findCulprit(theirs, honest, lied)).toEqual({
      kind: 'unknown',
      why: 'it is wrong with every optimisation switched off that has a flag',
    });
  });

  it('comes with the configurations and versions that have it', async () => {
    const matrix = matrixOf(['clang-19-stock', 'gcc-12', 'tcc'], ['-O0', '-O2']);
    const affected = await findAffected(laboratory, aliasing, { expected }, matrix);
    expect(affected).toEqual({
      failing: ['clang-19-stock -O2', 'gcc-12 -O2'],
      right: ['clang-19-stock -O0', 'gcc-12 -O0', 'tcc'],
      unclear: [],
      versions: { clang: 'clang-19-stock', gcc: 'gcc-12' },
    });
    expect(wrongCodeSignature(await blame(overflow, 'clang-19-stock', '-O2'), affected)).toBe(
      'wrong-code | EarlyCSEPass | clang-19-stock; gcc-12',
    );
  });
});

describe('the last pass', () => {
  it.each([
    ['BISECT: running pass (12) SROAPass on main', { step: 12, pass: 'SROAPass', on: 'main' }],
    ['BISECT: running pass (9) BreakFalseDeps on function (f)', { step: 9, pass: 'BreakFalseDeps', on: 'f' }],
    ['BISECT: running pass (1) Inliner on SCC (a, b)', { step: 1, pass: 'Inliner', on: 'a, b' }],
    [
      'BISECT: running pass (4) LICMPass on loop %<unnamed loop> in function f',
      { step: 4, pass: 'LICMPass', on: 'f' },
    ],
    ['BISECT: running pass (1) A on x\nBISECT: NOT running pass (2) B on y', { step: 1, pass: 'A', on: 'x' }],
  ])('of %j is read whichever version wrote it', (text, report) => {
    expect(lastPass(`warning: something\n${text}\n`)).toEqual(report);
  });
});
