/** Programs of the source `openmp`: directives change nothing, and the programs know what they print. */
import { execa } from 'execa';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Alphabet, replay } from '../../../src/choice/index.ts';
import { findSource } from '../../../src/generators/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

interface Made {
  readonly text: string;
  readonly stdout: string;
  readonly args: readonly string[];
}

const alphabet = new Alphabet();

async function made(words: string, seed: number): Promise<Made> {
  const source = await findSource(words, '.');
  if (!('generate' in source)) throw new Error(words);
  const result = replay(source.generate, { alphabet, seed });
  if (result.outcome !== 'ok') throw new Error(result.outcome);
  const value = result.value as unknown as { files: Record<string, string>; truth: { stdout: string } };
  return { text: value.files['test.c']!, stdout: value.truth.stdout, args: source.compilerArgs ?? [] };
}

async function printed(text: string, compiler: string, flags: readonly string[]): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'test.c'), text);
  await execa(compiler, [...flags, '-o', join(folder, 'program'), join(folder, 'test.c')]);
  return `${(await execa(join(folder, 'program'))).stdout}\n`;
}

/** A release that keeps all promises of these directives, as far as the source knows. */
const asked = [
  { words: 'openmp most=12', compiler: 'gcc-12', level: '-O0', without: '-fno-openmp-simd' },
  { words: 'openmp only=simd+slopes most=12', compiler: 'gcc-12', level: '-O2', without: '' },
  { words: 'openmp only=simd most=12', compiler: 'clang-19', level: '-O2', without: '' },
] as const;

describe('programs of OpenMP', () => {
  it.each(asked)('print with $compiler $level what they say: $words $without', async (way) => {
    for (const seed of [1, 2, 3]) {
      const { text, stdout, args } = await made(way.words, seed);
      const flags = [...args, way.level, ...(way.without === '' ? [] : [way.without])];
      expect(await printed(text, way.compiler, flags), `seed ${seed}`).toBe(stdout);
    }
  });

  it('have directives, and loops of each kind, in their first programs', async () => {
    const texts = await Promise.all(Array.from({ length: 20 }, (_, seed) => made('openmp most=12', seed)));
    const all = texts.map(({ text }) => text).join('');
    for (const directive of ['simd collapse(2)', 'tile sizes(', 'unroll partial(', 'unroll full'])
      expect(all).toContain(`#pragma omp ${directive}`);
    expect(all).toMatch(/for \(unsigned char i = .*; i-- ?\)|--i|i -= 1/);
    expect(all).toMatch(/for \((?:int|long long) [jk] = -?\d* ?\*? ?[ij] \+/);
    expect(all).not.toContain('omp reverse');
  });

  it('have the newest directives if these are named, with the flags that clang needs', async () => {
    const { text, args } = await made('openmp only=reverse+stripe most=12', 2);
    expect(text).toMatch(/#pragma omp (?:reverse|stripe sizes)/);
    expect(args).toContain('-fopenmp-version=60');
  });
});
