/**
 * Types of the small sources, and their values: whole numbers as bigints, floating point as doubles.
 *
 * Invariant: a value of a type is one that the type can hold, so that texts and results need no second look.
 */

export type Lane = bigint | number;

export interface LaneType {
  /** The name in C. */
  readonly name: string;
  readonly kind: 'whole' | 'float';
  /** The width; 1 for `_Bool`. */
  readonly bits: number;
  readonly isSigned: boolean;
  /** Bits of the significand of a floating type, the hidden bit included. */
  readonly digits: number;
  /** True if C computes with it as `int`. */
  readonly isPromoted: boolean;
  /** The compilers whose vectors may have it: none, clang alone, or both. */
  readonly vectors: 'none' | 'clang' | 'all';
}

export function whole(name: string, bits: number, isSigned: boolean, vectors: LaneType['vectors']): LaneType {
  const isPromoted = bits < INT_BITS && !name.includes('BitInt');
  return { name, kind: 'whole', bits, isSigned, digits: 0, isPromoted, vectors };
}

function floating(name: string, bits: number, digits: number, vectors: LaneType['vectors']): LaneType {
  return { name, kind: 'float', bits, isSigned: true, digits, isPromoted: false, vectors };
}

const INT_BITS = 32;
const DOUBLE_DIGITS = 53;

export const BOOL_LANE: LaneType = whole('_Bool', 1, false, 'clang');
export const I32: LaneType = whole('int', 32, true, 'all');
export const U32: LaneType = whole('unsigned', 32, false, 'all');
export const U64: LaneType = whole('unsigned long long', 64, false, 'all');
export const I64: LaneType = whole('long long', 64, true, 'all');

/** The plain types of C, the simplest first. */
export const plainWholes: readonly LaneType[] = [
  I32,
  U32,
  whole('signed char', 8, true, 'all'),
  whole('unsigned char', 8, false, 'all'),
  whole('short', 16, true, 'all'),
  whole('unsigned short', 16, false, 'all'),
  I64,
  U64,
];

export const F64: LaneType = floating('double', 64, DOUBLE_DIGITS, 'all');
export const X87_DOUBLE: LaneType = floating('long double', 128, 64, 'none');
export const floats: readonly LaneType[] = [
  floating('float', 32, 24, 'all'),
  F64,
  floating('_Float16', 16, 11, 'all'),
  floating('__bf16', 16, 8, 'all'),
  X87_DOUBLE,
];

export const oddWholes: readonly LaneType[] = [
  BOOL_LANE,
  whole('__int128', 128, true, 'clang'),
  whole('unsigned __int128', 128, false, 'clang'),
];

export function bitInt(bits: number, isSigned: boolean): LaneType {
  const isVector = bits >= 8 && (bits & (bits - 1)) === 0;
  return whole(`${isSigned ? '' : 'unsigned '}_BitInt(${bits})`, bits, isSigned, isVector ? 'clang' : 'none');
}

export function isBitInt({ name }: LaneType): boolean {
  return name.includes('BitInt');
}

/** The type of the same width with this sign. */
export function withSign(type: LaneType, isSigned: boolean): LaneType {
  if (type.isSigned === isSigned || type.bits === 1) return type;
  if (isBitInt(type)) return bitInt(type.bits, isSigned);
  return [...plainWholes, ...oddWholes].find(
    (each) => each.bits === type.bits && each.isSigned === isSigned,
  )!;
}

/** The signed type that a comparison of vectors gives, and the type that holds the bits of a float. */
export function maskType({ bits }: LaneType): LaneType | undefined {
  return plainWholes.find((each) => each.bits === bits && each.isSigned);
}

/** The unsigned type in which C computes what would overflow in this one. */
export function wrappingName(type: LaneType): string {
  return type.bits <= INT_BITS && !isBitInt(type) ? 'unsigned' : withSign(type, false).name;
}

export function leastOf({ bits, isSigned }: LaneType): bigint {
  return isSigned ? -(1n << BigInt(bits - 1)) : 0n;
}

export function largestOf({ bits, isSigned }: LaneType): bigint {
  return (1n << BigInt(isSigned ? bits - 1 : bits)) - 1n;
}

/** The bits of a number as a value of this type; `_Bool` is not asked. */
export function wrapped({ bits, isSigned }: LaneType, value: bigint): bigint {
  return isSigned ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
}

/**
 * A number in a floating type: the nearest value, halves to even. Undefined beyond the normal numbers, where
 * machines differ, and for a `long double` that no double holds.
 */
export function rounded(type: LaneType, value: number): number | undefined {
  if (value === 0) return value;
  if (!Number.isFinite(value)) return undefined;
  const magnitude = Math.abs(value);
  const isHalf = type.bits === 16 && type.digits === 11;
  const most = isHalf ? 65_504 : type === F64 ? 2 ** 1_000 : 2 ** 100;
  const least = isHalf ? 2 ** -14 : 2 ** -100;
  const result = type.digits >= DOUBLE_DIGITS ? value : roundedTo(type.digits, value);
  return magnitude < least || Math.abs(result) > most ? undefined : result;
}

function roundedTo(digits: number, value: number): number {
  const exponent = Math.floor(Math.log2(Math.abs(value)));
  // One step of the last digit; scaling by powers of two is exact.
  const step = 2 ** (exponent - digits + 1);
  const scaled = value / step;
  const below = Math.floor(scaled);
  const rest = scaled - below;
  const up = rest > 0.5 || (rest === 0.5 && below % 2 !== 0);
  return (below + (up ? 1 : 0)) * step;
}

/** The result of a conversion; undefined if C does not define it, or if compilers may round twice. */
export function converted(to: LaneType, value: Lane): Lane | undefined {
  if (to.kind === 'float') {
    if (typeof value === 'number') return rounded(to, value);
    const near = nearest(to.digits, value);
    const isExact = BigInt(near) === value;
    // Narrow types are reached by way of float, and long double may hold more than a double.
    if (!isExact && (to.digits < 24 || to.digits > DOUBLE_DIGITS)) return undefined;
    return rounded(to, near);
  }
  if (to === BOOL_LANE) return value === 0n || value === 0 ? 0n : 1n;
  if (typeof value === 'bigint') return wrapped(to, value);
  const cut = BigInt(Math.trunc(value));
  return cut < leastOf(to) || cut > largestOf(to) ? undefined : cut;
}

/** A whole number, rounded once to this number of digits: halves to even. */
function nearest(digits: number, value: bigint): number {
  const magnitude = value < 0n ? -value : value;
  const excess = BigInt(Math.max(0, magnitude.toString(2).length - Math.min(digits, DOUBLE_DIGITS)));
  const kept = magnitude >> excess;
  const rest = magnitude - (kept << excess);
  const half = excess === 0n ? 1n : 1n << (excess - 1n);
  const up = rest > half || (rest === half && excess > 0n && kept % 2n === 1n);
  const result = Number((kept + (up ? 1n : 0n)) << excess);
  return value < 0n ? -result : result;
}

/** The value as a constant expression of its type. */
export function literalText(type: LaneType, value: Lane): string {
  if (typeof value === 'number') return `(${type.name})${hexFloat(value)}`;
  if (type.bits <= INT_BITS && (type === I32 || type === U32)) return smallLiteral(type, value);
  if (type.bits <= 64) {
    const suffix = type.isSigned ? 'LL' : 'ULL';
    // A constant of 64 bits that looks like an int would be shifted as an int.
    const isLong = type === I64 || type === U64;
    const text =
      value === -(1n << 63n)
        ? '(-9223372036854775807LL - 1)'
        : `${value}${isLong || needsSuffix(value) ? suffix : ''}`;
    return isLong ? text : `(${type.name})${value < 0n ? `(${text})` : text}`;
  }
  const wide = withSign(type, false).name;
  if (value >= -0xffffn && value <= 0xffffn) return `(${type.name})${value < 0n ? `(${value})` : value}`;
  // Compilers that have such a width have constants of it.
  if (type.bits > 128) return `(${type.name})0x${BigInt.asUintN(type.bits, value).toString(16)}uwb`;
  const parts = wordsOf(type, value).map((word) => `0x${word.toString(16)}ULL`);
  const joined = parts.reduce((rest, part) => `(${rest} << 64 | ${part})`, `(${wide})0`);
  return `(${type.name})${joined}`;
}

function needsSuffix(value: bigint): boolean {
  return value > 0x7fff_ffffn || value < -0x7fff_ffffn;
}

function smallLiteral(type: LaneType, value: bigint): string {
  if (value === -0x8000_0000n) return '(-2147483647 - 1)';
  return `${value}${type.isSigned ? '' : 'u'}`;
}

/** Words of 64 bits, the highest first. */
function wordsOf({ bits }: LaneType, value: bigint): bigint[] {
  const all = BigInt.asUintN(64 * Math.ceil(bits / 64), value);
  return Array.from({ length: Math.ceil(bits / 64) }, (_, at) =>
    BigInt.asUintN(64, all >> BigInt(64 * (Math.ceil(bits / 64) - 1 - at))),
  );
}

/** Exact, as hexadecimal floating constants are. */
function hexFloat(value: number): string {
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  let [magnitude, exponent] = [Math.abs(value), 0];
  if (magnitude === 0) return `${sign}0.0`;
  if (Number.isInteger(magnitude) && magnitude < 1e6) return `${sign}${magnitude}.0`;
  while (!Number.isInteger(magnitude)) [magnitude, exponent] = [magnitude * 2, exponent - 1];
  return `${sign}0x${BigInt(magnitude).toString(16)}p${exponent}`;
}

/** The lines that `show` prints for a value: words of 64 bits, the lowest first; a float as the double it is. */
export function shownWords(type: LaneType, value: Lane): string[] {
  if (typeof value === 'number') return [bitsOf(F64, value).toString(16)];
  return wordsOf(type, value)
    .toReversed()
    .map((word) => word.toString(16));
}

/** The bits of a floating value. */
export function bitsOf({ bits, digits }: LaneType, value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  if (bits === 64) {
    view.setFloat64(0, value);
    return view.getBigUint64(0);
  }
  view.setFloat32(0, value);
  const single = BigInt(view.getUint32(0));
  if (bits === 32) return single;
  // The upper half of a float is a bfloat.
  if (digits === 8) return single >> 16n;
  if (value === 0) return single >> 16n;
  const exponent = Math.floor(Math.log2(Math.abs(value)));
  const fraction = BigInt(Math.round((Math.abs(value) / 2 ** exponent - 1) * 1_024));
  return (value < 0 ? 0x8000n : 0n) | (BigInt(exponent + 15) << 10n) | fraction;
}
