/** Rules of a build of GCC that need no build: which files are instrumented, and what make's commands say. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { instrumentationFolder } from '../../../src/build/index.ts';
import { recordedCommands } from '../../../src/target/gcc-build/commands.ts';
import { findBuiltGcc, listBuiltGcc } from '../../../src/target/gcc-build/build-gcc.ts';
import { gccVersionIn, nameOfGccSpec, unitOf } from '../../../src/target/gcc-build/plan.ts';
import { gccProfileNames, isInstrumented } from '../../../src/target/gcc-build/profiles.ts';
import { findTarget } from '../../../src/target/index.ts';
import { temporaryFolder, world } from '../world.ts';

const spec = { gccVersion: 16, profile: 'passes', coverage: 'edges', assertions: true } as const;

describe('a profile of GCC', () => {
  it.each([
    ['tree-vrp.cc', 'starter passes full'],
    ['gimple-match-7.cc', 'starter passes full'],
    ['tree-vect-slp.cc', 'passes full'],
    ['ipa-cp.cc', 'passes full'],
    ['combine.cc', 'full'],
    ['lra-constraints.cc', 'full'],
    ['config/i386/i386-expand.cc', 'full'],
    ['tree-pretty-print.cc', ''],
    ['gimple-streamer-in.cc', ''],
    ['config/i386/i386-c.cc', ''],
    ['c/gimple-parser.cc', ''],
    ['c-family/c-gimplify.cc', ''],
    ['analyzer/region-model.cc', ''],
    ['insn-recog-3.cc', ''],
  ])('has %s in: %s', (name, profiles) => {
    const has = gccProfileNames.filter((profile) => isInstrumented(profile, name));
    expect(has.join(' ')).toBe(profiles);
  });
});

describe('a recorded command', () => {
  it('is what make would have run, with folders as whole paths, and without words about files', async () => {
    const folder = temporaryFolder();
    const recorder = join(instrumentationFolder, 'gcc/build/record-command');
    writeFileSync(
      join(folder, 'Makefile'),
      [
        'all: tree-vrp.o ; @test -s tree-vrp.o',
        'tree-vrp.o: tree-vrp.cc',
        '\t$(COMPILER) -c -g -W -DIN_GCC "-DNAME=\\"a b\\"" -fno-rtti -I. -I../include -o $@ -MT $@ -MMD -MF tree-vrp.TPo $<',
        '\tmv tree-vrp.TPo tree-vrp.Po',
        '',
      ].join('\n'),
    );
    writeFileSync(join(folder, 'tree-vrp.cc'), 'this is no C++\n');
    writeFileSync(join(folder, 'other.o'), 'a real object');
    await execa('make', [`COMPILER=${recorder}`], { cwd: folder });
    const commands = recordedCommands(folder);
    expect(commands).toEqual([
      {
        object: 'tree-vrp.o',
        source: join(folder, 'tree-vrp.cc'),
        includes: [folder, join(folder, '../include')],
        flags: ['-DIN_GCC', '-DNAME="a b"', '-fno-rtti'],
      },
    ]);
    // A second run finds its object and records nothing.
    chmodSync(join(folder, 'tree-vrp.o'), 0o444);
    const before = readFileSync(join(folder, 'tree-vrp.o'));
    await execa('make', [`COMPILER=${recorder}`], { cwd: folder });
    expect(readFileSync(join(folder, 'tree-vrp.o')).equals(before)).toBe(true);
  });

  it('is compiled with counters exactly if the profile has its file, and under names without places', () => {
    const trees = { source: '/a/source', configured: '/a/configured' };
    const command = (name: string): Parameters<typeof unitOf>[0] => ({
      object: 'x.o',
      source: `/a/source/gcc/${name}`,
      includes: ['/a/configured/gcc'],
      flags: ['-DIN_GCC'],
    });
    const [vrp, combine] = ['tree-vrp.cc', 'combine.cc'].map((name) =>
      unitOf(command(name), spec, trees, ''),
    );
    expect([vrp!.name, combine!.name]).toEqual(['gcc/tree-vrp.cc', 'gcc/combine.cc']);
    expect(vrp!.flags).toContain('-fsanitize-coverage=inline-8bit-counters,pc-table');
    expect(combine!.flags.join(' ')).not.toContain('sanitize');
    expect(vrp!.flags).toContain('-DIN_GCC');
    const generated = unitOf(
      { ...command(''), source: '/a/configured/gcc/gimple-match-1.cc' },
      spec,
      trees,
      '',
    );
    expect(generated.name).toBe('gcc/gimple-match-1.cc');
  });
});

describe('names of builds of GCC', () => {
  it('say the version, the profile and what differs from the usual', () => {
    expect(nameOfGccSpec(spec)).toBe('gcc-16-passes');
    expect(nameOfGccSpec({ ...spec, coverage: 'edges+cmp', assertions: false })).toBe(
      'gcc-16-passes+cmp-no-assertions',
    );
    expect(nameOfGccSpec({ ...spec, own: { name: 'mine', source: '/x' } })).toBe('mine-passes');
    expect([
      gccVersionIn('gcc-16'),
      gccVersionIn('gcc-12'),
      gccVersionIn('gcc-9'),
      gccVersionIn('clang-19'),
    ]).toEqual([16, 12, undefined, undefined]);
  });

  it('lead to the command that makes them where there is none', async () => {
    const empty = { ...world, cache: temporaryFolder() };
    expect(listBuiltGcc(empty.cache)).toEqual([]);
    expect(findBuiltGcc(spec, empty.cache)).toBeUndefined();
    await expect(findTarget('gcc-16-full+cmp', empty)).rejects.toMatchObject({
      message: 'gcc-16-full+cmp is not built',
      hints: ['build it with: cgfuzz target build gcc-16 --profile full --coverage edges+cmp'],
    });
  });
});
