/** Intrinsics of AArch64: NEON as gcc's header declares it, and vectors without a size (SVE) as clang's header does. */
import type { Draw } from '../../../choice/index.ts';
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
import { elementsOf, specialFloat, numberText } from './numbers.ts';

const WIDTHS = [8, 16, 32, 64] as const;
const floatKinds: Readonly<Record<number, LaneKind>> = { 16: 'half', 32: 'float', 64: 'double' };
const wholes = ['int', 'uint'] as const;
/** Bytes of the part that each vector of SVE repeats. */
const QUAD = 16;

const scalars: readonly [string, ValueType][] = [
  ...numberTypes(
    Object.fromEntries(wholes.flatMap((name) => WIDTHS.map((bits) => [`${name}${bits}_t`, bits / 8]))),
  ),
  ...Object.entries(floatKinds).map(([bits, kind]): [string, ValueType] => [
    `float${bits}_t`,
    { kind, isVector: false, register: 'w', value: (draw) => element(draw, 'float', Number(bits)) },
  ]),
];

function element(draw: Draw, name: string, bits: number): string {
  return name === 'float' ? specialFloat(draw, bits === 16) : `(${name}${bits}_t)${numberText(draw, bits)}`;
}

function bitsOf(type: string): number {
  return Number(/\d+/.exec(type)?.[0]);
}

/** The number of elements, as in `int8x16_t`; for SVE of the part that repeats. */
function lanesOf(type: string): number {
  return Number(/x(\d+)_t$/.exec(type)?.[1] ?? (8 * QUAD) / bitsOf(type));
}

// NEON

const neonTypes: ReadonlyMap<string, ValueType> = new Map([
  ...['int', 'uint', 'poly', 'float'].flatMap((name) =>
    WIDTHS.flatMap((bits) => [64 / bits, 128 / bits].map((count) => neonType(name, bits, count))),
  ),
  ...numberTypes({ poly8_t: 1, poly16_t: 2, poly64_t: 8 }),
  ...scalars,
]);

function neonType(name: string, bits: number, count: number): [string, ValueType] {
  const plain = name === 'poly' ? 'uint' : name;
  const value = (draw: Draw): string => {
    const drawn = elementsOf(draw, () => element(draw, plain, bits));
    return `{${Array.from({ length: count }, drawn).join(', ')}}`;
  };
  const kind = name === 'float' ? (floatKinds[bits] ?? 'whole') : 'whole';
  return [`${name}${bits}x${count}_t`, { kind, isVector: true, register: 'w', value }];
}

const neonDeclared =
  /extern __inline\s+(\w+)\s*(?:__attribute__ \(\([^;{]*?\)\)\s*)?\b(v\w+) \(([^)]*)\)\s*\{/g;
/** Newer formats of floats, random numbers, memory, and constants whose limits gcc and clang see differently. */
const neonRefused = /^v(?:ld|st|copy|xar)|_bf16|_rot|vcmla/;
const neonArithmetic = /^v(?:p?add|sub|mul|div|f|ml|sqrt|p?min|p?max|cvt|rnd|recp|rsqrt|cadd|abd|neg)/;

/** The constants that an operand may be: the range of a shift, or the numbers of lanes. */
function neonConstants(name: string, before: string): readonly string[] {
  const bits = bitsOf(before);
  if (name.startsWith('vsm3tt')) return constantsTo(3);
  if (/_lane|^vext/.test(name))
    return constantsTo(lanesOf(before) / (/^v(?:su|us)?dot/.test(name) ? 4 : 1) - 1);
  if (/^v(?:q?shlu?|sli|shll)/.test(name)) return constantsTo(bits - 1);
  if (name.startsWith('vcvth_n')) return constantsTo(16, 1);
  return constantsTo(/^vq?r?shru?n/.test(name) ? bits / 2 : bits, 1);
}

export function readNeon(compiler: string): Family {
  const march = '-march=armv8.6-a+crypto+sha3+sm4+fp16+fp16fml+dotprod+i8mm';
  return neonOf(shown(compiler, 'arm_neon.h', ['-O2']), [march]);
}

export function neonOf(header: string, flags: readonly string[]): Family {
  const all = [...header.matchAll(neonDeclared)].flatMap(([, result, name, text]): Intrinsic[] => {
    if (neonRefused.test(name!) || !neonTypes.has(result!)) return [];
    const words = text!.split(',').map((each) => each.trim());
    const types = words.map((each) =>
      each
        .replace(/^(?:__)?const\b/, '')
        .replace(/\b__\w+$/, '')
        .trim(),
    );
    const isConstant = (at: number): boolean => /^(?:__)?const\b/.test(words[at]!);
    const operands = types.map((type, at): IntrinsicOperand | undefined => {
      if (isConstant(at)) return { type, constants: neonConstants(name!, types[at - 1] ?? '') };
      return neonTypes.has(type) ? { type } : undefined;
    });
    if (!operands.every((each) => each !== undefined)) return [];
    return [madeIntrinsic({ name: name!, result: result!, operands }, neonTypes, neonArithmetic)];
  });
  return {
    head: '#include <arm_neon.h>\n#include <arm_fp16.h>\n',
    flags,
    types: neonTypes,
    all: sortedByName(all),
  };
}

// SVE

const PREDICATE = 'svbool_t';
const ALL_TRUE = 'svptrue_b8()';
const patterns = ['POW2', 'VL1', 'VL2', 'VL3', 'VL5', 'VL8', 'VL16', 'VL64', 'MUL4', 'MUL3', 'ALL'] as const;

const sveTypes: ReadonlyMap<string, ValueType> = new Map([
  ...wholes.flatMap((name) => WIDTHS.map((bits) => sveType(name, bits))),
  ...Object.keys(floatKinds).map((bits) => sveType('float', Number(bits))),
  [
    PREDICATE,
    {
      kind: 'whole',
      isVector: true,
      register: 'Upa',
      value: predicate,
      store: (place, value) => `svst1_u8(${ALL_TRUE}, (unsigned char *)${place}, svdup_n_u8_z(${value}, 1));`,
    },
  ],
  ...scalars,
]);

function sveType(name: string, bits: number): [string, ValueType] {
  const short = `${name.charAt(0)}${bits}`.replace('i', 's');
  const value = (draw: Draw): string => {
    const one = (): string => element(draw, name, bits);
    return draw.weighted<() => string>([
      [3, () => `svdup_n_${short}(${one()})`],
      [1, () => (name === 'float' ? `svdup_n_${short}(${one()})` : `svindex_${short}(${one()}, ${one()})`)],
      [
        2,
        () =>
          `svdupq_n_${short}(${Array.from({ length: (8 * QUAD) / bits }, elementsOf(draw, one)).join(', ')})`,
      ],
    ])();
  };
  const store = (place: string, stored: string): string =>
    `svst1_${short}(${ALL_TRUE}, (${name}${bits}_t *)${place}, ${stored});`;
  const kind = name === 'float' ? floatKinds[bits]! : 'whole';
  return [`sv${name}${bits}_t`, { kind, isVector: true, register: 'w', value, store }];
}

function predicate(draw: Draw): string {
  const bits = draw.pick(WIDTHS);
  return draw.weighted<() => string>([
    [3, () => `svptrue_b${bits}()`],
    [1, () => 'svpfalse_b()'],
    [1, () => `svptrue_pat_b${bits}(SV_${draw.pick(patterns)})`],
    [1, () => `svwhilelt_b${bits}_s32(${draw.pick(3) - 1}, ${draw.pick(20)})`],
    [1, () => `svwhilege_b${bits}_u64(${draw.pick(8)}, ${draw.pick(8)})`],
    [
      1,
      () => `svdupq_n_b${bits}(${Array.from({ length: (8 * QUAD) / bits }, () => draw.pick(2)).join(', ')})`,
    ],
  ])();
}

const sveDeclared = /__clang_arm_builtin_alias\(__builtin_sve_\w+\)\)\)\s*([\w ]+?) (sv\w+)\(([^)]*)\);/g;
/** Undefined parts, memory, faults that are remembered, tuples, later extensions, and vectors of 256 bits and more. */
const sveRefused =
  /undef|ffr|^svprf|neonq|^svld|^svst|^svcreate|^svpext|_mf8|fp8|^svcvtnt|_pat_?|lut|laneq|^svpmov|extq|q_[usf]\d+$|^svmmla_f64|qv_|^svclamp|^svpsel|^svdot_(?:lane_)?[usf]32_[usf]16|^svrevd|^sv(?:uzp|zip)q/;
const sveArithmetic =
  /^sv(?:add|sub|mul|div|n?ml[as]|n?mad|n?msb|sqrt|min|max|cvt|rint|scale|logb|expa|tmad|tsmul|tssel|recp|rsqrt|mmla|cadd|cmla|abd|adda)/;
/** Names whose last operand is a constant. */
const sveShifts: readonly (readonly [
  RegExp,
  (operands: readonly string[], result: string) => readonly string[],
])[] = [
  [/^svq(?:inc|dec)[bhwd]/, () => constantsTo(16, 1)],
  [/^sv(?:cadd|qcadd)/, () => ['90', '270']],
  [/^svtmad/, () => constantsTo(7)],
  [/^svext_/, ([type = '']) => constantsTo(2048 / bitsOf(type) - 1)],
  [/^sv(?:asrd|rshr|r?sra|sri|xar)_/, (_, result) => constantsTo(bitsOf(result), 1)],
  [/^svq?r?shru?n[bt]/, (_, result) => constantsTo(bitsOf(result), 1)],
  [/^sv(?:sli|qshlu)_/, (_, result) => constantsTo(bitsOf(result) - 1)],
  [/^svshll[bt]/, (_, result) => constantsTo(bitsOf(result) / 2 - 1)],
];
const rotations = ['0', '90', '180', '270'];

/** The constants that the last operands have to be. */
function sveConstants(
  name: string,
  result: string,
  types: readonly string[],
): readonly (readonly string[])[] {
  const turned = /^sv(?:cdot|cmla|qrdcmlah)/.test(name) ? [rotations] : [];
  // The operand of an index that no constant has to be: any number is right.
  if (!/_lane/.test(name) || /^svdupq?_lane/.test(name)) {
    const row = sveShifts.find(([names]) => names.test(name));
    return row === undefined
      ? turned
      : [
          row[1](
            types.filter((type) => type !== PREDICATE),
            result,
          ),
        ];
  }
  const last = types.at(-2 - turned.length) ?? '';
  const lanes = /dot/.test(name) ? lanesOf(result) : lanesOf(last) / (turned.length > 0 ? 2 : 1);
  return [constantsTo(lanes - 1), ...turned];
}

export function readSve(compiler: string): Family {
  const march = '-march=armv9-a+sve2-aes+sve2-sha3+sve2-sm4+sve2-bitperm+f32mm+i8mm+fp16';
  return sveOf(shown(compiler, 'arm_sve.h', ['--target=aarch64-linux-gnu', march]), [march]);
}

export function sveOf(header: string, flags: readonly string[]): Family {
  const all = [...header.matchAll(sveDeclared)].flatMap(([, result, name, text]): Intrinsic[] => {
    const types = text!.split(',').map((each) => each.trim());
    if (sveRefused.test(name!) || !sveTypes.has(result!) || !types.every((type) => sveTypes.has(type)))
      return [];
    const constants = sveConstants(name!, result!, types);
    const operands = types.map((type, at): IntrinsicOperand => {
      const fixed = constants.at(at - types.length);
      if (at >= types.length - constants.length) return { type, constants: fixed! };
      return at === 0 && type === PREDICATE && name!.endsWith('_x') ? { type, value: ALL_TRUE } : { type };
    });
    return [madeIntrinsic({ name: name!, result: result!, operands }, sveTypes, sveArithmetic)];
  });
  return { head: '#include <arm_sve.h>\n', flags, types: sveTypes, all: sortedByName(all) };
}

/** The functions whose names are not overloaded. */
function sortedByName(all: readonly Intrinsic[]): Intrinsic[] {
  const counts = new Map<string, number>();
  for (const { name } of all) counts.set(name, (counts.get(name) ?? 0) + 1);
  const single = all.filter(({ name }) => counts.get(name) === 1);
  return single.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function shown(compiler: string, header: string, words: readonly string[]): string {
  try {
    return headerText(compiler, header, ['-P', ...words]);
  } catch {
    throw new UserError(`${compiler} does not show the header that declares the intrinsics of AArch64`, [
      'neon: a gcc for AArch64; --source "intrinsics of=neon headers=aarch64-linux-gnu-gcc-12"',
      'sve: a clang; --source "intrinsics of=sve headers=clang-19"',
    ]);
  }
}
