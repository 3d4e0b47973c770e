import { describe, expect, it } from 'vitest';
import { neonOf, sveOf } from '../../../src/generators/small/intrinsics/arm.ts';
import type { IntrinsicOperand } from '../../../src/generators/small/intrinsics/family.ts';
import { intrinsicsOf } from '../../../src/generators/small/intrinsics/x86.ts';
import { madeProgram, printedBy } from './made-program.ts';

const CROSS = 'aarch64-linux-gnu-gcc-12';

describe('programs of intrinsics', () => {
  it.each([
    { words: 'intrinsics most=40', name: 'test.c', compiler: 'gcc-12', level: '-O0' },
    { words: 'intrinsics most=40', name: 'test.c', compiler: 'clang-19', level: '-O2' },
    { words: 'intrinsics only=constants most=40', name: 'test.cpp', compiler: 'clang++-19', level: '-O0' },
    { words: 'intrinsics of=neon most=40', name: 'test.c', compiler: CROSS, level: '-O1' },
    { words: 'intrinsics of=sve most=40', name: 'test.c', compiler: CROSS, level: '-O1' },
  ])('$words: find $compiler right at $level', async ({ words, name, compiler, level }) => {
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
    const found = all.map(({ name, operands }) => [name, operands.map(({ constants }) => constants?.length)]);
    expect(found).toEqual([
      ['_mm256_plain', [undefined, undefined]],
      ['_mm_far_cmp_epi8_mask', [undefined, undefined, 8]],
    ]);
  });

  it('of NEON say the range of shifts and the numbers of lanes', () => {
    const declared = (result: string, name: string, operands: string): string =>
      `__extension__ extern __inline ${result}\n__attribute__ ((__gnu_inline__))\n${name} (${operands})\n{ return 0; }\n`;
    const header = [
      declared('uint8x8_t', 'vshrn_n_u16', 'uint16x8_t __a, const int __b'),
      declared('int32x2_t', 'vext_s32', 'int32x2_t __a, int32x2_t __b, __const int __c'),
      declared('int8x8_t', 'vld1_s8', 'const int8_t *__a'),
    ].join('');
    const found = neonOf(header, []).all.map(({ name, operands }) => [name, ...ranges(operands)]);
    expect(found).toEqual([
      ['vext_s32', undefined, undefined, ['0', '1']],
      ['vshrn_n_u16', undefined, ['1', '8']],
    ]);
  });

  it('of SVE let no lane be undefined, and leave overloaded names out', () => {
    const declared = (result: string, name: string, operands: string): string =>
      `__attribute__((__clang_arm_builtin_alias(__builtin_sve_${name})))\n${result} ${name}(${operands});\n`;
    const header = [
      declared('svint8_t', 'svadd_s8_x', 'svbool_t, svint8_t, svint8_t'),
      declared('svint16_t', 'svcmla_lane_s16', 'svint16_t, svint16_t, svint16_t, uint64_t, uint64_t'),
      declared('svint8_t', 'svabs_x', 'svbool_t, svint8_t'),
      declared('svint16_t', 'svabs_x', 'svbool_t, svint16_t'),
      declared('svint16_t', 'svdup_lane_s16', 'svint16_t, uint16_t'),
    ].join('');
    const { all } = sveOf(header, []);
    expect(all.map(({ name, operands }) => [name, ...ranges(operands)])).toEqual([
      ['svadd_s8_x', undefined, undefined, undefined],
      ['svcmla_lane_s16', undefined, undefined, undefined, ['0', '3'], ['0', '270']],
      ['svdup_lane_s16', undefined, undefined],
    ]);
    expect(all.flatMap(({ operands }) => operands.map(({ value }) => value ?? '')).join('')).toBe(
      'svptrue_b8()',
    );
  });
});

function ranges(operands: readonly IntrinsicOperand[]): ((string | undefined)[] | undefined)[] {
  return operands.map(({ constants }) => constants && [constants[0], constants.at(-1)]);
}
