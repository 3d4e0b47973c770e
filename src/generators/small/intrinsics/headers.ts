/** Intrinsics of x86 that the headers of a compiler declare and this machine can run. */
import { execFileSync } from 'node:child_process';

import { cpuFlags } from '../../../util/cpu-flags.ts';
import { UserError } from '../../../util/user-error.ts';

export interface Intrinsic {
  readonly name: string;
  readonly result: string;
  readonly operands: readonly Operand[];
}

interface Operand {
  readonly type: string;
  /** The largest constant, if the operand has to be one. */
  readonly most: number | undefined;
}

export interface Intrinsics {
  readonly all: readonly Intrinsic[];
  /** Flags of the extensions that the intrinsics need and the machine has. */
  readonly flags: readonly string[];
}

/** Vectors by the size of an element and the number of bytes; masks and numbers by their bytes. */
export const vectors: Readonly<Record<string, readonly [bytes: number, kind: 'whole' | 'float' | 'double']>> =
  {
    __m128i: [16, 'whole'],
    __m256i: [32, 'whole'],
    __m512i: [64, 'whole'],
    __m128: [16, 'float'],
    __m256: [32, 'float'],
    __m512: [64, 'float'],
    __m128d: [16, 'double'],
    __m256d: [32, 'double'],
    __m512d: [64, 'double'],
  };

export const numbers: Readonly<Record<string, number>> = {
  __mmask8: 1,
  __mmask16: 2,
  __mmask32: 4,
  __mmask64: 8,
  int: 4,
  'unsigned int': 4,
  'long long': 8,
  'unsigned long long': 8,
  short: 2,
  'unsigned short': 2,
  char: 1,
  'unsigned char': 1,
};

/**
 * Intrinsics that do more than compute, that have undefined parts, or whose operands the rules below do not
 * describe.
 */
const refused = new RegExp(
  [
    'undefined|setzero|_cast\\w+(128|256)_\\w+(256|512)|stream|prefetch|fence|pause|hint',
    'rdrand|rdseed|rdpid|rdtsc|rdpmc|rdfs|rdgs|wrfs|wrgs|xsave|xrstor|fxsave|xbegin|xend|xabort|xtest|xgetbv|xsetbv',
    'getcsr|setcsr|zeroall|zeroupper|tile|aesenc\\d|aesdec\\d|encodekey|movdir|enqcmd|malloc|_free|lwp|mwait|monitor',
    'rcp|rsqrt|exp2a|getmant_round|maskz?_mpsadbw|_writeflags|_readflags|popfd|pushfd|fixupimm_p|_kunpack\\w_mask|si64x',
  ].join('|'),
);

/** Arithmetic of floats makes NaNs, whose signs and other bits are left open: only the last step may be such. */
const arithmetic =
  /_(?:add|sub|mul|div|fn?m|sqrt|min|max|cvt|round|reduce|getexp|getmant|scalef|range|dot|dp|hadd|hsub|addsub|fixup)/;
const isOfFloats = (type: string): boolean =>
  type === 'float' || type === 'double' || (vectors[type]?.[1] ?? 'whole') !== 'whole';

export function isArithmetic({ name, result, operands }: Intrinsic): boolean {
  return arithmetic.test(name) && [result, ...operands.map(({ type }) => type)].some(isOfFloats);
}

/** The largest constant operand that gcc and clang take, by name; the first row that fits. */
const limits: readonly (readonly [name: RegExp, most: number])[] = [
  [/^_mm\d*_round_/, 15],
  [/(?:extract|insert)(?:f128|i128|[if]\d+x\d+)|_(?:extract|insert)_(?:epi|ps)/, 1],
  [/blend_pd|permute_pd|shuffle_[if]\d+x\d+|shuffle_pd|sha1rnds4|getmant/, 3],
  [/cmp_ep[iu]\d+_mask/, 7],
  [/blend_(?:epi32|ps)|_range_[ps][sd]/, 15],
  [/cmp_[ps][sd]/, 31],
];
const MOST_CONSTANT = 255;
/** The rounding of the machine, without exceptions: each operand of this kind allows it. */
export const PLAIN_ROUNDING = 8;

export interface Headers {
  /** The functions of a compiler that optimises. */
  readonly functions: string;
  /** Without optimisation, each function with a constant operand is a macro. */
  readonly macros: string;
}

const known = new Map<string, Intrinsics>();

/** Reads the headers once. */
export function readIntrinsics(compiler: string): Intrinsics {
  const read = known.get(compiler) ?? intrinsicsOf(headersOf(compiler), extensionsHere());
  known.set(compiler, read);
  return read;
}

function headersOf(compiler: string): Headers {
  try {
    const shown = (...words: readonly string[]): string =>
      execFileSync(compiler, ['-E', ...words, '-x', 'c', '-include', 'immintrin.h', '/dev/null'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        maxBuffer: 1e9,
      });
    return { functions: shown('-P', '-O2'), macros: shown('-dM', '-O0') };
  } catch {
    throw new UserError(`${compiler} does not show its immintrin.h, which declares the intrinsics of x86`, [
      'another compiler: --source "intrinsics headers=/usr/bin/gcc-12"; it has to be a gcc for x86',
    ]);
  }
}

/** Extensions that the kernel names in another way than compilers. */
const otherNames: Readonly<Record<string, string>> = {
  pni: 'sse3',
  sse4_1: 'sse4.1',
  sse4_2: 'sse4.2',
  pclmulqdq: 'pclmul',
  bmi1: 'bmi',
  sha_ni: 'sha',
  abm: 'lzcnt',
};

function extensionsHere(): ReadonlySet<string> {
  const names = [...cpuFlags()].map((name) => otherNames[name] ?? name.replaceAll('_', ''));
  return new Set([...names, 'crc32', 'sse', 'sse2']);
}

const declared =
  /^#pragma GCC (push_options|pop_options|target\("([^"]*)"\))|^extern __inline\s+([\w ]+?)\s*__attribute__\s*\(\([^;{]*?\)\)\s*(_\w+)\s*\(([^)]*)\)\s*\{/gm;

/**
 * The functions in the order of their names, each with the extensions that the text around it demands of the
 * processor.
 */
export function intrinsicsOf({ functions, macros }: Headers, here: ReadonlySet<string>): Intrinsics {
  const withConstants = new Set([...macros.matchAll(/^#define (_\w+)\(/gm)].map(([, name]) => name!));
  const needs: (readonly string[])[] = [[]];
  const all = new Map<string, Intrinsic>();
  const used = new Set<string>();
  for (const [, pragma, target, result, name, operands] of functions.matchAll(declared)) {
    if (pragma === 'push_options') needs.push(needs.at(-1)!);
    else if (pragma === 'pop_options') needs.pop();
    else if (target !== undefined) needs.push([...(needs.pop() ?? []), ...target.split(',')]);
    else {
      const asked = needs.at(-1) ?? [];
      const found = asked.every((each) => here.has(each))
        ? intrinsic(name!, result!, operands!, withConstants.has(name!))
        : undefined;
      if (found === undefined) continue;
      all.set(found.name, found);
      for (const each of asked) used.add(each);
    }
  }
  const sorted = [...all.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return { all: sorted, flags: [...used].toSorted().map((each) => `-m${each}`) };
}

function intrinsic(name: string, result: string, text: string, hasConstant: boolean): Intrinsic | undefined {
  if (refused.test(name) || !isKnown(result)) return undefined;
  const operands = text.split(',').map((each) => operandOf(name, each.trim(), hasConstant));
  return operands.every((each) => each !== undefined) ? { name, result, operands } : undefined;
}

function isKnown(type: string): boolean {
  return vectors[type] !== undefined || numbers[type] !== undefined;
}

function operandOf(name: string, text: string, hasConstant: boolean): Operand | undefined {
  if (text.includes('*')) return undefined;
  const type = text
    .replaceAll(/\bconst\b/g, '')
    .replace(/\b_\w+\s*$/, '')
    .trim();
  const isConstant = hasConstant && !type.startsWith('__m');
  if (!isConstant) return isKnown(type) ? { type, most: undefined } : undefined;
  const [, most = MOST_CONSTANT] = limits.find(([names]) => names.test(name)) ?? [];
  const isRounding = most !== 15 && /round_|cvtt?_round/.test(name);
  return { type, most: isRounding ? PLAIN_ROUNDING : most };
}
