/** Atomics of 8, 16 and 64 bits: what C makes of them, and what the judge makes of the code for them. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { baseTests, updateTests } from '../../../src/generators/litmus/base-tests.ts';
import {
  constantOf,
  contractOf,
  keptIn,
  type LitmusProgram,
  oddWidths,
  parseLine,
  simulate,
  writeThreads,
} from '../../../src/litmus/index.ts';
import type { MachineName } from '../../../src/laboratory/litmus/code-lines.ts';
import { type Judgement, judgeAssembly } from '../../../src/laboratory/litmus/judge.ts';

type Compiler = readonly [machine: MachineName, command: readonly [string, ...string[]]];

const compilers = [
  ['x86-64', ['gcc-12', '-O1']],
  ['x86-64', ['clang-19', '-O0']],
  ['armv8', ['clang-19', '--target=aarch64-linux-gnu', '-O2', '-mno-outline-atomics']],
  ['armv8', ['clang-19', '--target=aarch64-linux-gnu', '-O2', '-march=armv8.1-a']],
  ['riscv', ['clang-19', '--target=riscv64-linux-gnu', '-march=rv64gc', '-O2']],
  ['riscv', ['riscv64-linux-gnu-gcc-12', '-O2']],
] as const satisfies readonly Compiler[];

function withBits(line: string, bits: (typeof oddWidths)[number]): LitmusProgram {
  const { program } = parseLine(line);
  return { ...program, locations: program.locations.map((location) => ({ ...location, bits })) };
}

function judgedBy(program: LitmusProgram, [machine, [compiler, ...flags]]: Compiler): Judgement {
  const text = writeThreads(program);
  const made = spawnSync(compiler, [...flags, '-Werror', '-std=c11', '-S', '-x', 'c', '-', '-o', '-'], {
    input: text,
    encoding: 'utf8',
  });
  expect({ status: made.status, stderr: made.stderr }, text).toEqual({ status: 0, stderr: '' });
  return judgeAssembly(contractOf({ program, simulation: simulate(program) }), made.stdout, machine);
}

describe('atomics that are no int', () => {
  it.each<Compiler>(compilers)('are kept on %s by %j', { timeout: 120_000 }, (...compiler) => {
    // The known bug of clang needs an acq_rel addition of 0 whose result is unused.
    const lines = [...baseTests, ...updateTests].filter((line) => !line.includes('Az0ar'));
    for (const [index, line] of lines.entries()) {
      if (index % 6 !== 0 && !updateTests.includes(line)) continue;
      const program = withBits(line, oddWidths[index % oddWidths.length]!);
      expect(['kept', 'tolerated'], line).toContain(judgedBy(program, compiler).answer);
    }
  });

  it('lose an increment where 8 bits are loaded, added to and stored', () => {
    const program = withBits('Ax1rlx | Ax1rlx ; x=1', 8);
    const contract = contractOf({ program, simulation: simulate(program) });
    const thread = (lines: readonly string[], index: number): string =>
      `P${index}:\n${lines.map((line) => `\t${line}\n`).join('')}\tretq\n.Lfunc_end${index}:\n`;
    const code = (...lines: string[]): string => [lines, lines].map(thread).join('');
    const torn = code('movzbl x(%rip), %eax', 'incb %al', 'movb %al, x(%rip)');
    expect(judgeAssembly(contract, torn, 'x86-64')).toEqual({ answer: 'wrong', outcomes: ['[x]=1;'] });
    expect(judgeAssembly(contract, code('lock incb x(%rip)'), 'x86-64').answer).toBe('kept');
    // Another width is another access, of which nothing is known.
    expect(judgeAssembly(contract, code('lock incl x(%rip)'), 'x86-64').answer).toBe('not asked');
  });

  it('have to leave their neighbours alone where a whole word is updated', () => {
    const program = withBits('Ax1rlx | Ax1rlx ; x=2', 8);
    const contract = contractOf({ program, simulation: simulate(program) });
    const code = (operand: number, name = 'amoadd.w'): string =>
      [0, 1]
        .map(
          (index) =>
            `P${index}:\n\tla a0, x\n\tli a1, ${operand}\n\t${name} zero, a1, (a0)\n\tret\n\t.size\tP${index}, .-P${index}\n`,
        )
        .join('');
    expect(judgeAssembly(contract, code(1), 'riscv').answer).toBe('kept');
    const spoiled = { answer: 'not asked', what: expect.stringContaining('neighbours') };
    expect(judgeAssembly(contract, code(256), 'riscv')).toMatchObject(spoiled);
    expect(judgeAssembly(contract, code(1, 'amoand.w'), 'riscv')).toMatchObject(spoiled);
    expect(judgeAssembly(contract, code(1, 'amoadd.b'), 'riscv').answer).toBe('kept');
  });

  it('give the lower half of what 64 bits keep to a load that uses no more', () => {
    const program = withBits('Wx1rlx | Rx.rlx=1', 64);
    const contract = contractOf({ program, simulation: simulate(program) });
    const code = (load: string): string =>
      `P0:\n\tla a0, x\n\tli a1, 1\n\tsd a1, 0(a0)\n\tret\n\t.size\tP0, .-P0\n` +
      `P1:\n\tla a0, x\n\t${load}\n\tla a0, P1_r0\n\tsw a1, 0(a0)\n\tret\n\t.size\tP1, .-P1\n`;
    expect(judgeAssembly(contract, code('lw a1, 0(a0)'), 'riscv').answer).toBe('kept');
    expect(judgeAssembly(contract, code('lw a1, 4(a0)'), 'riscv').answer).toBe('not asked');
  });

  it('are asked about where a register that held an address is cleared', () => {
    const { program } = parseLine('Rx.rlx=1 Wx1rlx');
    const contract = contractOf({ program, simulation: simulate(program) });
    const lines = ['movq x@GOTPCREL(%rip), %rax', 'movl (%rax), %ecx', 'movl $1, (%rax)', 'xorl %eax, %eax'];
    const code = [...lines, 'movl %ecx, P0_r0(%rip)', 'retq'].map((line) => `\t${line}\n`).join('');
    expect(judgeAssembly(contract, `P0:\n${code}.Lfunc_end0:\n`, 'x86-64').answer).toBe('kept');
  });

  it('are compared and exchanged by a call of the library, as one thing', () => {
    const thread = (index: number): string => `P${index}:
\taddi sp, sp, -16
\tsb zero, 15(sp)
\tla a0, x
\taddi a1, sp, 15
\tli a2, 1
\tli a3, 2
\tli a4, 0
\tcall __atomic_compare_exchange_1@plt
\tla a5, P${index}_r0
\tsw a0, 0(a5)
\tret
\t.size\tP${index}, .-P${index}`;
    const contract = {
      shape: '',
      test: '',
      threads: 2,
      locations: [{ name: 'x', initial: 0, bits: 8 as const }],
      observed: [0, 1].map((index) => ({ kind: 'local' as const, thread: index, name: 'r0' })),
      allowed: ['0:r0=0; 1:r0=1;'],
      tolerated: [],
    };
    const judgement = judgeAssembly(contract, `${thread(0)}\n${thread(1)}\n`, 'riscv');
    expect(judgement).toEqual({ answer: 'wrong', outcomes: ['0:r0=1; 1:r0=0;'] });
  });

  it('wrap as their types do', () => {
    const wraps = { 8: 127, 16: 32_767, 64: 2_147_483_646 } as const;
    for (const bits of oddWidths) {
      const program: LitmusProgram = {
        name: 'wraps',
        locations: [{ name: 'x', initial: wraps[bits], bits }],
        observed: [{ kind: 'location', name: 'x' }],
        threads: [
          {
            statements: [
              {
                kind: 'evaluate',
                value: {
                  kind: 'update',
                  operator: 'add',
                  location: 'x',
                  operand: constantOf(1),
                  order: 'sc',
                },
              },
            ],
          },
        ],
      };
      const wrapped = { 8: -128, 16: -32_768, 64: 2_147_483_647 }[bits];
      expect([...simulate(program).outcomes.keys()]).toEqual([`[x]=${wrapped};`]);
      expect(keptIn({ bits }, wraps[bits] + 1)).toBe(wrapped);
      expect(judgedBy(program, compilers[0]).answer).toBe('kept');
    }
  });
});
