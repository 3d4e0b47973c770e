/** Locations that are members of structs: what the judge makes of their addresses, on each architecture. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { baseTests } from '../../../src/generators/litmus/base-tests.ts';
import { type Contract, contractOf, parseLine, simulate, writeThreads } from '../../../src/litmus/index.ts';
import { machineOf } from '../../../src/laboratory/index.ts';
import { judgeAssembly } from '../../../src/laboratory/litmus/judge.ts';
import { readStressCounts, stressFiles } from '../../../src/laboratory/litmus/stress.ts';

const widths = [32, 8, 64, 16] as const;
type Bits = (typeof widths)[number];

/** The test with all its locations in one struct. */
function inStruct(line: string, bitsOf: (index: number) => Bits): { contract: Contract; text: string } {
  const { program } = parseLine(`t: ${line}`);
  const locations = program.locations.map((location, index) => ({
    ...location,
    bits: bitsOf(index),
    within: 'struct0',
  }));
  const made = { ...program, locations };
  return { contract: contractOf({ program: made, simulation: simulate(made) }), text: writeThreads(made) };
}

function assemblyOf(text: string, [compiler = '', ...flags]: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(
    compiler,
    [...flags, '-w', '-std=c11', '-ffreestanding', '-S', '-x', 'c', '-', '-o', '-'],
    { input: text, encoding: 'utf8' },
  );
  expect({ status, stderr }, text).toEqual({ status: 0, stderr: '' });
  return stdout;
}

describe('members of a struct', () => {
  it.each([
    'gcc-12 -O2',
    'gcc-12 -O0',
    'clang-19 -O2',
    'clang-19 -O0',
    'clang-19 -O2 -fPIC',
    'clang-19 --target=aarch64-linux-gnu -O2',
    'clang-19 --target=aarch64-linux-gnu -O2 -fPIC',
    'clang-19 --target=riscv64-linux-gnu -march=rv64gc -O2',
    'riscv64-linux-gnu-gcc-12 -O2',
    'clang-19 --target=arm-linux-gnueabihf -march=armv7-a -O2',
    'clang-19 --target=powerpc64le-linux-gnu -O2',
    'powerpc64le-linux-gnu-gcc-12 -O2',
  ])('are told apart in the code of %s', { timeout: 120_000 }, (command) => {
    const words = command.split(' ');
    const lines = baseTests.filter((line, index) => index % 9 === 0 && !line.includes('Az0ar'));
    for (const [index, line] of lines.entries()) {
      const { contract, text } = inStruct(line, (place) => widths[(index + place) % 4]!);
      const assembly = assemblyOf(text, words);
      const { answer, ...why } = judgeAssembly(contract, assembly, machineOf(words));
      expect(['kept', 'tolerated'], `${line} ${JSON.stringify(why)}`).toContain(answer);
    }
  });

  it('are wrong if two of them are mistaken for each other', () => {
    const { contract, text } = inStruct('Wx1rlx Wy1rel | Ry.acq=1 Rx.rlx=0', () => 32);
    const assembly = assemblyOf(text, ['gcc-12', '-O2']);
    const swapped = assembly.replaceAll(/(4\+)?struct0(?=\(%rip\), %)/g, (_, second) =>
      second === undefined ? '4+struct0' : 'struct0',
    );
    expect(swapped).not.toBe(assembly);
    expect(judgeAssembly(contract, assembly, 'x86-64').answer).toBe('kept');
    expect(judgeAssembly(contract, swapped, 'x86-64').answer).toBe('wrong');
  });

  it('run in the stress harness, each under its own name', () => {
    const { contract, text } = inStruct('Ax1rlx Az1rlx | Ay1rlx Az1rlx ; x=0', (place) => widths[place]!);
    const cwd = mkdtempSync(join(tmpdir(), 'cgfuzz-structs-'));
    try {
      for (const { path, text: of } of stressFiles(contract)) writeFileSync(join(cwd, path), of);
      writeFileSync(join(cwd, 'test.c'), text);
      const args = ['-O2', '-Wall', '-Werror', '-pthread', 'test.c', 'stress.c', '-o', 'program'];
      expect(spawnSync('gcc-12', args, { cwd, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
      const counts = readStressCounts(spawnSync(join(cwd, 'program'), ['0.1'], { encoding: 'utf8' }).stdout);
      expect([...counts!.counts.keys()]).toEqual(['[x]=1;']);
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  });
});
