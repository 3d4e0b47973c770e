import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, contractOf, parseLine, simulate, writeThreads } from '../../../src/litmus/index.ts';
import { Laboratory } from '../../../src/laboratory/index.ts';
import { heardFrom } from '../../../src/oracle/index.ts';
import {
  boundsOf,
  forbiddenIn,
  readStressCounts,
  type StressCounts,
  stressFiles,
} from '../../../src/laboratory/litmus/stress.ts';
import { world } from '../../target/world.ts';
import { contracted } from './programs.ts';

const MP = 'Wx1rlx Wy1rel | Ry.acq=1 Rx.rlx=0';

interface Said {
  readonly stdout: string;
  readonly stderr: string;
}

/** Links the harness with threads that somebody wrote. */
function run(line: string, file: string, textOf: (text: string) => string): [Contract, StressCounts, Said] {
  const { program } = parseLine(`t: ${line}`);
  const contract = contractOf({ program, simulation: simulate(program) });
  const cwd = mkdtempSync(join(tmpdir(), 'cgfuzz-stress-'));
  try {
    for (const { path, text } of stressFiles(contract)) writeFileSync(join(cwd, path), text);
    writeFileSync(join(cwd, file), textOf(writeThreads(program)));
    const args = ['-O2', '-Wall', '-Werror', '-pthread', file, 'stress.c', '-o', 'program'];
    expect(spawnSync('gcc-12', args, { cwd, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    const { stdout, stderr } = spawnSync(join(cwd, 'program'), ['0.2'], { encoding: 'utf8' });
    const counts = readStressCounts(stdout);
    if (counts === undefined) throw new Error(stdout);
    return [contract, counts, { stdout, stderr }];
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

describe('the stress harness', () => {
  it('counts each round once, and right code shows nothing that is forbidden', () => {
    const [contract, seen] = run(MP, 'test.c', (text) => text);
    expect([...seen.counts.values()].reduce((sum, count) => sum + count, 0)).toBe(seen.rounds);
    expect(forbiddenIn(contract, seen)).toEqual([]);
  });

  it('sees what threads show that are wrong each time, and how often', () => {
    const first = ['P0:', 'movl $1, x(%rip)', 'movl $1, y(%rip)', 'ret'];
    const second = ['P1:', 'movl $1, P1_r0(%rip)', 'movl $0, P1_r1(%rip)', 'ret'];
    const code = `.globl P0\n.globl P1\n${[...first, ...second].join('\n')}\n.section .note.GNU-stack,"",@progbits\n`;
    const [contract, seen] = run(MP, 'test.s', () => code);
    const [worst, ...others] = forbiddenIn(contract, seen);
    expect(worst).toMatchObject({ outcome: '1:r0=1; 1:r1=0;', count: seen.rounds, atMost: 1 });
    expect(others).toEqual([]);
  });

  it('gives values that locations have at the end, and begins each round with those of the beginning', () => {
    const [contract, seen] = run('Ax1rlx | Ax1rlx ; x=1', 'test.c', (text) => text);
    expect([...seen.counts.keys()]).toEqual(['[x]=2;']);
    expect(forbiddenIn(contract, seen)).toEqual([]);
  });

  it('lets processors without a thread of the test hammer memory, and outcomes stay right', () => {
    const [contract, seen, { stdout, stderr }] = run('Ax1rlx Ay1rlx ; x=1', 'test.c', (text) => text);
    expect(forbiddenIn(contract, seen)).toEqual([]);
    expect(stderr).toMatch(/^hammered [1-9]\d* times$/m);
    // Scripts of findings take each line but the last one for an outcome.
    expect(stdout).toMatch(/^\d+ \[x\]=1;\ndone \d+ rounds\n$/);
  });

  it('says nothing about what no harness printed', () => {
    expect(readStressCounts('')).toBeUndefined();
    expect(readStressCounts('one processor\n')).toBeUndefined();
    expect(readStressCounts('3 0:r0=1;\ncut off 3 rounds\n')).toEqual({
      rounds: 3,
      isWhole: false,
      counts: new Map([['0:r0=1;', 3]]),
    });
  });
});

describe('the bounds of a rate', () => {
  it.each([
    [0, 100, 0, 0.0362],
    [5, 100, 0.0164, 0.1128],
    [100, 100, 0.9638, 1],
    [1, 1_000_000, 2.53e-8, 5.57e-6],
  ])('of %i in %i are those of Clopper and Pearson', (count, rounds, atLeast, atMost) => {
    const bounds = boundsOf(count, rounds);
    expect(bounds.atLeast).toBeCloseTo(atLeast, count === 1 ? 9 : 4);
    expect(bounds.atMost).toBeCloseTo(atMost, count === 1 ? 7 : 4);
  });
});

describe('code that the judge does not know', () => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(world);
  });
  afterAll(async () => laboratory.close());

  it('is run, and is wrong where it shows what is forbidden, twice', async () => {
    const program = contracted('Ax1rlx | Ax1rlx ; x=1');
    // Code for profiling calls what the judge does not know.
    const profiled = { compiler: 'gcc-12', args: ['-O2', '-pg'] };
    const losing = { compiler: 'gcc-12', args: [...profiled.args, '-D__atomic_fetch_add(p,v,m)=(*(p)=0)'] };
    const [right, wrong] = await laboratory.behave(program, [profiled, losing]);
    expect(right).toMatchObject({ kind: 'not-judged' });
    expect(wrong).toMatchObject({
      kind: 'judged',
      verdict: { kind: 'breaks', bug: { isSeenInRun: true }, proof: { kind: 'run' } },
    });
    const says = heardFrom(wrong);
    expect(says).toMatch(/^breaks x86-64, seen in a run, Ax \| Ax$/m);
    expect(says).toContain('[x]=0;');
  });
});
