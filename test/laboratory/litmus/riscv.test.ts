import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { baseTests } from '../../../src/generators/litmus/base-tests.ts';
import { contractOf, parseLine, simulate, writeThreads } from '../../../src/litmus/index.ts';
import { machineOf } from '../../../src/laboratory/index.ts';
import { judgeAssembly } from '../../../src/laboratory/litmus/judge.ts';
import { canShow as canShowOn } from './can-show.ts';

/** Addresses of x and y in s1 and s2; what is read goes to t1 and t2, which are kept as r0 and r1. */
const prelude = ['la s1,x', 'la s2,y', 'li t0,1', 'li t3,2'];

function canShow(outcome: string, ...threads: string[][]): boolean {
  const whole = threads.map((lines, thread) => {
    const seen = [0, 1].filter((place) => outcome.includes(`${thread}:r${place}=`));
    const kept = seen.flatMap((place) => [`la a5,P${thread}_r${place}`, `sw t${place + 1},0(a5)`]);
    return [...prelude, ...lines, ...kept];
  });
  return canShowOn('riscv', outcome, whole);
}

const [storeX, storeY, loadX, loadY] = ['sw t0,0(s1)', 'sw t0,0(s2)', 'lw t2,0(s1)', 'lw t1,0(s2)'];
const MP = '1:r0=1; 1:r1=0;';
const SB = '0:r0=0; 1:r0=0;';
const LB = '0:r0=1; 1:r0=1;';

describe('RVWMO', () => {
  it.each<[string, boolean, string[], string[]]>([
    ['nothing', true, [], []],
    ['fences for what they are next to', false, ['fence w,w'], ['fence r,r']],
    ['a fence of the writer alone', true, ['fence rw,rw'], []],
    ['fences for something else', true, ['fence r,rw'], ['fence w,rw']],
    ['fences that name more', false, ['fence iorw,ow'], ['fence iorw,iorw']],
    ['fences of the kind of x86', false, ['fence.tso'], ['fence.tso']],
    ['a jump', true, ['fence w,w'], ['bnez t1,.L1', '.L1:']],
  ])('keeps message passing in order by %s: seen too early is %s', (_, isSeen, between, after) => {
    expect(canShow(MP, [storeX, ...between, storeY], [loadY, ...after, loadX])).toBe(isSeen);
  });

  it('orders a store before a load by a full fence only', () => {
    const sb = (fence: string): boolean =>
      canShow(SB, [storeX, fence, loadY], [storeY, fence, 'lw t1,0(s1)']);
    expect(sb('fence rw,rw')).toBe(false);
    expect(sb('fence.tso')).toBe(true);
    expect(sb('fence rw,w')).toBe(true);
  });

  it('orders by updates that acquire or release', () => {
    const release = [storeX, 'amoswap.w.rl zero,t0,(s2)'];
    expect(canShow(MP, release, ['amoadd.w.aq t1,zero,(s2)', loadX])).toBe(false);
    expect(canShow(MP, release, ['lr.w.aq t1,(s2)', 'sc.w a0,t1,(s2)', loadX])).toBe(false);
    expect(canShow(MP, release, ['amoadd.w t1,zero,(s2)', loadX])).toBe(true);
    expect(canShow(MP, [storeX, 'amoswap.w zero,t0,(s2)'], ['amoadd.w.aq t1,zero,(s2)', loadX])).toBe(true);
    const swaps = (order: string): boolean =>
      canShow(
        SB,
        [`amoswap.w${order} zero,t0,(s1)`, 'lr.w.aq t1,(s2)'],
        [`amoswap.w${order} zero,t0,(s2)`, 'lr.w.aq t1,(s1)'],
      );
    expect(swaps('.rl')).toBe(false);
    expect(swaps('')).toBe(true);
  });

  it('orders by one instruction that compares and exchanges, whether it succeeds or not', () => {
    const compare = (order: string, from: number, to: string): string[] => [
      `li t1,${from}`,
      `amocas.w${order} t1,${to},(s2)`,
    ];
    const taken = canShow(MP, [storeX, ...compare('.rl', 0, 't0')], [...compare('.aq', 1, 't3'), loadX]);
    expect(taken).toBe(false);
    // It acquires what it finds although it fails.
    expect(canShow(MP, [storeX, ...compare('.rl', 0, 't0')], [...compare('.aq', 2, 't3'), loadX])).toBe(
      false,
    );
    expect(canShow(MP, [storeX, ...compare('', 0, 't0')], [...compare('.aq', 1, 't3'), loadX])).toBe(true);
    expect(canShow(MP, [storeX, ...compare('.rl', 0, 't0')], [...compare('', 1, 't3'), loadX])).toBe(true);
    // Both expect 0, and only one of them can find it.
    expect(canShow(SB, compare('', 0, 't0'), compare('', 0, 't0'))).toBe(false);
  });

  it('orders a store behind what its value or being reached depends on', () => {
    const lb = (...second: string[]): boolean =>
      canShow(LB, ['lw t1,0(s1)', 'fence r,w', storeY], [loadY, ...second]);
    expect(lb(storeX)).toBe(true);
    expect(lb('sw t1,0(s1)')).toBe(false);
    expect(lb('addi t4,t1,0', 'and t4,t4,t4', 'sw t4,0(s1)')).toBe(false);
    expect(lb('beqz t1,.L1', storeX, '.L1:')).toBe(false);
  });

  it('keeps each location coherent and each update whole', () => {
    expect(canShow(MP, [storeX], ['lw t1,0(s1)', loadX])).toBe(false);
    const add = ['amoadd.w t1,t0,(s1)'];
    expect(canShow('[x]=1;', add, add)).toBe(false);
    const pair = ['lr.w t1,(s1)', 'addi t2,t1,1', 'sc.w t4,t2,(s1)'];
    expect(canShow('[x]=1;', pair, pair)).toBe(false);
  });
});

describe('the judge of RISC-V', () => {
  it('finds that clang keeps base tests', () => {
    for (const [index, line] of baseTests.entries()) {
      if (index % 6 !== 0) continue;
      const { program } = parseLine(`t: ${line}`);
      const level = ['-O0', '-O2', '-Os'][(index / 6) % 3]!;
      const words = ['--target=riscv64-linux-gnu', '-march=rv64gc', level, '-S', '-x', 'c', '-', '-o', '-'];
      const { status, stdout } = spawnSync('clang-19', words, {
        input: writeThreads(program),
        encoding: 'utf8',
      });
      expect(status).toBe(0);
      const contract = contractOf({ program, simulation: simulate(program) });
      expect(['kept', 'tolerated'], `${line} ${level}`).toContain(
        judgeAssembly(contract, stdout, 'riscv').answer,
      );
    }
  });

  it('reads lines of gcc with several instructions and labels that are numbers', () => {
    const retry = 'fence iorw,ow;  1: lr.w.aq t1,0(s1); bne t1,zero,1f; sc.w.aq a0,t0,0(s1); bnez a0,1b; 1:';
    expect(canShow('0:r0=0; 1:r0=0;', [retry], [retry])).toBe(false);
    expect(canShow('0:r0=0; 1:r0=1;', [retry], [retry])).toBe(true);
  });
});

describe('the machine that code is for', () => {
  it.each([
    ['clang-19 -O2', 'x86-64'],
    ['clang-19 --target=aarch64-linux-gnu -O2', 'armv8'],
    ['aarch64-linux-gnu-gcc-12 -march=armv8.1-a', 'armv8'],
    ['riscv64-linux-gnu-gcc-12', 'riscv'],
    ['clang-19 --target=x86_64-linux-gnu', 'x86-64'],
    ['clang-19 --target=riscv64-linux-gnu -march=rv64gc_ztso', undefined],
    ['clang-19 --target=powerpc64-linux-gnu', undefined],
    ['gcc-12 -m32', undefined],
  ])('of %s is %s', (command, machine) => expect(machineOf(command.split(' '))).toBe(machine));
});
