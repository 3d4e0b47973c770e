import { describe, expect, it } from 'vitest';
import { intrinsicsOf } from '../../../src/generators/small/intrinsics/headers.ts';
import { madeProgram, printedBy } from './made-program.ts';

describe('programs of intrinsics', () => {
  it.each([
    { words: 'intrinsics most=40', name: 'test.c', compiler: 'gcc-12', level: '-O0' },
    { words: 'intrinsics most=40', name: 'test.c', compiler: 'clang-19', level: '-O2' },
    { words: 'intrinsics only=constants most=40', name: 'test.cpp', compiler: 'clang++-19', level: '-O0' },
  ])('find $compiler right at $level', async ({ words, name, compiler, level }) => {
    const { files, truth, compilerArgs } = await madeProgram(words, 1);
    expect(await printedBy(name, files[name]!, compiler, [...compilerArgs, level])).toBe(truth.stdout);
  });

  it('find that clang 19 computes a logical operator of vectors wrongly', async () => {
    const { files, compilerArgs } = await madeProgram('intrinsics only=constants+operators most=8', 1);
    const output = await printedBy('test.cpp', files['test.cpp']!, 'clang++-19', [...compilerArgs, '-O0']);
    expect(output).toContain('differs');
  });

  it('say which case differs', async () => {
    const { files, truth, compilerArgs } = await madeProgram('intrinsics only=whole most=3', 2);
    const text = files['test.c']!.replace(/same\(0,/, '((char *)&one)[0] ^= 1; same(0,');
    const output = await printedBy('test.c', text, 'gcc-12', [...compilerArgs, '-O1']);
    expect(output).toBe(truth.stdout.replace('0 same', '0 differs'));
  });
});

describe('headers of intrinsics', () => {
  const functions = `#pragma GCC push_options
#pragma GCC target("avx2")
extern __inline __m256i
__attribute__ ((__gnu_inline__, __always_inline__))
_mm256_plain (__m256i __A, const int __N) { return __A; }
#pragma GCC target("avx512bw,avx512vl")
extern __inline __mmask8
__attribute__ ((__gnu_inline__))
_mm_far_cmp_epi8_mask (__m128i __A, __m128i __B, int __P) { return 0; }
#pragma GCC pop_options
extern __inline int
__attribute__ ((__gnu_inline__))
_from_memory (int const *__P) { return *__P; }
`;
  const headers = { functions, macros: '#define _mm_far_cmp_epi8_mask(A, B, P) 0\n' };

  it('give what the machine has, with the flags that this needs', () => {
    const { all, flags } = intrinsicsOf(headers, new Set(['avx2']));
    expect(all.map(({ name }) => name)).toEqual(['_mm256_plain']);
    expect(flags).toEqual(['-mavx2']);
  });

  it('say which operands are constants, and how large these may be', () => {
    const { all } = intrinsicsOf(headers, new Set(['avx2', 'avx512bw', 'avx512vl']));
    const found = all.map(({ name, operands }) => [name, operands.map(({ most }) => most)]);
    expect(found).toEqual([
      ['_mm256_plain', [undefined, undefined]],
      ['_mm_far_cmp_epi8_mask', [undefined, undefined, 7]],
    ]);
  });
});
