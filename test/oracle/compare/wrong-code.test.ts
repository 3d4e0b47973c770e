import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  Laboratory,
  matrixOf,
  parseMatrix,
  type CompilerConfiguration,
} from '../../../src/laboratory/index.ts';
import { compare, findOddity, type Comparison } from '../../../src/oracle/index.ts';
import { judge } from '../../../src/oracle/compare/vote.ts';
import { programOf, type Truth } from '../../../src/program/index.ts';
import { csmith, csmithArgs, world } from '../../target/world.ts';
import { ran } from '../behaviours.ts';
import { miscompiler } from '../laboratory.ts';

const adds = '#include <stdio.h>\nint main(void) { volatile int a = 3; printf("%d\\n", a + 4); return 0; }\n';
const printing = (text: string): Truth => ({ kind: 'output', stdout: Buffer.from(text) });
const honest = matrixOf(['clang-19-stock', 'gcc-12', 'tcc'], ['-O0', '-O2']);

describe('a comparison over real compilers', () => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(world);
  });
  afterAll(async () => laboratory.close());

  it('finds nothing where there is nothing, also in a whole program of Csmith', async () => {
    const { verdict, behaviours } = await compare(laboratory, programOf(await csmith(3)), honest, {
      args: csmithArgs.filter((arg) => !arg.startsWith('-O')),
    });
    expect(behaviours).toHaveLength(honest.length);
    expect(verdict).toMatchObject({ kind: 'agree' });
    expect(JSON.stringify(verdict)).toMatch(/checksum = [0-9A-F]+/);
  });

  it('takes nothing for a difference when the programs do not end', async () => {
    const source = 'int main(void) { for (volatile int i = 0;; i++); }\n';
    const { verdict, behaviours } = await compare(laboratory, programOf(source), honest);
    expect(verdict).toEqual({ kind: 'nothing-to-compare', why: '2 timeout' });
    expect(behaviours).toHaveLength(2);
  });

  it('does not believe a difference that depends on an address', async () => {
    const source = '#include <stdio.h>\nint x; int main(void) { printf("%p\\n", (void *)&x); return 0; }\n';
    expect((await compare(laboratory, programOf(source), honest)).verdict.kind).toBe('flaky');
  });

  it('names compilers that crash, and compares the others', async () => {
    const source = `#ifdef __clang__\n#pragma clang __debug crash\n#endif\n${adds}`;
    const { verdict, failures } = await compare(laboratory, programOf(source), honest);
    expect(failures.map(({ label }) => label)).toEqual(['clang-19-stock -O0', 'clang-19-stock -O2']);
    expect(failures[0]?.execution.outcome).toBe('signal');
    expect(verdict).toMatchObject({
      kind: 'agree',
      opinion: { labels: ['gcc-12 -O0', 'gcc-12 -O2', 'tcc'] },
    });
  });

  it('says that there is nothing to run without a main function', async () => {
    const { verdict } = await compare(laboratory, programOf('int f(void) { return 1; }\n'), honest);
    expect(verdict).toEqual({ kind: 'nothing-to-compare', why: '5 not-linked' });
  });
});

describe('a compiler that miscompiles', () => {
  const twisted = async (truth?: Truth, source = adds): Promise<Comparison> => {
    const liar = await miscompiler('gcc-liar', { when: '-O2', from: 'a + 4', to: 'a - 4' });
    const laboratory = await Laboratory.open(world, [liar]);
    onTestFinished(async () => {
      await laboratory.close();
      await liar.close();
    });
    const matrix = [...honest, ...matrixOf(['gcc-liar'], ['-O0', '-O2'])];
    return compare(laboratory, programOf(source), matrix, truth ? { truth } : {});
  };

  it('is the odd one in the vote, at the level where it does', async () => {
    const { verdict } = await twisted();
    expect(verdict).toMatchObject({
      kind: 'differ',
      by: 'vote',
      expected: 'exit 0\n7\n',
      odd: [{ behaviour: 'exit 0\n-1\n', labels: ['gcc-liar -O2'] }],
    });
  });

  it('is found by the truth too, as is everyone where nobody knows it', async () => {
    expect((await twisted(printing('7\n'))).verdict).toMatchObject({
      by: 'truth',
      odd: [{ labels: ['gcc-liar -O2'] }],
    });
    const { verdict } = await twisted(printing('8\n'));
    expect(verdict.kind === 'differ' && verdict.odd.flatMap(({ labels }) => labels)).toHaveLength(7);
  });

  it('is found by the truth that the program brings, with no other compiler to compare with', async () => {
    const liar = await miscompiler('gcc-liar', { when: '-O2', from: 'a + 4', to: 'a - 4' });
    const laboratory = await Laboratory.open(world, [liar]);
    onTestFinished(async () => {
      await laboratory.close();
      await liar.close();
    });
    const program = { ...programOf(adds), truth: printing('7\n') };
    const [suspect] = matrixOf(['gcc-liar'], ['-O2']);
    const { verdict } = await compare(laboratory, program, [suspect!]);
    expect(verdict).toMatchObject({ kind: 'differ', by: 'truth', expected: 'exit 0\n7\n' });
    expect(await findOddity(laboratory, program, suspect!, [])).toEqual({
      expected: 'exit 0\n7\n',
      actual: 'exit 0\n-1\n',
    });
    expect(await findOddity(laboratory, programOf(adds), suspect!, [])).toBeUndefined();
  });

  it('is odd too when it does something else each time, if all others stay the same', async () => {
    const source =
      '#include <stdio.h>\nint main(void) { volatile int a = 3; printf("%d\\n", (a + 4) > 0 ? 7 : (int)(long)&a); return 0; }\n';
    expect((await twisted(undefined, source)).verdict).toMatchObject({
      kind: 'differ',
      isUnstable: true,
      expected: 'exit 0\n7\n',
      odd: [{ labels: ['gcc-liar -O2'] }],
    });
  });
});

describe('the vote', () => {
  it('lets two families outweigh many configurations of one', () => {
    const clangs = ['clang-13 -O1', 'clang-14 -O1', 'clang-15 -O1', 'clang-15 -O3'].map((label) =>
      ran(label, 'bad'),
    );
    const verdict = judge([...clangs, ran('clang-13 -O0', 'good'), ran('gcc-12 -O2', 'good')]);
    expect(verdict).toMatchObject({
      kind: 'differ',
      expected: 'exit 0\ngood',
      right: ['clang-13 -O0', 'gcc-12 -O2'],
    });
  });

  it('believes what is not optimised where one compiler is alone with itself', () => {
    const verdict = judge([
      ran('clang-19 -O2', 'bad'),
      ran('clang-19 -O3', 'bad'),
      ran('clang-19 -O0', 'good'),
    ]);
    expect(verdict).toMatchObject({ kind: 'differ', odd: [{ labels: ['clang-19 -O2', 'clang-19 -O3'] }] });
  });

  it('decides nothing between equals', () => {
    expect(judge([ran('gcc-12 -O0', 'a'), ran('clang-19 -O0', 'b')]).kind).toBe('undecided');
  });

  it('says nothing of a program that ends for those only who optimise it, unless the truth is known', () => {
    const optimised = [ran('clang-19 -O2', 'a'), ran('gcc-12 -O2', 'a'), ran('clang-14 -O2', 'b')];
    const endless = ran('gcc-12 -O0', '', 'timeout');
    expect(judge(optimised).kind).toBe('differ');
    expect(judge([...optimised, endless])).toEqual({ kind: 'nothing-to-compare', why: '3 exit, 1 timeout' });
    expect(judge([...optimised, endless, ran('clang-19 -O0', 'a')]).kind).toBe('differ');
    expect(judge([...optimised, endless], printing('a')).kind).toBe('differ');
  });
});

describe('the truth', () => {
  const truth: Truth = {
    kind: 'one-of',
    outcomes: [{ stdout: Buffer.from('a') }, { stdout: Buffer.from('b'), exitCode: 3 }],
  };

  it('is enough to judge one compiler alone', () => {
    expect(judge([ran('gcc-12 -O2', 'a')], truth).kind).toBe('agree');
    expect(judge([ran('gcc-12 -O2', 'c')], truth)).toMatchObject({
      kind: 'differ',
      by: 'truth',
      right: [],
      odd: [{ labels: ['gcc-12 -O2'] }],
    });
  });

  it('may allow several outcomes, each with its exit code', () => {
    const verdict = judge([ran('gcc-12 -O0', 'a'), ran('gcc-12 -O2', 'b')], truth);
    expect(verdict).toMatchObject({
      expected: 'exit 0\na',
      alsoRight: ['exit 3\nb'],
      right: ['gcc-12 -O0'],
      odd: [{ behaviour: 'exit 0\nb', labels: ['gcc-12 -O2'] }],
    });
  });

  it('lets compilers disagree where each does something that is right', () => {
    const either: Truth = {
      kind: 'one-of',
      outcomes: ['a', 'b'].map((stdout) => ({ stdout: Buffer.from(stdout) })),
    };
    expect(judge([ran('gcc-12 -O0', 'a'), ran('gcc-12 -O2', 'b')], either).kind).toBe('agree');
    expect(judge([ran('gcc-12 -O0', 'a'), ran('gcc-12 -O2', 'b')]).kind).toBe('differ');
  });

  it('says nothing where it allows nothing', () => {
    const none: Truth = { kind: 'one-of', outcomes: [] };
    expect(judge([ran('gcc-12 -O2', 'a')], none).kind).toBe('nothing-to-compare');
  });
});

describe('a matrix', () => {
  it('is read as it is written', () => {
    const expected: CompilerConfiguration[] = [
      { compiler: 'clang-19-stock', args: ['-O2', '-march=x86-64-v3'] },
      { compiler: 'tcc', args: [] },
    ];
    expect(parseMatrix('# mine\nclang-19-stock -O2   -march=x86-64-v3\n\ntcc\n')).toEqual(expected);
  });

  it('refuses a line without a compiler, and one that comes twice', () => {
    expect(() => parseMatrix('-O2')).toThrow('a line of the matrix has no compiler: -O2');
    expect(() => parseMatrix('tcc\ntcc')).toThrow('the matrix has this line twice: tcc');
  });
});
