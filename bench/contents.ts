/**
 * The contents of the small sources: the share of their programs that have each thing for which the source was written.
 *
 * `PROGRAMS` in the environment is the number of programs of each source; 300 if it is not set.
 */
import { Alphabet, replay } from '../src/choice/index.ts';
import { findSource } from '../src/generators/index.ts';
import type { Bench, Measurement } from './harness.ts';
import { percentOf } from './similarity.ts';

export const contents: Bench = {
  name: 'contents',
  question: 'how often does each small source write what it was made for?',
  decision: 'the chances in src/generators/small',
  run,
};

const PROGRAMS = 300;

/** Patterns for the things, by source. */
const things: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  corners: {
    '`_BitInt`': /_BitInt/,
    '`__int128`': /__int128/,
    '`_Float16` or `__bf16`': /_Float16|__bf16/,
    '`long double`': /long double/,
    '`_Bool`': /_Bool/,
    '`_Complex`': /_Complex/,
    'vector types': /vector_size|ext_vector_type/,
    shuffles: /__builtin_shuffle/,
    conversions: /__builtin_convertvector/,
    atomics: /__atomic_/,
  },
  flow: {
    'computed `goto`': /goto \*/,
    '`asm goto`': /__asm__ goto/,
    switches: /\bswitch\b/,
    '`setjmp`': /setjmp/,
    'statement expressions': /\(\{/,
    'tail calls': /musttail/,
  },
  nests: {
    'rows and columns': /\w+\[\w[^\]]*\]\[/,
    'walking pointers': /\bw\d+ \+= |\bw\d+\+\+|\*w\d/,
    '`restrict`': /restrict/,
    'members of structs': /struct \{ char before/,
    'early exits': /\b(?:break|goto|return) ?;|\bbreak\b/,
    floats: /\b(?:float|_Float16|__bf16|long double)\b/,
  },
  frames: {
    '`alloca` or arrays of variable length': /alloca|\[n\d*\]/,
    'variable arguments': /va_arg/,
    'structs by value': /struct \w+ \w+[,)]/,
    'large alignment': /aligned\(\d+\)/,
    'other conventions': /ms_abi|preserve_most/,
  },
  intrinsics: {
    masks: /_mask_|_maskz_/,
    conversions: /_cvt/,
    '512 bits': /_mm512/,
  },
  openmp: {
    '`simd`': /omp simd/,
    '`collapse`': /collapse\(/,
    '`tile`': /omp tile/,
    '`unroll`': /omp unroll/,
    'two directives or more': /#pragma omp .*\n#pragma omp/,
    'bounds by outer counters': /= -?\d* ?\*? ?[ij] \+/,
    'counters that count down': /-= \d|--|= \w - \d/,
  },
};

async function* run(): AsyncIterable<Measurement> {
  const count = Number(process.env['PROGRAMS'] ?? PROGRAMS);
  for (const [name, sought] of Object.entries(things)) {
    const texts = await programsOf(name, count);
    for (const [thing, pattern] of Object.entries(sought)) {
      const value = percentOf(texts, (text) => pattern.test(text));
      yield { name: `${name}: ${thing}`, value: Math.round(value), unit: '%', how: `${count} programs` };
    }
  }
}

async function programsOf(name: string, count: number): Promise<string[]> {
  const source = await findSource(name, '.');
  if (!('generate' in source)) return [];
  const alphabet = new Alphabet();
  const texts: string[] = [];
  for (let seed = 1; seed <= count; seed++) {
    const made = replay(source.generate, { alphabet, seed });
    if (made.outcome !== 'ok') continue;
    const { files } = made.value as unknown as { readonly files: Readonly<Record<string, string>> };
    texts.push(Object.values(files).join('\n'));
  }
  return texts;
}
