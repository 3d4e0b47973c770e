/** Rules of a build of GCC that need no build: which files are instrumented, and what make's commands say. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { instrumentationFolder } from '../../../src/build/index.ts';
import { recordedCommands } from '../../../src/target/gcc-build/commands.ts';
import { findBuiltGcc, listBuiltGcc } from '../../../src/target/gcc-build/build-gcc.ts';
import { gccToBuild } from '../../../src/session/target-to-build.ts';
import { findGccHome, hashOfSource } from '../../../src/target/gcc-build/gcc-home.ts';
import { gccNamed, nameOfGccSpec, unitOf } from '../../../src/target/gcc-build/plan.ts';
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
        'all: riscv.o',
        'riscv.o: ; $(COMPILER) -c ./riscv.cc',
        '',
      ].join('\n'),
    );
    writeFileSync(join(folder, 'tree-vrp.cc'), 'this is no C++\n');
    writeFileSync(join(folder, 'other.o'), 'a real object');
    await execa('make', [`COMPILER=${recorder}`], { cwd: folder });
    const commands = recordedCommands(folder);
    expect(commands).toEqual([
      // Makefiles of some machines do not name the object.
      { object: 'riscv.o', source: join(folder, 'riscv.cc'), includes: [], flags: [] },
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

describe('a GCC of a person', () => {
  const asked = {
    profile: 'passes',
    coverage: 'edges',
    patches: undefined,
    'no-assertions': false,
    'llvm-config': undefined,
    source: undefined,
    'gcc-source': undefined,
  } as const;

  function tree(): string {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'gcc'));
    writeFileSync(join(folder, 'gcc/BASE-VER'), '17.0.1\n');
    writeFileSync(join(folder, 'gcc/tree.h'), 'int x;\n');
    writeFileSync(join(folder, 'gcc/toplev.cc'), 'int y;\n');
    return folder;
  }

  it('has the name that the person gives it, and the version that its source says', async () => {
    const source = tree();
    const own = await gccToBuild({ cwd: '/' }, { ...asked, 'gcc-source': source }, 'mine');
    expect(own).toEqual({ ...spec, gccVersion: 17, own: { name: 'mine', source } });
    expect(await gccToBuild({ cwd: '/' }, asked, 'gcc-16')).toEqual(spec);
    const triple = 'aarch64-linux-gnu';
    expect(await gccToBuild({ cwd: '/' }, asked, `${triple}-gcc-16`)).toEqual({ ...spec, triple });
    expect(await gccToBuild({ cwd: '/' }, asked, 'clang-19')).toBeUndefined();
  });

  it.each([
    ['gcc-9', {}, 'no instrumented target named "gcc-9"'],
    ['gcc-16', { profile: 'backends' }, 'no profile of GCC is named "backends"'],
    ['gcc-16', { patches: '/x' }, 'there is no file or folder /x'],
    ['gcc', { 'gcc-source': '/x' }, 'a GCC of your own cannot be called gcc'],
    ['mine', { 'gcc-source': '/nowhere' }, '/nowhere has no gcc/BASE-VER'],
  ])('is refused: %s with %o', async (name, more, message) => {
    await expect(gccToBuild({ cwd: '/' }, { ...asked, ...more }, name)).rejects.toMatchObject({ message });
  });

  it('is another one after a change to a header, and the same after one to a source file', async () => {
    const source = tree();
    const identity = (): string | undefined =>
      findGccHome({ ...spec, own: { name: 'mine', source } }, '/nowhere')?.identity;
    const before = identity();
    const file = hashOfSource(join(source, 'gcc/toplev.cc'));
    writeFileSync(join(source, 'gcc/toplev.cc'), 'int changed;\n');
    expect(identity()).toBe(before);
    expect(hashOfSource(join(source, 'gcc/toplev.cc'))).not.toBe(file);
    writeFileSync(join(source, 'gcc/tree.h'), 'int changed;\n');
    expect(identity()).not.toBe(before);
  });
});

describe('names of builds of GCC', () => {
  it('say the version, the profile and what differs from the usual', () => {
    expect(nameOfGccSpec(spec)).toBe('gcc-16-passes');
    expect(nameOfGccSpec({ ...spec, coverage: 'edges+cmp', assertions: false })).toBe(
      'gcc-16-passes+cmp-no-assertions',
    );
    expect(nameOfGccSpec({ ...spec, own: { name: 'mine', source: '/x' } })).toBe('mine-passes');
    expect(nameOfGccSpec({ ...spec, triple: 'riscv64-linux-gnu' })).toBe('riscv64-linux-gnu-gcc-16-passes');
  });

  it.each([
    ['gcc-16', { gccVersion: 16 }],
    ['gcc-12', { gccVersion: 12 }],
    ['riscv64-linux-gnu-gcc-16', { gccVersion: 16, triple: 'riscv64-linux-gnu' }],
    ['gcc-14', { gccVersion: 14 }],
    ['gcc-snapshot', { gccVersion: 17 }],
    ['riscv64-linux-gnu-gcc-snapshot', undefined],
    ['gcc-9', undefined],
    ['pdp11-linux-gnu-gcc-16', undefined],
    ['clang-19', undefined],
  ])('%s means %o', (name, meant) => {
    expect(gccNamed(name)).toEqual(meant);
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
