/** Draw functions of a table: what they make of recorded words, and finding them, on generators that the wrappers build. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Alphabet } from '../../src/choice/index.ts';
import { findDraws } from '../../src/source/advise/draws.ts';
import { choiceLibrary, openSource, type ProcessDefinition, type Source } from '../../src/source/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { linkedDefinition } from './linked-definition.ts';
import { textOf } from './text-of.ts';

const folder = temporaryFolder(afterAll);
const generators = join(import.meta.dirname, 'generators');
let asks: string;
let toy: string;

async function build(name: string, files: readonly string[], level: string): Promise<string> {
  const wrapper = join((await choiceLibrary()).wrappers, 'cgfuzz-cc');
  const sources = files.map((file) => join(generators, file));
  await execa(wrapper, [level, '-Wall', '-Werror', ...sources, '-o', join(folder, name)]);
  return join(folder, name);
}

beforeAll(async () => {
  asks = await build('asks', ['asks.c'], '-O2');
  toy = await build('toy', ['toy.c', 'toy-random.c'], '-O1');
}, 180_000);

function definition(binary: string): ProcessDefinition {
  return linkedDefinition('asking', binary);
}

async function withTable<T>(
  binary: string,
  { lines, alphabet }: { readonly lines: string; readonly alphabet: Alphabet },
  work: (source: Source) => Promise<T>,
): Promise<T> {
  const table = join(mkdtempSync(join(folder, 't-')), 'a.table');
  writeFileSync(table, lines);
  const source = openSource({ ...definition(binary), table }, { alphabet });
  try {
    return await work(source);
  } finally {
    await source.close();
  }
}

/** The questions, as in `integer 0..999`. */
async function questions(binary: string, lines: string): Promise<ReadonlySet<string>> {
  return withTable(binary, { lines, alphabet: new Alphabet() }, async (source) => {
    const { record } = await source.run({ seed: 5 });
    const drawn = new Set<string>();
    for (let op = 0; op < record.ops.length; op++) {
      if (!record.isChoice(op)) continue;
      const { kind, min, max } = record.choiceAt(op);
      drawn.add(`${kind} ${min}..${max}`);
    }
    return drawn;
  });
}

describe('a draw function of a table', () => {
  it.each([
    ['draw below pick arg2', 'pick 0..5'],
    ['draw scaled integer arg1 scaled', 'integer 0..204'],
    ['draw is_likely percent arg1', 'weighted 0..1'],
    ['draw digits pick 16 each', 'pick 0..15'],
    ['draw pair pick 56 each', 'pick 0..55'],
  ])('makes of words that were drawn without "%s" the same program', async (line, question) => {
    const alphabet = new Alphabet();
    const words = await withTable(asks, { lines: '', alphabet }, async (source) =>
      Promise.all(Array.from({ length: 12 }, async (_, seed) => source.run({ seed }))),
    );
    await withTable(asks, { lines: line, alphabet }, async (source) => {
      for (const made of words) {
        const again = await source.run({ seed: 77, sequence: made.record });
        expect(textOf(again)).toBe(textOf(made));
        expect(again.freshCount).toBe(0);
        expect(again.record.choiceCount).toBe(made.record.choiceCount);
      }
    });
    expect(await questions(asks, line)).toContain(question);
  });

  it('is one choice, though functions inside it are scopes', async () => {
    expect(await questions(asks, 'draw below pick arg2\nscope *\n')).toContain('pick 0..5');
  });
});

describe('draw functions are found', () => {
  const found = async (binary: string): Promise<Awaited<ReturnType<typeof findDraws>>> =>
    findDraws(definition(binary), {
      seed: 1,
      folder: mkdtempSync(join(folder, 'found-')),
      onProgress: () => undefined,
    });

  it('with the ways in which they come to their answers', { timeout: 300_000 }, async () => {
    const lines = await found(asks);
    const said = lines.map(({ symbol, asks: question }) => `${symbol} ${question}`);
    expect(said).toEqual(
      expect.arrayContaining([
        'is_likely percent arg1',
        'below pick arg2',
        'odd_below pick arg1',
        'digits pick 16 each',
      ]),
    );
    // Functions that only pass words on, their callers, and functions that nobody sees.
    for (const name of ['word', 'in_three', 'unseen', 'main'])
      expect(lines.map(({ symbol }) => symbol)).not.toContain(name);
    for (const { symbol, idleWordsPercent, idleAnswersPercent } of lines)
      if (symbol !== 'odd_below') expect(idleAnswersPercent).toBeLessThan(idleWordsPercent);
  });

  it('as a person found them', { timeout: 300_000 }, async () => {
    const lines = await found(toy);
    expect(lines.map(({ symbol, asks: question }) => `${symbol} ${question}`).toSorted()).toEqual([
      'below pick arg1',
      'chance percent arg1',
      'odd_below integer arg1',
    ]);
  });

  it('nowhere, where every choice has its bounds', { timeout: 120_000 }, async () => {
    const wrapper = join((await choiceLibrary()).wrappers, 'cgfuzz-c++');
    const binary = join(folder, 'advised');
    await execa(wrapper, ['-std=c++17', '-O2', join(generators, 'advised.cpp'), '-o', binary]);
    expect(await found(binary)).toEqual([]);
  });
});
