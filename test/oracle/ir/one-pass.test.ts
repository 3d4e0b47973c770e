/** Findings of the optimiser as one pass: a crash, and a program that does something else when it runs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Laboratory } from '../../../src/laboratory/index.ts';
import { crashSignature, evidenceByRunning, findCulprit, onePassOfCrash } from '../../../src/oracle/index.ts';
import { programOf } from '../../../src/program/index.ts';
import { findPlanted, world } from '../../target/world.ts';

const compiler = 'clang-19-stock';
let laboratory: Laboratory;
beforeAll(async () => {
  laboratory = await Laboratory.open(world);
});
afterAll(() => laboratory.close());

describe('a crash of the optimiser', () => {
  const program = programOf(
    'int g(int);\nint f(int x) { int y = g(x); return y + y; }\nint h(int x) { return x; }\n',
  );
  // The last pass crashes on purpose; LLVM has it for tests of reducers.
  const crashing = ['-O2', '-passes=function(sroa,instcombine,trigger-crash-function)'];

  it('is one of the pass that ran last, with the module that it got, which llvm-reduce makes small', async () => {
    const asked = { compiler, args: crashing };
    const [execution] = await laboratory.compile(program, [asked]);
    const found = await onePassOfCrash(laboratory, program, asked, crashSignature(execution!));
    expect(found).toMatchObject({
      culprit: { kind: 'pass', pass: 'TriggerCrashFunctionPass', on: 'f' },
      evidence: { passes: 'function(trigger-crash-function)' },
    });
    const { before, after, reduced = '' } = found!.evidence;
    expect(before).toContain('shl');
    expect(after).toBeUndefined();
    expect(reduced).toContain('define');
    expect(reduced.length).toBeLessThan(before.length / 2);
  });

  it('is none if the compiler does not crash, or crashes after the optimiser', async () => {
    const asked = { compiler, args: ['-O2'] };
    const any = { message: '', pass: undefined };
    expect(await onePassOfCrash(laboratory, program, asked, any)).toBeUndefined();
    expect(await onePassOfCrash(laboratory, programOf('int f( {\n'), asked, any)).toBeUndefined();
  });
});

describe('a failed assertion of an instrumented clang', () => {
  it('is one of a pass, whose module llvm-reduce makes small by asking that clang', async () => {
    const { name } = await findPlanted();
    // llvm-reduce writes an order of uses for these labels that LLVM cannot read.
    const program = programOf(`short f(short x, short y) {
  static void *const a[] = {&&one, &&two, &&one, &&two};
  static void *const b[] = {&&two, &&one, &&two};
  short z = x * y;
  one: if (z < x) goto *b[x % 3];
  two: if (z > y) goto *a[y & 3];
  return z < 40 ? z : 7;
}
`);
    const asked = { compiler: name, args: ['-O2', '-mllvm', '-cgfuzz-plant=assert-mul-of-shorts'] };
    const [execution] = await laboratory.compile(program, [asked]);
    const found = await onePassOfCrash(laboratory, program, asked, crashSignature(execution!));
    expect(found?.culprit).toMatchObject({ kind: 'pass', pass: 'InstCombinePass', on: 'f' });
    const { before, after, passes, reduced = '' } = found!.evidence;
    expect(after).toBeUndefined();
    expect(passes).toMatch(/instcombine/);
    expect(reduced).toContain('mul');
    expect(reduced.length).toBeLessThan(before.length / 2);
  });
});

describe('wrong code of the optimiser', () => {
  // The program need not print 0, but the optimiser does change its output.
  const text = `int printf(const char *, ...);
__attribute__((noinline)) static int f(int x) { return x + 1 > x; }
int main(void) { volatile int n = 2147483647; printf("%d\\n", f(n)); return 0; }
`;

  it('is shown by one pass on a module, compiled without optimisation and run', async () => {
    const program = programOf(text);
    const asked = { compiler, args: ['-O2'] };
    const expectation = { expected: 'exit 0\n0\n' };
    const culprit = await findCulprit(laboratory, program, { configuration: asked, ...expectation });
    const evidence = await evidenceByRunning(laboratory, { program, asked, culprit }, expectation);
    expect(evidence?.passes).toMatch(/instcombine|early-cse|simplify/);
    expect(evidence?.before).toContain('add nsw');
  });

  it('has no such form if the module before the pass is wrong already', async () => {
    const program = programOf(text);
    const asked = { compiler, args: ['-O2'] };
    const culprit = await findCulprit(laboratory, program, { configuration: asked, expected: 'exit 0\n0\n' });
    const evidence = await evidenceByRunning(
      laboratory,
      { program, asked, culprit },
      { expected: 'exit 0\n7\n' },
    );
    expect(evidence?.passes).toBeUndefined();
  });
});
