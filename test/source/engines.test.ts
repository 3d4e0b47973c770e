/** Engines inside unmodified binaries, answered where they stand. */
import { execa } from 'execa';
import { afterEach, describe, expect, it } from 'vitest';

import { openSource, type ProcessDefinition, type Source } from '../../src/source/index.ts';
import type { ChoiceSequence } from '../../src/choice/index.ts';
import { compileGenerator } from './compile-generator.ts';
import { textOf } from './text-of.ts';

const definition = (command: string, more: Partial<ProcessDefinition> = {}): ProcessDefinition => ({
  name: 'test',
  summary: 'for tests',
  language: 'text',
  command: [command],
  reach: 'preload',
  process: 'fork',
  scopes: 'stack',
  writes: { to: 'stdout' },
  ...more,
});

let source: Source | undefined;
afterEach(async () => {
  await source?.close();
  source = undefined;
});

/** The records of some programs, each replayed. */
async function replayed(of: ProcessDefinition, programs = 5): Promise<ChoiceSequence[]> {
  source = openSource(of);
  const records: ChoiceSequence[] = [];
  for (let seed = 0; seed < programs; seed++) {
    const first = await source.run({ seed });
    const again = await source.run({ seed: seed + 100, sequence: first.record });
    expect(textOf(again)).toBe(textOf(first));
    expect(again.record.equals(first.record)).toBe(true);
    expect(again.freshCount).toBe(0);
    records.push(first.record);
  }
  return records;
}

function choicesIn(record: ChoiceSequence): { readonly question: string; readonly value: bigint }[] {
  const ops = Array.from({ length: record.ops.length }, (_, op) => op).filter((op) => record.isChoice(op));
  return ops.map((op) => {
    const { kind, min, max, value } = record.choiceAt(op);
    return { question: `${kind} ${min}..${max}`, value };
  });
}

describe('an engine of <random> in an unmodified binary', { timeout: 60_000 }, () => {
  it.each([
    ['std::mt19937', '-O0'],
    ['std::mt19937', '-O2'],
    ['std::mt19937_64', '-O0'],
    ['std::mt19937_64', '-O2'],
    ['std::minstd_rand', '-O0'],
    ['std::ranlux24', '-O0'],
    ['std::knuth_b', '-O0'],
  ])('gives what the choices say: %s at %s', async (engine, level) => {
    const binary = await compileGenerator('draws.cpp', '-DUNLINKED', `-DENGINE=${engine}`, level);
    const [record] = await replayed(definition(binary), 3);
    const made = await source!.run({ sequence: record! });
    const printed = textOf(made).trim().split('\n').map(BigInt);
    // Some draw for themselves when they are made.
    const values = choicesIn(record!).map(({ value }) => value);
    expect(values.slice(-printed.length)).toEqual(printed);
    expect(new Set(printed).size).toBe(11);
  });

  it.each(['-O0', '-O2'])('has typed choices where its distributions are functions, at %s', async (level) => {
    const binary = await compileGenerator('seeded.cpp', '-DUNLINKED', level);
    const records = await replayed(definition(binary));
    const choices = records.flatMap(choicesIn);
    expect(choices.length).toBeGreaterThan(500);
    expect(source!.seen().get('engines inside the program')).toBeGreaterThan(500);
    expect(source!.seen().get('functions answered inside the program')).toBeGreaterThan(0);
    if (level !== '-O0') return;
    const questions = new Set(choices.map(({ question }) => question));
    expect([...questions]).toEqual(
      expect.arrayContaining([
        'pick 0..7',
        'weighted 0..3',
        'weighted 0..1',
        'integer -1000000..1000000',
        'word 0..9007199254740991',
      ]),
    );
  });

  it('is left alone where the definition says so', async () => {
    const binary = await compileGenerator('seeded.cpp', '-DUNLINKED', '-O0');
    const records = await replayed(definition(binary, { engines: [] }), 2);
    expect(records.map(({ choiceCount }) => choiceCount)).toEqual([1, 1]);
  });
});

describe('a function that the definition names', { timeout: 60_000 }, () => {
  const engines = ['my_next word 64', 'below pick arg1', 'chance percent arg1'];

  it.each(['exec', 'fork'] as const)('is answered where it stands, by its bounds, as %s', async (process) => {
    const binary = await compileGenerator('own-engine.c', '-DUNLINKED', '-O2');
    const records = await replayed(definition(binary, { engines, process }));
    const questions = new Set(records.flatMap(choicesIn).map(({ question }) => question));
    expect([...questions]).toEqual(
      expect.arrayContaining(['word 0..18446744073709551615', 'pick 0..2', 'weighted 0..1', 'pick 0..999']),
    );
  });

  it('may be named by its address', async () => {
    const binary = await compileGenerator('own-engine.c', '-DUNLINKED', '-O2');
    const { stdout } = await execa('nm', [binary]);
    const address = /^0*([0-9a-f]+) t my_next$/m.exec(stdout)![1]!;
    await execa('strip', [binary]);
    const [record] = await replayed(definition(binary, { engines: [`0x${address} word 64`] }));
    expect(choicesIn(record!).length).toBeGreaterThan(10);
  });

  it.each([
    ['nobody word 64', /nobody: no function of this name in the program/],
    ['my_next words 64', /my_next words 64: write FUNCTION KIND LIMIT/],
    ['my_next word 65', /my_next word 65: write FUNCTION KIND LIMIT/],
    ['0x10 word 64', /0x10: no such address in the program/],
  ])('is refused where it makes no sense: %s', async (line, message) => {
    const binary = await compileGenerator('own-engine.c', '-DUNLINKED', '-O2');
    source = openSource(definition(binary, { engines: [line], process: 'exec' }));
    const made = await source.run({ seed: 1 });
    expect(made).toMatchObject({ outcome: 'failed' });
    expect(String(made.outcome === 'failed' && made.error)).toMatch(message);
  });
});
