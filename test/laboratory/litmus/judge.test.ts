import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  contractOf,
  type LitmusProgram,
  parseLine,
  simulate,
  writeThreads,
} from '../../../src/litmus/index.ts';
import { cyclesOf } from '../../../lab/litmus/cycles.ts';
import { minimalTests } from '../../../lab/litmus/enumerate.ts';
import { type Judgement, judgeAssembly } from '../../../src/laboratory/litmus/judge.ts';

function assemblyOf(program: LitmusProgram, compiler: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(compiler, [...args, '-S', '-x', 'c', '-', '-o', '-'], {
    input: writeThreads(program),
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

function judged(line: string, compiler: string, ...args: string[]): Judgement {
  const { program } = parseLine(line);
  return judgeAssembly(
    contractOf({ program, simulation: simulate(program) }),
    assemblyOf(program, compiler, ...args),
    'x86-64',
  );
}

/** The code of one thread and its name, as a compiler would write it. */
function code(...threads: string[][]): string {
  return threads
    .map(
      (lines, thread) =>
        `P${thread}:\n${lines.map((line) => `\t${line}\n`).join('')}\tretq\n.Lfunc_end${thread}:\n`,
    )
    .join('');
}

function judgedCode(line: string, ...threads: string[][]): Judgement {
  const { program } = parseLine(line);
  return judgeAssembly(contractOf({ program, simulation: simulate(program) }), code(...threads), 'x86-64');
}

const MP = 'MP: Wx1rlx Wy1rel | Ry.acq=1 Rx.rlx=0';
const writer = ['movl $1, x(%rip)', 'movl $1, y(%rip)'];
const reader = [
  'movl y(%rip), %eax',
  'movl %eax, P1_r0(%rip)',
  'movl x(%rip), %eax',
  'movl %eax, P1_r1(%rip)',
];

describe('the judge', () => {
  it('finds that gcc and clang keep every minimal test of two threads', () => {
    const { lines } = minimalTests(cyclesOf(2).map(({ skeleton }) => skeleton));
    // Loading and storing need no more than one compiler each; the levels take turns.
    for (const [index, line] of lines.entries()) {
      const level = ['-O0', '-O2', '-Os'][index % 3]!;
      const compiler = index % 2 === 0 ? 'gcc-12' : 'clang-19';
      expect(judged(`t: ${line}`, compiler, level), `${compiler} ${level} ${line}`).toEqual({
        answer: 'kept',
      });
    }
  });

  it('finds that clang 19 makes nothing of an unused fetch_add of zero that was a fence', () => {
    const line = 'SB+add0.ar: Wx1rlx Az0ar Ry.rlx=0 | Wy1rlx Az0ar Rx.rlx=0';
    const wrong = { answer: 'wrong', outcomes: ['0:r0=0; 1:r0=0;'] };
    expect(judged(line, 'clang-19', '-O2')).toEqual(wrong);
    expect(judged(line, 'clang-19', '-O0')).toEqual({ answer: 'kept' });
    expect(judged(line, 'gcc-12', '-O2')).toEqual({ answer: 'kept' });
  });

  it('finds that clang 16 makes a plain store of an unused release exchange', () => {
    const line = 'MP+xchg-unused: Wx1rlx Frel Wy1rlx | Xy2rel Facq Rx.rlx=0 ; y=2';
    const ours = ['movl $1, x(%rip)', '#MEMBARRIER', 'movl $1, y(%rip)'];
    const last = ['#MEMBARRIER', 'movl x(%rip), %eax', 'movl %eax, P1_r0(%rip)'];
    // The code of clang 16 at -O2, and then that of clang 19.
    expect(judgedCode(line, ours, ['movl $2, y(%rip)', ...last])).toEqual({
      answer: 'wrong',
      outcomes: ['1:r0=0; [y]=2;'],
    });
    expect(judgedCode(line, ours, ['movl $2, %eax', 'xchgl %eax, y(%rip)', ...last])).toEqual({
      answer: 'kept',
    });
  });

  it('sees stores and loads that changed places', () => {
    expect(judgedCode(MP, writer, reader)).toEqual({ answer: 'kept' });
    expect(judgedCode(MP, writer.toReversed(), reader)).toMatchObject({ answer: 'wrong' });
    const swapped = [...reader.slice(2), ...reader.slice(0, 2)];
    expect(judgedCode(MP, writer, swapped)).toMatchObject({ answer: 'wrong' });
  });

  it('sees an update that is not locked', () => {
    const line = 'two: Ax1rlx | Ax1rlx ; x=2';
    const locked = ['lock addl $1, x(%rip)'];
    const parts = ['movl x(%rip), %eax', 'addl $1, %eax', 'movl %eax, x(%rip)'];
    expect(judgedCode(line, locked, locked)).toEqual({ answer: 'kept' });
    expect(judgedCode(line, locked, parts)).toEqual({ answer: 'wrong', outcomes: ['[x]=1;'] });
  });

  it('takes an update of the stack for a fence, also if an address lies there', () => {
    const line = 'SB: Wx1sc Ry.sc=0 | Wy1sc Rx.sc=0';
    const threads = (fence: string): string[][] =>
      ['xy', 'yx'].map(([own, other], thread) => [
        `leaq ${own}(%rip), %rax`,
        'pushq %rax',
        'movl $1, (%rax)',
        fence,
        `movl ${other}(%rip), %ecx`,
        `movl %ecx, P${thread}_r0(%rip)`,
      ]);
    expect(judgedCode(line, ...threads('lock orq $0, (%rsp)'))).toEqual({ answer: 'kept' });
    expect(judgedCode(line, ...threads('nop'))).toMatchObject({ answer: 'wrong' });
    expect(judgedCode(line, ...threads('lock orq $1, (%rsp)'))).toMatchObject({ answer: 'not asked' });
  });

  it('adds and subtracts the carry of the instruction before', () => {
    const after = (...lines: string[]): Judgement =>
      judgedCode('one: Ax1rlx Rx.rlx=7', [
        'lock addl $1, x(%rip)',
        'movl x(%rip), %edx',
        ...lines,
        'movl %eax, P0_r0(%rip)',
      ]);
    // 1 is read; adding -1 to it carries, comparing it with 0 does not.
    expect(after('movl $2, %eax', 'addl $-1, %edx', 'adcl $4, %eax')).toMatchObject({
      outcomes: ['0:r0=7;'],
    });
    expect(after('movl $9, %eax', 'addl $-1, %edx', 'sbbl $1, %eax')).toMatchObject({
      outcomes: ['0:r0=7;'],
    });
    expect(after('movl $9, %eax', 'cmpl $0, %edx', 'sbbl $2, %eax')).toMatchObject({ outcomes: ['0:r0=7;'] });
    expect(after('movl $2, %eax', 'cmpl $0, %edx', 'adcl $5, %eax')).toMatchObject({ outcomes: ['0:r0=7;'] });
    expect(after('movl $7, %eax', 'incl %eax', 'decl %eax')).toMatchObject({ outcomes: ['0:r0=7;'] });
  });

  it.each([
    ['an instruction', ['vmovdqu x(%rip), %xmm0']],
    ['a width', ['movq x(%rip), %rax']],
    ['an address', ['movl 4(%rdi), %eax']],
    ['a call', ['callq other']],
    ['an address of a thread', ['movl %fs:0, %eax']],
  ])('asks nothing of a thread with %s that it does not know, and says which', (_, lines) => {
    const judgement = judgedCode(MP, writer, [...reader, ...lines]);
    expect(judgement.answer).toBe('not asked');
    expect(judgement).toHaveProperty('what', expect.stringContaining(lines.at(-1)!));
  });

  it('follows an update of one bit, and the flag with what the bit was', () => {
    const kept = ['setc %al', 'movzbl %al, %eax', 'movl %eax, P0_r0(%rip)'];
    const setting = (bit: number): Judgement =>
      judgedCode('t: Ax4rlx=0 ; x=4', [`lock btsl $${bit}, x(%rip)`, ...kept]);
    expect(setting(2)).toEqual({ answer: 'kept' });
    expect(setting(3)).toEqual({ answer: 'wrong', outcomes: ['0:r0=0; [x]=8;'] });
    const twice = ['lock btsl $2, x(%rip)', 'lock btcl $2, x(%rip)', ...kept];
    expect(judgedCode('t: Ax4rlx=0 ; x=4', twice)).toEqual({ answer: 'wrong', outcomes: ['0:r0=1; [x]=0;'] });
  });

  it('follows a thread that only jumps to another one', () => {
    const line = 'two: Ax1rlx | Ax1rlx ; x=2';
    const jumping = code(['lock addl $1, x(%rip)'], []).replace('P1:\n\tretq', 'P1:\n\tjmp\tP0');
    const { program } = parseLine(line);
    const contract = contractOf({ program, simulation: simulate(program) });
    expect(judgeAssembly(contract, jumping, 'x86-64')).toEqual({ answer: 'kept' });
    expect(judgeAssembly({ ...contract, allowed: [] }, jumping, 'x86-64')).toEqual({
      answer: 'wrong',
      outcomes: ['[x]=2;'],
    });
  });

  it('follows a loop that tries again, and asks nothing of one that it cannot follow to its end', () => {
    const waiting = ['.L1:', 'movl y(%rip), %eax', 'cmpl $1, %eax', 'jne .L1', 'movl %eax, P1_r0(%rip)'];
    const late = [...waiting, 'movl x(%rip), %ecx', 'movl %ecx, P1_r1(%rip)'];
    expect(judgedCode(MP, writer, late)).toEqual({ answer: 'kept' });
    expect(judgedCode(MP, writer.toReversed(), late)).toMatchObject({ answer: 'wrong' });
    expect(judgedCode(MP, writer, ['.L1:', 'jmp .L1'])).toMatchObject({ answer: 'not asked' });
    const counted = (rounds: number): string[] => [
      'movl $0, %ecx',
      '.L2:',
      'movl z(%rip), %edx',
      'incl %ecx',
      `cmpl $${rounds}, %ecx`,
      'jne .L2',
      ...reader,
    ];
    const wide = MP.replace('Ry', 'Rz.rlx Ry');
    expect(judgedCode(wide, writer, counted(3))).toEqual({ answer: 'kept' });
    expect(judgedCode(wide, writer, counted(30))).toEqual({
      answer: 'not asked',
      what: 'a loop that goes round over 8 times',
    });
    // A store in a loop may be seen each time, so that one more round is no repetition.
    const storing = ['.L3:', 'movl $1, x(%rip)', 'movl y(%rip), %eax', 'cmpl $1, %eax', 'jne .L3'];
    expect(judgedCode(MP, [...storing, ...writer], reader)).toMatchObject({ answer: 'not asked' });
  });

  it('asks nothing where a thread is missing', () => {
    expect(judgedCode(MP, writer)).toEqual({
      answer: 'not asked',
      what: 'no function P1: is it inlined away?',
    });
  });
});
