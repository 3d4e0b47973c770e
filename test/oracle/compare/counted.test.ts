/** Counts of accesses to volatile data: they find an old bug of gcc, and leave right code alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countingPair, findMiscount, hasCountableData } from '../../../src/oracle/compare/counted.ts';
import { compare, findOddity } from '../../../src/oracle/compare/wrong-code.ts';
import { type CompilerConfiguration, Laboratory } from '../../../src/laboratory/index.ts';
import { type Verdict } from '../../../src/oracle/index.ts';
import { type Program, programOf } from '../../../src/program/index.ts';
import { world } from '../../target/world.ts';
import { STORED_TWICE } from './stored-twice.ts';

/** Volatile data of all widths, in loops, in bit-fields and beside an atomic operation. */
const right = programOf(`int printf(const char *, ...);
volatile char a; static volatile short b[4]; volatile unsigned long long c; volatile __int128 d;
struct { volatile int low : 5, high : 7; volatile long e; } f;
int atomic;
int main(void) {
  volatile int local = 3;
  int sum = 0;
  for (int i = 0; i < 10; i++) {
    sum += b[i & 3];
    b[i & 3] = i;
    c += i;
    f.high = f.low + i;
    f.e = c;
  }
  d += a;
  a = local;
  __atomic_fetch_add(&atomic, 2, __ATOMIC_SEQ_CST);
  printf("%d\\n", sum + atomic + a);
  return 0;
}
`);

let laboratory: Laboratory;
beforeAll(async () => (laboratory = await Laboratory.open(world)));
afterAll(() => laboratory.close());

type Pair = readonly [CompilerConfiguration, CompilerConfiguration];

function pairOf(compiler: string, ...args: readonly string[]): Pair {
  return countingPair({ compiler, args })!;
}

async function verdictOf(program: Program, pair: Pair): Promise<Verdict['kind'] | 'flaky'> {
  return (await compare(laboratory, program, pair)).verdict.kind;
}

describe('accesses to volatile data', () => {
  it.each(['gcc-12 -O1', 'gcc-12 -O3', 'clang-19-stock -O1', 'clang-19-stock -O3'])(
    'are as many by %s as without optimisation, if the compiler is right',
    async (label) => {
      const [compiler = '', level = ''] = label.split(' ');
      const pair = pairOf(compiler, level);
      const { verdict, behaviours } = await compare(laboratory, right, pair);
      expect(verdict.kind).toBe('agree');
      // gcc leaves out a bit-field that crosses a byte, and clang reads it for each store.
      const [, output] = behaviours.map((each) => (each.kind === 'ran' ? each.run.stdout : each.kind));
      expect(output).toMatch(/^20\nvolatile: (?:53 reads, 42|33 reads, 32) writes\n$/);
      expect(await findMiscount(laboratory, pair)).toBeUndefined();
    },
  );

  it('show a store that gcc 12 repeats after a loop, and that its output does not show', async () => {
    const pair = pairOf('gcc-12', '-O1');
    const plain = ['-O0', '-O1'].map((level) => ({ compiler: 'gcc-12', args: [level] }));
    expect((await compare(laboratory, STORED_TWICE, plain)).verdict.kind).toBe('agree');
    expect(await verdictOf(STORED_TWICE, pair)).toBe('differ');
    expect(await findOddity(laboratory, STORED_TWICE, pair[0], [pair[1]])).toEqual({
      expected: 'exit 0\nvolatile: 10 reads, 10 writes\n',
      actual: 'exit 0\nvolatile: 10 reads, 11 writes\n',
    });
    expect(await verdictOf(STORED_TWICE, pairOf('clang-19-stock', '-O1'))).toBe('agree');
  });

  it('are compared whatever the truth says, since the counts are no part of it', async () => {
    const truth = { kind: 'output', stdout: Buffer.from('20\n') } as const;
    expect(await verdictOf({ ...right, truth }, pairOf('gcc-12', '-O2'))).toBe('agree');
  });
});

describe('the question about accesses', () => {
  it.each(['gcc-12', 'clang-19-stock'])('counts reads of constants of C, by %s', async (compiler) => {
    const program = programOf(`static const volatile int a[3] = {1, 2, 3};
int main(void) { int sum = a[0]; for (int i = 0; i < 3; i++) sum += a[i]; return sum - 7; }
`);
    const pair = countingPair({ compiler, args: ['-O2'] }, program)!;
    const { verdict, behaviours } = await compare(laboratory, program, pair);
    expect(verdict.kind).toBe('agree');
    const [optimised] = behaviours.map((each) => (each.kind === 'ran' ? each.run.stdout : each.kind));
    expect(optimised).toBe('volatile: 4 reads, 0 writes\n');
  });

  it('is not asked about constants of C++, which may name lengths', () => {
    const program = { ...programOf('static const volatile int a = 1;'), language: 'c++' as const };
    expect(hasCountableData(program)).toBe(false);
  });

  it.each([
    ['volatile int a;', true],
    ['int a; /* volatile */', false],
    ['void f(void) { __asm__ volatile("" : : : "memory"); }', false],
    ['struct S { int a; } * volatile p;', true],
    ['struct S { volatile int a; } s;', true],
    ['volatile struct S { int a; } s;', false],
    ['struct S { int a; }; volatile int b; struct S const volatile s;', false],
    ['typedef struct { int a; } S; volatile S s;', false],
    ['static const volatile int a[3] = {1, 2, 3};', true],
    ['int b; volatile int *const volatile a = &b;', true],
    ['volatile int b; const volatile int *a = &b;', true],
    ['volatile int a; const int b = 1;', true],
    ['volatile int a; typeof(a) b;', true],
    [
      '#define ONCE(v) (*(volatile typeof(v) *)&(v))\nunion U { int a; } u; union U f(void) { return ONCE(u); }',
      false,
    ],
    ['#define ONCE(v) (*(volatile __typeof__(v) *)&(v))\nconst int a[2] = {1, 2};', false],
  ])('is asked about %s: %s', (text, isAsked) => {
    expect(hasCountableData(programOf(text))).toBe(isAsked);
  });

  it.each([
    ['gcc-12', '-O0'],
    ['clang-19', '-O2', '-flto'],
    ['clang-19', '-O2', '--target=aarch64-linux-gnu'],
    ['tcc'],
  ])('is not asked of %s', (compiler, ...args) => {
    expect(countingPair({ compiler, args })).toBeUndefined();
  });
});
