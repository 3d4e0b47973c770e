/** Intrinsics of x86 that the headers of a compiler declare and this machine can run. */
import type { Draw } from '../../../choice/index.ts';
import { cpuFlags } from '../../../util/cpu-flags.ts';
import { UserError } from '../../../util/user-error.ts';
import {
  constantsTo,
  type Family,
  headerText,
  type Intrinsic,
  type LaneKind,
  madeIntrinsic,
  numberTypes,
  type IntrinsicOperand,
  type ValueType,
} from './family.ts';
import { specialFloat, vectorWords, wordText } from './numbers.ts';

/** Vectors by the number of their bytes, and numbers by theirs. */
const vectors: Readonly<Record<string, readonly [bytes: number, kind: LaneKind]>> = {
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

const numbers: Readonly<Record<string, number>> = {
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

const types: ReadonlyMap<string, ValueType> = new Map([
  ...Object.entries(vectors).map(([type, [bytes, kind]]): [string, ValueType] => [
    type,
    { kind, isVector: true, register: 'v', value: (draw) => `{${lanes(draw, bytes, kind).join(', ')}}` },
  ]),
  ...numberTypes(numbers),
]);

function lanes(draw: Draw, bytes: number, kind: LaneKind): string[] {
  if (kind === 'whole') return vectorWords(draw, bytes).map((word) => `(long long)${wordText(word)}`);
  const [size, suffix] = kind === 'float' ? [4, 'f'] : [8, ''];
  return Array.from({ length: bytes / size }, () => specialFloat(draw) + suffix);
}

/**
 * Intrinsics that do more than compute, that have undefined parts, or whose operands the rules below do not
 * describe.
 */
const refused = new RegExp(
  [
    'undefined|setzero|_cast\\w+(128|256)_\\w+(256|512)|stream|prefetch|fence|pause|hint',
    'rdrand|rdseed|rdpid|rdtsc|rdpmc|rdfs|rdgs|wrfs|wrgs|xsave|xrstor|fxsave|xbegin|xend|xabort|xtest|xgetbv|xsetbv',
    'getcsr|setcsr|zeroall|zeroupper|tile|aesenc\\d|aesdec\\d|encodekey|movdir|enqcmd|malloc|_free|lwp|mwait|monitor',
    'rcp|rsqrt|exp2a|getmant_round|maskz?_mpsadbw|_writeflags|_readflags|popfd|pushfd|fixupimm_p|_kunpack\\w_mask|si64x|mask_fpclass_s',
  ].join('|'),
);

const arithmetic =
  /_(?:add|sub|mul|div|fn?m|sqrt|min|max|cvt|round|reduce|getexp|getmant|scalef|range|dot|dp|hadd|hsub|addsub|fixup)/;
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
const PLAIN_ROUNDING = ['8'];

export interface Headers {
  /** The functions of a compiler that optimises. */
  readonly functions: string;
  /** Without optimisation, each function with a constant operand is a macro. */
  readonly macros: string;
}

export function readX86(compiler: string): Family {
  return intrinsicsOf(headersOf(compiler), extensionsHere());
}

function headersOf(compiler: string): Headers {
  try {
    const shown = (...words: readonly string[]): string => headerText(compiler, 'immintrin.h', words);
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
export function intrinsicsOf({ functions, macros }: Headers, here: ReadonlySet<string>): Family {
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
  const flags = [...used].toSorted().map((each) => `-m${each}`);
  return { head: '#include <immintrin.h>\n', types, all: sorted, flags };
}

function intrinsic(name: string, result: string, text: string, hasConstant: boolean): Intrinsic | undefined {
  if (refused.test(name) || !types.has(result)) return undefined;
  const operands = text.split(',').map((each) => operandOf(name, each.trim(), hasConstant));
  return operands.every((each) => each !== undefined)
    ? madeIntrinsic({ name, result, operands }, types, arithmetic)
    : undefined;
}

function operandOf(name: string, text: string, hasConstant: boolean): IntrinsicOperand | undefined {
  if (text.includes('*')) return undefined;
  const type = text
    .replaceAll(/\bconst\b/g, '')
    .replace(/\b_\w+\s*$/, '')
    .trim();
  const isConstant = hasConstant && !type.startsWith('__m');
  if (!isConstant) return types.has(type) ? { type } : undefined;
  const [, most = MOST_CONSTANT] = limits.find(([names]) => names.test(name)) ?? [];
  const isRounding = most !== 15 && /round_|cvtt?_round/.test(name);
  return { type, constants: isRounding ? PLAIN_ROUNDING : constantsTo(most) };
}
