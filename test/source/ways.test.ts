/** The three ways in: as it is, rebuilt, annotated. */
import { join } from 'node:path';

import { execa } from 'execa';
import { afterEach, describe, expect, it } from 'vitest';

import { choiceLibrary, openSource, type Source, type ProcessDefinition } from '../../src/source/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { compileGenerator } from './compile-generator.ts';
import { textOf } from './text-of.ts';

const generators = join(import.meta.dirname, 'generators');

const definition = (command: string, more: Partial<ProcessDefinition>): ProcessDefinition => ({
  name: 'test',
  summary: 'for tests',
  language: 'text',
  command: [command],
  reach: 'linked',
  process: 'exec',
  scopes: 'own',
  writes: { to: 'stdout' },
  ...more,
});

let source: Source | undefined;
afterEach(async () => {
  await source?.close();
  source = undefined;
});

/** Programs of some seeds, each replayed; gives the texts. */
async function replayed(of: Source, count = 8): Promise<string[]> {
  source = of;
  const texts: string[] = [];
  for (let seed = 0; seed < count; seed++) {
    const first = await of.run({ seed });
    const again = await of.run({ seed: seed + 100, sequence: first.record });
    expect(textOf(again)).toBe(textOf(first));
    expect(again.record.equals(first.record)).toBe(true);
    expect(again.freshCount).toBe(0);
    texts.push(textOf(first));
  }
  expect(new Set(texts).size).toBeGreaterThan(count / 2);
  return texts;
}

function labelsOf(of: Source): string[] {
  return Array.from({ length: of.alphabet.size }, (_, symbol) => symbol)
    .filter((symbol) => of.alphabet.isScope(symbol))
    .map((symbol) => of.alphabet.labelOf(symbol));
}

describe('an unmodified binary', () => {
  it('has every kind of randomness answered', { timeout: 60_000 }, async () => {
    const binary = await compileGenerator('every-randomness.cpp', '-DUNLINKED');
    const texts = await replayed(
      openSource(definition(binary, { reach: 'preload', scopes: 'stack', randomAddresses: true })),
    );
    const lines = texts.map((text) => text.trim().split('\n'));
    const constant = ['time', 'clock_gettime', 'gettimeofday', 'chrono', 'pid', 'auxv'];
    for (const [i, line] of lines[0]!.entries()) {
      const name = line.replace(/ [^ ]*$/, '');
      const values = new Set(lines.map((list) => list[i]));
      if (constant.includes(name)) expect(values, name).toHaveProperty('size', 1);
      else expect(values.size, name).toBeGreaterThan(6);
    }
    expect([...source!.seen().keys()]).toEqual(
      expect.arrayContaining(['rand', 'random_r', 'getrandom', '/dev/urandom', 'std::random_device', 'time']),
    );
  });

  it.each(['exec', 'fork'] as const)('has scopes named by its symbols, run by %s', async (process) => {
    const library = await choiceLibrary();
    const folder = temporaryFolder();
    const binary = join(folder, 'toy');
    await execa('gcc', ['-O1', join(generators, 'toy.c'), join(generators, 'toy-random.c'), '-o', binary]);
    const toy = definition(binary, { reach: 'preload', scopes: 'stack', process, randomAddresses: true });
    await replayed(openSource(toy), 20);
    expect(labelsOf(source!)).toEqual(expect.arrayContaining(['main', 'statement', 'statement_of', 'below']));
    await source!.close();
    await execa('strip', [binary]);
    await replayed(openSource(toy), 5);
    expect(labelsOf(source!).every((label) => /^toy\+0x[0-9a-f]+$/.test(label))).toBe(true);
    expect(library.shared).toContain('libcgfuzz.so');
  });
});

describe('a sequence of more than a million choices and scopes', () => {
  it('is recorded and replayed exactly', { timeout: 60_000 }, async () => {
    const binary = await compileGenerator('misbehave.c', '-DUNLINKED');
    const many = definition(binary, {
      command: [binary, 'many', '1200000'],
      reach: 'preload',
      scopes: 'stack',
    });
    source = openSource(many);
    const first = await source.run({ seed: 1 });
    const again = await source.run({ seed: 2, sequence: first.record });
    expect(first.record.choiceCount).toBe(1_200_010);
    expect(first.record.scopeCount).toBeGreaterThan(1_200_000);
    expect(textOf(again)).toBe(textOf(first));
    expect(again.record.equals(first.record)).toBe(true);
  });
});

describe('a rebuilt generator', () => {
  const build = async (flags: readonly string[], env: Record<string, string> = {}): Promise<string> => {
    const { wrappers } = await choiceLibrary();
    const binary = join(temporaryFolder(), 'toy');
    const sources = ['toy.c', 'toy-random.c'].map((file) => join(generators, file));
    await execa(join(wrappers, 'cgfuzz-cc'), ['-O1', ...flags, ...sources, '-o', binary], { env });
    return binary;
  };

  it('has typed choices and scopes by a table, and keeps only the answers that suited', async () => {
    const binary = await build([`--cgfuzz-table=${join(generators, 'toy.table')}`]);
    await replayed(openSource(definition(binary, {})), 30);
    const { record } = await source!.run({ seed: 4 });
    const kinds = new Set<string>();
    for (let op = 0; op < record.ops.length; op++) {
      if (!record.isChoice(op)) continue;
      const { kind, max, value } = record.choiceAt(op);
      kinds.add(`${kind} ${max + 1n}`);
      if (max === 999n) expect(value % 2n).toBe(1n);
    }
    expect([...kinds]).toEqual(expect.arrayContaining(['pick 5', 'pick 4', 'integer 1000', 'weighted 2']));
    expect(labelsOf(source!)).toEqual(['statement']);
  });

  it('has scopes from instrumented functions', async () => {
    const binary = await build([], { CGFUZZ_SCOPES: 'functions' });
    await replayed(openSource(definition(binary, { process: 'fork' })), 20);
    expect(labelsOf(source!)).toEqual(expect.arrayContaining(['main', 'statement', 'statement_of', 'below']));
  });

  it('still runs by itself', async () => {
    const binary = await build([`--cgfuzz-table=${join(generators, 'toy.table')}`]);
    expect((await execa(binary)).stdout).toMatch(/^(x = |\{)/);
  });

  it('says what is wrong with a table', async () => {
    const table = join(temporaryFolder(), 'bad.table');
    await execa('tee', [table], { input: 'draw below pick most\n' });
    await expect(build([`--cgfuzz-table=${table}`])).rejects.toThrow(/bad.table:1: "most" is no limit/);
  });

  it.each(['c++11', 'c++17'])(
    'has <random> answered, typed, in %s',
    { timeout: 60_000 },
    async (standard) => {
      const { wrappers } = await choiceLibrary();
      const binary = join(temporaryFolder(), 'standard');
      const flags = [`-std=${standard}`, '-Wall', '-Wextra', '-Wpedantic', '-Werror'];
      await execa(join(wrappers, 'cgfuzz-c++'), [...flags, join(generators, 'standard.cpp'), '-o', binary]);
      await replayed(openSource(definition(binary, {})));
      const { record } = await source!.run({ seed: 1 });
      const sites = new Set<string>();
      for (let op = 0; op < record.ops.length; op++) {
        if (record.isChoice(op)) {
          const { kind, min, max } = record.choiceAt(op);
          sites.add(`${kind} ${min}..${max}`);
        }
      }
      expect([...sites]).toEqual(
        expect.arrayContaining([
          'weighted 0..3',
          'weighted 0..1',
          'pick 0..3',
          'integer -1000000..1000000',
          'word 0..4294967295',
        ]),
      );
    },
  );
});

describe('a sequence of another alphabet', () => {
  it.each(['preload', 'stream'] as const)('is refused for what it is (%s)', async (reach) => {
    const binary = await compileGenerator('misbehave.c', '-DUNLINKED');
    source = openSource(definition(binary, { reach: 'preload' }));
    const { record } = await source.run({ seed: 1 });
    const other = openSource(definition(binary, { reach }));
    await expect(other.run({ sequence: record })).rejects.toThrow(
      /of another alphabet than the source test: open the source with the alphabet of the sequence/,
    );
    await other.close();
    const shared = openSource(definition(binary, { reach: 'preload' }), { alphabet: record.alphabet });
    expect((await shared.run({ sequence: record })).record.equals(record)).toBe(true);
    await shared.close();
  });
});

describe('an annotated generator', () => {
  it.each(['persistent', 'exec', 'fork'] as const)(
    'draws from the engine, preloaded, as %s',
    async (process) => {
      const binary = await compileGenerator('annotated.cpp', '-DUNLINKED');
      await replayed(openSource(definition(binary, { reach: 'preload', process })), 20);
      expect(labelsOf(source!).toSorted()).toEqual(['expression', 'statement']);
    },
  );

  it('is a plain seeded generator without one', async () => {
    const binary = await compileGenerator('annotated.cpp', '-DUNLINKED');
    const outputs = await Promise.all(
      ['1', '1', '2'].map(async (seed) => (await execa(binary, [seed])).stdout),
    );
    expect(outputs[0]).toBe(outputs[1]);
    expect(outputs[0]).not.toBe(outputs[2]);
  });
});

describe('a source that is asked several times at once', () => {
  it('answers as if it were asked one after the other', { timeout: 60_000 }, async () => {
    const binary = await compileGenerator('annotated.cpp', '-DUNLINKED');
    const asked = openSource(definition(binary, { reach: 'preload', process: 'persistent' }));
    source = asked;
    const seeds = [1, 2, 3, 1];
    const together = await Promise.all(seeds.map((seed) => asked.run({ seed })));
    const texts = together.map(textOf);
    for (const [index, seed] of seeds.entries()) expect(texts[index]).toBe(textOf(await asked.run({ seed })));
    expect(texts[0]).not.toBe(texts[1]);
    expect(texts[3]).toBe(texts[0]);
  });
});
