/** cgfuzz-cc and cgfuzz-c++ in the hands of build systems and compilers. */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { execa } from 'execa';
import { afterEach, describe, expect, it } from 'vitest';

import { choiceLibrary, openSource, type Source } from '../../src/source/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { linkedDefinition } from './linked-definition.ts';
import { textOf } from './text-of.ts';

const generators = join(import.meta.dirname, 'generators');
const table = join(generators, 'toy.table');

let source: Source | undefined;
afterEach(async () => {
  await source?.close();
  source = undefined;
});

/** A folder with the sources of the toy generator. */
function toyFolder(): string {
  const folder = temporaryFolder();
  for (const file of ['toy.c', 'toy-random.c', 'toy.h']) cpSync(join(generators, file), join(folder, file));
  return folder;
}

async function wrappers(): Promise<{ readonly cc: string; readonly cxx: string }> {
  const folder = (await choiceLibrary()).wrappers;
  return { cc: join(folder, 'cgfuzz-cc'), cxx: join(folder, 'cgfuzz-c++') };
}

interface Drawn {
  /** As in `pick 0..3`. */
  readonly questions: ReadonlySet<string>;
  readonly labels: readonly string[];
}

/** Makes some programs, replays each, and says what was asked. */
async function drawnBy(binary: string): Promise<Drawn> {
  source = openSource(linkedDefinition('built', binary));
  const { alphabet } = source;
  const questions = new Set<string>();
  for (let seed = 0; seed < 10; seed++) {
    const first = await source.run({ seed });
    const again = await source.run({ seed: seed + 100, sequence: first.record });
    expect(textOf(again)).toBe(textOf(first));
    expect(again.freshCount).toBe(0);
    const { record } = first;
    for (let op = 0; op < record.ops.length; op++) {
      if (!record.isChoice(op)) continue;
      const { kind, min, max } = record.choiceAt(op);
      questions.add(`${kind} ${min}..${max}`);
    }
  }
  const symbols = Array.from({ length: alphabet.size }, (_, symbol) => symbol);
  const labels = symbols.filter((symbol) => alphabet.isScope(symbol)).map((each) => alphabet.labelOf(each));
  return { questions, labels };
}

function expectTyped({ questions, labels }: Drawn): void {
  expect([...questions]).toEqual(
    expect.arrayContaining(['pick 0..4', 'pick 0..3', 'integer 0..999', 'weighted 0..1']),
  );
  expect(labels).toEqual(['statement']);
}

describe('as the compiler of a build system, sources untouched', { timeout: 60_000 }, () => {
  it('works for make, told by the environment', async () => {
    const folder = toyFolder();
    writeFileSync(join(folder, 'Makefile'), 'toy: toy.o toy-random.o\n\t$(CC) $(LDFLAGS) -o $@ $^\n');
    const { cc } = await wrappers();
    await execa('make', [`CC=${cc}`], { cwd: folder, env: { CGFUZZ_TABLE: table } });
    expectTyped(await drawnBy(join(folder, 'toy')));
  });

  it('works for CMake, told by flags', async () => {
    const folder = toyFolder();
    writeFileSync(
      join(folder, 'CMakeLists.txt'),
      'cmake_minimum_required(VERSION 3.5)\nproject(toy C)\nadd_executable(toy toy.c toy-random.c)\n',
    );
    const { cc } = await wrappers();
    const flags = [`-DCMAKE_C_COMPILER=${cc}`, `-DCMAKE_EXE_LINKER_FLAGS=--cgfuzz-table=${table}`];
    const build = join(folder, 'build');
    await execa('cmake', ['-S', folder, '-B', build, '-G', 'Unix Makefiles', ...flags]);
    await execa('cmake', ['--build', build]);
    expectTyped(await drawnBy(join(build, 'toy')));
  });
});

describe('around clang', { timeout: 60_000 }, () => {
  const toy = ['toy.c', 'toy-random.c'].map((file) => join(generators, file));

  it('types choices by a table', async () => {
    const { cc } = await wrappers();
    const binary = join(temporaryFolder(), 'toy');
    await execa(cc, ['--cc=clang-19', '-O1', `--cgfuzz-table=${table}`, ...toy, '-o', binary]);
    expectTyped(await drawnBy(binary));
  });

  it('takes scopes from instrumented functions, and says that it cannot leave some out', async () => {
    const { cc } = await wrappers();
    const binary = join(temporaryFolder(), 'toy');
    const env = { CGFUZZ_CC: 'clang-19', CGFUZZ_SCOPES: 'functions' };
    await execa(cc, ['-O1', ...toy, '-o', binary], { env });
    const { labels } = await drawnBy(binary);
    expect(labels).toEqual(expect.arrayContaining(['main', 'statement']));
    const filtered = execa(cc, ['-c', toy[0]!, '-o', '/dev/null'], {
      env: { ...env, CGFUZZ_FILTER: 'my.filter' },
    });
    await expect(filtered).rejects.toThrow(/clang cannot leave functions out; use gcc with my.filter/);
  });

  it.each(['c++11', 'c++20'])('answers <random> in %s', async (standard) => {
    const { cxx } = await wrappers();
    const binary = join(temporaryFolder(), 'standard');
    const args = [`-std=${standard}`, '-Wall', '-Werror', join(generators, 'standard.cpp'), '-o', binary];
    await execa(cxx, args, { env: { CGFUZZ_CXX: 'clang++-19' } });
    const { questions } = await drawnBy(binary);
    expect([...questions]).toEqual(
      expect.arrayContaining([
        'weighted 0..3',
        'pick 0..3',
        'integer -1000000..1000000',
        'word 0..4294967295',
      ]),
    );
  });
});

describe('with instrumented functions', { timeout: 60_000 }, () => {
  const built = async (files: readonly string[], flags: readonly string[]): Promise<string> => {
    const { cc, cxx } = await wrappers();
    const binary = join(temporaryFolder(), 'built');
    const sources = files.map((file) => (file.startsWith('/') ? file : join(generators, file)));
    const compiler = sources[0]!.endsWith('.cpp') ? cxx : cc;
    await execa(compiler, [...flags, '--cgfuzz-scopes=functions', ...sources, '-o', binary]);
    return binary;
  };

  it.each(['-O0', '-O2'])('a function keeps its scope when another is inlined into it, %s', async (level) => {
    const binary = await built(['inlined.c'], [level]);
    await drawnBy(binary);
    const { record } = await source!.run({ seed: 1 });
    const shape: string[] = [];
    for (let op = 0; op < record.ops.length; op++) {
      if (record.isChoice(op)) shape.push('.');
      else shape.push(record.isScope(op) ? `${record.alphabet.labelOf(record.ops[op]!)}(` : ')');
    }
    expect(shape.join('')).toBe('main(host(.inner(.).host(.inner(.).host(.inner(.).))))');
  });

  it.each(['g++', 'clang++-19'])('what stands in for <random> is no scope, %s', async (compiler) => {
    const binary = await built(['standard.cpp'], [`--cc=${compiler}`, '-std=c++17', '-O0']);
    const { labels } = await drawnBy(binary);
    expect(labels.filter((label) => label.startsWith('_ZN10cgfuzz'))).toEqual([]);
    expect(labels).toContain('main');
  });

  it('the draws of a table count, and its scopes are left out with a word', async () => {
    const { cc } = await wrappers();
    const binary = join(temporaryFolder(), 'toy');
    const sources = ['toy.c', 'toy-random.c'].map((file) => join(generators, file));
    const flags = ['-O1', `--cgfuzz-table=${table}`, '--cgfuzz-scopes=functions'];
    const { stderr } = await execa(cc, [...flags, ...sources, '-o', binary]);
    expect(stderr).toMatch(/note: the draws of .*toy.table count, its scopes do not/);
    const { questions, labels } = await drawnBy(binary);
    expect([...questions]).toEqual(
      expect.arrayContaining(['pick 0..4', 'pick 0..3', 'integer 0..999', 'weighted 0..1']),
    );
    expect([...questions].filter((question) => question.startsWith('word'))).toEqual([]);
    expect(labels.toSorted()).toEqual(['main', 'statement', 'statement_of']);
  });
});

describe('beside annotations', { timeout: 60_000 }, () => {
  it.each(['g++', 'clang++-19'])('the headers give no warning, %s', async (compiler) => {
    const { cxx } = await wrappers();
    const { include } = await choiceLibrary();
    const strict = ['-std=c++20', '-Wall', '-Wextra', '-Werror', `-I${include}`];
    const annotated = join(generators, 'annotated.cpp');
    const binary = join(temporaryFolder(), 'annotated');
    await execa(cxx, [`--cc=${compiler}`, ...strict, annotated, '-o', binary]);
    const { labels } = await drawnBy(binary);
    expect(labels.toSorted()).toEqual(['expression', 'statement']);
    expect(source!.seen().get('typed choices')).toBeGreaterThan(10);
  });
});
