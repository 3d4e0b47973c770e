/** Programs of the source `openmp`: directives change nothing, and the programs know what they print. */
import { describe, expect, it } from 'vitest';
import { madeProgram, printedBy } from './made-program.ts';

/** A release that keeps all promises of these directives, as far as the source knows. */
const asked = [
  { words: 'openmp most=12', compiler: 'gcc-12', level: '-O0', without: '-fno-openmp-simd' },
  { words: 'openmp only=simd+slopes most=12', compiler: 'gcc-12', level: '-O2', without: '' },
  { words: 'openmp only=simd most=12', compiler: 'clang-19', level: '-O2', without: '' },
] as const;

describe('programs of OpenMP', () => {
  it.each(asked)('print with $compiler $level what they say: $words $without', async (way) => {
    for (const seed of [1, 2, 3]) {
      const { files, truth, compilerArgs } = await madeProgram(way.words, seed);
      const flags = [...compilerArgs, way.level, ...(way.without === '' ? [] : [way.without])];
      const output = await printedBy('test.c', files['test.c']!, way.compiler, flags);
      expect(output, `seed ${seed}`).toBe(truth.stdout);
    }
  });

  it('have directives, and loops of each kind, in their first programs', async () => {
    const programs = await Promise.all(
      Array.from({ length: 20 }, (_, seed) => madeProgram('openmp most=12', seed)),
    );
    const all = programs.map(({ files }) => files['test.c']).join('');
    for (const directive of ['simd collapse(2)', 'tile sizes(', 'unroll partial(', 'unroll full'])
      expect(all).toContain(`#pragma omp ${directive}`);
    expect(all).toMatch(/for \(unsigned char i = .*; i-- ?\)|--i|i -= 1/);
    expect(all).toMatch(/for \((?:int|long long) [jk] = -?\d* ?\*? ?[ij] \+/);
    expect(all).not.toContain('omp reverse');
  });

  it('have the newest directives if these are named, with the flags that clang needs', async () => {
    const { files, compilerArgs } = await madeProgram('openmp only=reverse+stripe most=12', 2);
    expect(files['test.c']).toMatch(/#pragma omp (?:reverse|stripe sizes)/);
    expect(compilerArgs).toContain('-fopenmp-version=60');
  });

  it.each(['only=slopes', 'only=tile+clones', 'without=simd+tile+unroll'])(
    'are refused if a part lacks the directive that it needs: %s',
    async (words) => {
      await expect(madeProgram(`openmp ${words}`, 1)).rejects.toThrow(/^openmp has .* only with simd/);
      await expect(madeProgram('openmp without=simd', 1)).resolves.toBeDefined();
    },
  );
});
