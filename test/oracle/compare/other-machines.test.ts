/** Programs for other machines: compiled by cross compilers, run by qemu in the sandbox. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { machines, otherMachineOf } from '../../../src/build/machines.ts';
import { type CompilerConfiguration, Laboratory } from '../../../src/laboratory/index.ts';
import { compare } from '../../../src/oracle/index.ts';
import { findSource } from '../../../src/generators/sources.ts';
import { programOf } from '../../../src/program/index.ts';
import { openSource } from '../../../src/source/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { world } from '../../target/world.ts';

const program = programOf(`
#include <stdio.h>
int main(void) {
  char c = (char)200;
#if defined(__aarch64__)
  printf("aarch64-linux-gnu %d\\n", c);
#elif defined(__riscv)
  printf("riscv64-linux-gnu %d\\n", c);
#elif defined(__s390x__)
  printf("s390x-linux-gnu %d\\n", c);
#else
  printf("here %d\\n", c);
#endif
#ifdef WRONG
  puts("and more");
#endif
  return 3;
}
`);

describe('programs for another machine', { timeout: 300_000 }, () => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(world);
  });
  afterAll(() => laboratory.close());

  // The compilers of all machines would take a gigabyte; one of these has the other order of bytes.
  const tried = ['aarch64-linux-gnu', 'riscv64-linux-gnu', 's390x-linux-gnu'];
  it('are of machines that are known', () => {
    expect(machines.map(({ triple }) => triple)).toEqual(expect.arrayContaining(tried));
  });

  for (const triple of tried) {
    const gcc = (...args: string[]): CompilerConfiguration => ({ compiler: `${triple}-gcc-12`, args });
    const clang: CompilerConfiguration = { compiler: 'clang-19-stock', args: ['-O2', `--target=${triple}`] };

    it(`are linked for it and run: ${triple}`, async () => {
      const here = { compiler: 'gcc-12', args: ['-O2'] };
      const behaviours = await laboratory.behave(program, [gcc('-O2'), clang, here]);
      const printed = behaviours.map((each) =>
        each.kind === 'ran' ? `${each.run.exitCode} ${each.run.stdout}` : each.kind,
      );
      expect(printed).toEqual([`3 ${triple} 200\n`, `3 ${triple} 200\n`, '3 here -56\n']);
    });

    it(`are compared: the one that is wrong is told: ${triple}`, async () => {
      const { verdict } = await compare(laboratory, program, [gcc('-O2', '-DWRONG'), gcc('-O0'), clang]);
      expect(verdict.kind === 'differ' && verdict.odd.flatMap(({ labels }) => labels)).toEqual([
        `${triple}-gcc-12 -O2 -DWRONG`,
      ]);
    });
  }

  const name = 'loom language=c11 size=30 without=long without=int128';
  it.each(['arm-linux-gnueabihf', 's390x-linux-gnu'])(
    'print what loom says of them, without types whose width differs: %s',
    async (triple) => {
      const source = openSource(await findSource(name, '/'));
      for (let seed = 0; seed < 4; seed++) {
        const made = await source.run({ seed });
        if (made.outcome !== 'ok') throw new Error(`seed ${seed}: ${made.outcome}`);
        const flags = ['-std=c11', '-w', '-O2'];
        const { verdict, failures } = await compare(laboratory, made.program, [
          { compiler: `${triple}-gcc-12`, args: flags },
          { compiler: 'clang-19-stock', args: [...flags, `--target=${triple}`] },
        ]);
        const outcomes = failures.map(({ execution: { outcome, text } }) => `${outcome} ${text}`);
        expect([verdict.kind, ...outcomes], `seed ${seed}`).toEqual(['agree']);
      }
      await source.close();
    },
  );

  it('say nothing of the compiler where qemu does not know an instruction', async () => {
    const text =
      'int main(void) {\n#ifdef NEW\n  __asm__ volatile(".inst 0x00000000");\n#endif\n  return 0; }\n';
    const gcc = (...args: string[]): CompilerConfiguration => ({
      compiler: 'aarch64-linux-gnu-gcc-12',
      args,
    });
    const behaviours = await laboratory.behave(programOf(text), [gcc('-O1'), gcc('-O1', '-DNEW')]);
    expect(behaviours.map((each) => (each.kind === 'not-linked' ? each.said : each.kind))).toEqual([
      'ran',
      'qemu-aarch64 does not know an instruction of it',
    ]);
  });

  it.each([
    [['-march=rv64gcv_zvl256b'], 'vlen=256'],
    [['-march=rv64gcv_zba_zvl512b_zvfh', '-O2'], 'vlen=512'],
    [['-march=rv64gcv', '-mrvv-vector-bits=1024'], 'vlen=1024'],
    [['-march=rv64gcv'], 'zbkx=true'],
    [['-march=rv64gc_zve32x_zvl32b'], 'zbkx=true'],
  ])('have vectors as long as %s says', (args, end) => {
    const [, , processor] = otherMachineOf('riscv64-linux-gnu-gcc-12', args)!.runner;
    expect(processor?.split(',').at(-1)).toBe(end);
  });

  it.each([
    ['an exit code', ['hello', '', 'exit 3'], { code: 3, stdout: 'hello\n' }],
    ['no end of the last line', ['a', 'b ', 'exit 0'], { code: 0, stdout: 'a\nb ' }],
    ['nothing printed', ['', 'exit 0'], { code: 0, stdout: '' }],
    ['a line like the last one', ['exit 9', '', 'exit 0'], { code: 0, stdout: 'exit 9\n' }],
    ['a stack that met other data', ['a', '', 'stack'], { signal: 'SIGILL' }],
    ['a simulator that ended early', ['a', 'b'], { code: 125 }],
  ])('of AVR end as their unit says, by lines as simavr writes them: %s', (_, lines, expected) => {
    const folder = temporaryFolder();
    const text = lines.map((line) => `\u001B[32m${line}.\n\u001B[0m`).join('');
    writeFileSync(join(folder, 'text'), `Loaded 40 .data\n${text}`);
    writeFileSync(join(folder, 'simavr'), `#!/bin/sh\ncat ${folder}/text\n`, { mode: 0o755 });
    const [command, ...words] = otherMachineOf('avr-gcc')!.runner;
    const { status, signal, stdout } = spawnSync(command, [...words, './program'], {
      env: { PATH: `${folder}:${process.env['PATH']}` },
      encoding: 'utf8',
    });
    expect({ code: status, signal, stdout }).toMatchObject(expected);
  });

  it('are told by the name of the compiler, or by the last machine that clang is told', () => {
    expect(otherMachineOf('gcc-12')).toBeUndefined();
    expect(otherMachineOf('clang-22', ['--target=m68k'])).toBeUndefined();
    expect(otherMachineOf('riscv64-linux-gnu-gcc-12')?.triple).toBe('riscv64-linux-gnu');
    expect(otherMachineOf('riscv64-linux-gnu-gcc-16-full')?.triple).toBe('riscv64-linux-gnu');
    const last = otherMachineOf('clang-22', ['--target=riscv64-linux-gnu', '--target=aarch64-linux-gnu']);
    expect(last?.triple).toBe('aarch64-linux-gnu');
  });
});
