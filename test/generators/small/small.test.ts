import { execa } from 'execa';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Alphabet, replay } from '../../../src/choice/index.ts';
import { findSource } from '../../../src/generators/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const alphabet = new Alphabet();

interface Made {
  readonly files: Readonly<Record<string, string>>;
  readonly truth: { readonly stdout: string };
  readonly compilerArgs?: readonly string[];
}

async function sourceOf(words: string) {
  const source = await findSource(words, '.');
  if (!('generate' in source)) throw new Error(words);
  return source;
}

async function made(words: string, seed: number): Promise<Made & { readonly args: readonly string[] }> {
  const source = await sourceOf(words);
  const result = replay(source.generate, { alphabet, seed });
  if (result.outcome !== 'ok') throw new Error(`${words}, seed ${seed}: ${result.outcome}`);
  const program = result.value as unknown as Made;
  return { ...program, args: [...(source.compilerArgs ?? []), ...(program.compilerArgs ?? [])] };
}

/** Sources, and the words that leave out what gcc 12 does not know. */
const sources = [
  { name: 'corners', forGcc12: 'corners without=bitint+bfloat' },
  { name: 'corners only=narrow', forGcc12: 'corners only=narrow without=bitint' },
  // gcc 12 has no type of this kind.
  { name: 'corners only=wide', forGcc12: 'corners without=bitint+bfloat' },
  { name: 'flow', forGcc12: 'flow' },
  { name: 'nests', forGcc12: 'nests' },
  { name: 'frames', forGcc12: 'frames' },
];
const sanitized = ['-O1', '-fsanitize=undefined,address', '-fno-sanitize-recover=all'];

describe.each(sources)('programs of $name', ({ name, forGcc12 }) => {
  it.each([
    { compiler: 'clang-19', flags: sanitized, words: name },
    { compiler: 'clang-19', flags: ['-O2'], words: name },
    { compiler: 'gcc-12', flags: ['-O2'], words: forGcc12 },
  ])(
    'print what they say with $compiler $flags, and nothing complains',
    async ({ compiler, flags, words }) => {
      const folder = temporaryFolder();
      for (let seed = 0; seed < 6; seed++) {
        const { files, truth, args } = await made(words, seed);
        writeFileSync(join(folder, 'test.c'), files['test.c']!);
        const program = join(folder, 'program');
        await execa(compiler, [...args, ...flags, '-o', program, join(folder, 'test.c')]);
        const { stdout } = await execa(program);
        expect(`${stdout}\n`, `${words}, seed ${seed}`).toBe(truth.stdout);
      }
    },
  );

  it('are small, and smallest if every choice is the first one', async () => {
    const source = await sourceOf(name);
    const simplest = replay(source.generate, { alphabet, filler: () => 0 });
    if (simplest.outcome !== 'ok') throw new Error(simplest.outcome);
    const { length } = (simplest.value as unknown as Made).files['test.c']!;
    const sizes: number[] = [];
    for (let seed = 0; seed < 50; seed++) sizes.push((await made(name, seed)).files['test.c']!.length);
    expect(Math.max(...sizes)).toBeLessThan(40_000);
    expect(sizes.filter((size) => size < length)).toEqual([]);
  });

  it('are refused settings that they do not know', async () => {
    await expect(sourceOf(`${name} without=sense`)).rejects.toThrow('has no part "sense"');
    await expect(sourceOf(`${name} most=0`)).rejects.toThrow('is no number of functions');
  });
});
