/** Loom as a source: what its programs say of themselves. */
import { afterAll, describe, expect, it } from 'vitest';
import loomSource from '../../../src/generators/loom.ts';
import { openSource } from '../../../src/source/index.ts';
import { outcomesOf } from '../../../src/program/index.ts';

const source = openSource(loomSource);
afterAll(() => source.close());

describe('a program of loom', () => {
  it('says its language, what a compiler must be told, and what it prints', async () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 30; seed++) {
      const made = await source.run({ seed });
      if (made.outcome !== 'ok') throw new Error(`seed ${seed}: ${made.outcome}`);
      const { language, main, compilerArgs, promises, truth } = made.program;
      seen.add([language, main, ...compilerArgs!].join(' '));
      expect(promises).toBe('defined');
      const [outcome] = outcomesOf(truth!);
      expect(Buffer.from(outcome!.stdout).toString()).toMatch(/^-?\d+(?: -?\d+)*\n$/);
    }
    expect([...seen].toSorted()).toEqual([
      'c test.c -std=c11',
      'c++ test.cpp -std=c++17',
      'c++ test.cpp -std=c++20',
    ]);
  });

  it('begins with its language and its size, so that arms can keep them and draw the rest', async () => {
    const { record } = await source.run({ seed: 4 });
    const { ops, alphabet } = record;
    expect(alphabet.labelOf(ops[0]!)).toBe('options');
    const end = record.outline.match[0]!;
    expect(Array.from({ length: end - 1 }, (_, at) => record.isChoice(at + 1))).toEqual([true, true]);
  });
});
