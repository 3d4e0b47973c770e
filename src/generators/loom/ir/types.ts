/**
 * The integer types of the generated languages, under the LP64 data model, and the rules that join them.
 *
 * Invariant: a value that belongs to a type lies within its limits; `convert` (rules) is the only way to get there.
 */
export interface IntegerType {
  /** Position in `integerTypes`. */
  readonly id: number;
  readonly name: string;
  /** How C spells it where that differs from C++. */
  readonly cName: string;
  /** Bits of its value: 1 for bool. */
  readonly bits: number;
  readonly isSigned: boolean;
  readonly rank: number;
  /** The letters that a literal of the type ends with; undefined where a literal needs a cast. */
  readonly suffix: string | undefined;
  readonly min: bigint;
  readonly max: bigint;
  /** The unsigned type of the same width; undefined for types that are unsigned themselves. */
  readonly unsigned: IntegerType | undefined;
  /** The promoted type, given where the rank does not tell it: for bit-fields and types of odd widths. */
  readonly becomes?: IntegerType;
  /** It has no address, and C++ treats it apart as an operand of `?:`. */
  readonly isBitField?: true;
}

function limits(bits: number, isSigned: boolean): Pick<IntegerType, 'bits' | 'isSigned' | 'min' | 'max'> {
  const max = (1n << BigInt(isSigned ? bits - 1 : bits)) - 1n;
  return { bits, isSigned, min: isSigned ? -max - 1n : 0n, max };
}

/** A signed type and its unsigned twin; `id` is that of the signed one. */
export function integerPair(
  id: number,
  name: string,
  bits: number,
  rank: number,
  suffix?: string,
): readonly [signed: IntegerType, unsigned: IntegerType] {
  const twin = {
    id: id + 1,
    name: `unsigned ${name.replace('signed ', '')}`,
    rank,
    suffix: suffix === undefined ? undefined : `U${suffix}`,
    ...limits(bits, false),
  };
  const unsigned: IntegerType = { ...twin, cName: twin.name, unsigned: undefined };
  return [{ id, name, cName: name, rank, suffix, ...limits(bits, true), unsigned }, unsigned];
}

export const BOOL: IntegerType = {
  id: 0,
  name: 'bool',
  cName: '_Bool',
  rank: 0,
  suffix: undefined,
  ...limits(1, false),
  unsigned: undefined,
};
const scharPair = integerPair(1, 'signed char', 8, 1);
export const SCHAR: IntegerType = scharPair[0];
export const UCHAR: IntegerType = scharPair[1];
const shortPair = integerPair(3, 'short', 16, 2);
export const SHORT: IntegerType = shortPair[0];
export const USHORT: IntegerType = shortPair[1];
const intPair = integerPair(5, 'int', 32, 3, '');
export const INT: IntegerType = intPair[0];
export const UINT: IntegerType = intPair[1];
const longPair = integerPair(7, 'long', 64, 4, 'L');
export const LONG: IntegerType = longPair[0];
export const ULONG: IntegerType = longPair[1];
const llongPair = integerPair(9, 'long long', 64, 5, 'LL');
export const LLONG: IntegerType = llongPair[0];
export const ULLONG: IntegerType = llongPair[1];

const wide = integerPair(11, '__int128', 128, 6);
export const wideTypes: readonly IntegerType[] = wide;

/** A type of an odd width and its twin, which are never promoted; their rank lies between those of standard types. */
function oddPair(id: number, bits: number): readonly IntegerType[] {
  const below = [8, 16, 32, 64].filter((width) => width < bits).length;
  const [signed, unsigned] = integerPair(id, `_BitInt(${bits})`, bits, below + bits / 1_000);
  const twin: IntegerType & { becomes?: IntegerType } = { ...unsigned };
  twin.becomes = twin;
  const own: IntegerType & { becomes?: IntegerType } = { ...signed, unsigned: twin };
  own.becomes = own;
  return [own, twin];
}

export const oddTypes: readonly IntegerType[] = [7, 13, 17, 33, 59].flatMap((bits, i) =>
  oddPair(13 + 2 * i, bits),
);

/** The order never changes: choices refer to it. The simplest one stands first. */
export const integerTypes: readonly IntegerType[] = [
  BOOL,
  SCHAR,
  UCHAR,
  SHORT,
  USHORT,
  INT,
  UINT,
  LONG,
  ULONG,
  LLONG,
  ULLONG,
];

/** The types of a draw: `int` first, since the first option is the simplest. */
export const drawnTypes: readonly IntegerType[] = [
  INT,
  UINT,
  LLONG,
  ULLONG,
  SHORT,
  USHORT,
  SCHAR,
  UCHAR,
  LONG,
  ULONG,
  BOOL,
];

/** Whether its width differs between machines. */
export function isLong({ rank }: IntegerType): boolean {
  return rank === LONG.rank;
}

export function promoted(of: IntegerType): IntegerType {
  if (of.becomes !== undefined) return of.becomes;
  return of.rank < INT.rank ? INT : of;
}

/** The usual arithmetic conversions, after promotion of both. */
export function commonType(left: IntegerType, right: IntegerType): IntegerType {
  const a = promoted(left);
  const b = promoted(right);
  if (a === b) return a;
  if (a.isSigned === b.isSigned) return a.rank > b.rank ? a : b;
  const [unsigned, signed] = a.isSigned ? [b, a] : [a, b];
  if (unsigned.rank >= signed.rank) return unsigned;
  return signed.bits > unsigned.bits ? signed : unsignedTwin(signed);
}

export function unsignedTwin(of: IntegerType): IntegerType {
  return of.unsigned ?? of;
}

/** A bit-field of `int` or `unsigned`. Both compilers promote it by its width, not by its value: `int` where that holds all of it. */
export function bitField(declared: IntegerType, width: number): IntegerType {
  return {
    ...declared,
    ...limits(width, declared.isSigned),
    suffix: undefined,
    becomes: width < INT.bits || declared.isSigned ? INT : UINT,
    isBitField: true,
  };
}
