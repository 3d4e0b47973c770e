/**
 * The integer types of the generated languages, under the LP64 data model, and the rules for combining them.
 *
 * Invariant: a value of a type lies within its limits; only `convert` (rules) makes such values.
 */
export interface IntegerType {
  readonly name: string;
  /** Its spelling in C, if it differs from C++. */
  readonly cName: string;
  /** Number of value bits: 1 for bool. */
  readonly bits: number;
  readonly isSigned: boolean;
  readonly rank: number;
  /** The suffix of a literal of the type; undefined if a literal needs a cast. */
  readonly suffix: string | undefined;
  readonly min: bigint;
  readonly max: bigint;
  /** The unsigned type of the same width; undefined for unsigned types. */
  readonly unsigned: IntegerType | undefined;
  /** The promoted type, if the rank does not tell it: for bit-fields and types of odd widths. */
  readonly becomes?: IntegerType;
  /** The text that declares it, for types that are no part of the language. */
  readonly definition?: string;
  /** Present if it has no address, and C++ treats it differently as an operand of `?:`. */
  readonly isBitField?: true;
}

function limits(bits: number, isSigned: boolean): Pick<IntegerType, 'bits' | 'isSigned' | 'min' | 'max'> {
  const max = (1n << BigInt(isSigned ? bits - 1 : bits)) - 1n;
  return { bits, isSigned, min: isSigned ? -max - 1n : 0n, max };
}

/** A signed type, and the unsigned type of the same width. */
export function signedType(name: string, bits: number, rank: number, suffix?: string): IntegerType {
  const twin = `unsigned ${name.replace('signed ', '')}`;
  const unsigned = {
    name: twin,
    cName: twin,
    rank,
    suffix: suffix === undefined ? undefined : `U${suffix}`,
    ...limits(bits, false),
    unsigned: undefined,
  };
  return { name, cName: name, rank, suffix, ...limits(bits, true), unsigned };
}

export const BOOL: IntegerType = {
  name: 'bool',
  cName: '_Bool',
  rank: 0,
  suffix: undefined,
  ...limits(1, false),
  unsigned: undefined,
};
export const SCHAR: IntegerType = signedType('signed char', 8, 1);
export const UCHAR: IntegerType = unsignedTwin(SCHAR);
export const SHORT: IntegerType = signedType('short', 16, 2);
export const USHORT: IntegerType = unsignedTwin(SHORT);
export const INT: IntegerType = signedType('int', 32, 3, '');
export const UINT: IntegerType = unsignedTwin(INT);
export const LONG: IntegerType = signedType('long', 64, 4, 'L');
export const LLONG: IntegerType = signedType('long long', 64, 5, 'LL');
export const ULLONG: IntegerType = unsignedTwin(LLONG);
const WIDE = signedType('__int128', 128, 6);
export const wideTypes: readonly IntegerType[] = [WIDE, unsignedTwin(WIDE)];

/**
 * A signed and an unsigned type of an odd width, which are never promoted; their rank lies between standard
 * types.
 */
function oddPair(bits: number): readonly IntegerType[] {
  const below = [8, 16, 32, 64].filter((width) => width < bits).length;
  const plain = signedType(`_BitInt(${bits})`, bits, below + bits / 1_000);
  const twin = neverPromoted(unsignedTwin(plain));
  return [neverPromoted({ ...plain, unsigned: twin }), twin];
}

function neverPromoted(of: IntegerType): IntegerType {
  const own: IntegerType & { becomes?: IntegerType } = { ...of };
  own.becomes = own;
  return own;
}

export const oddTypes: readonly IntegerType[] = [7, 13, 17, 33, 59].flatMap(oddPair);

/** Enumerations of C, which hold any value of an integer type and are promoted like it. */
export const enumTypes: readonly IntegerType[] = [
  enumeration('signs', INT, '-1, {}0 = 0, {}1 = 1'),
  enumeration('steps', UINT, '0, {}1 = 1, {}2 = 2, {}9 = 9'),
  enumeration('small', SCHAR, '-5, {}1 = 0, {}2 = 100'),
  enumeration('middle', USHORT, '0, {}1 = 500, {}2 = 501'),
];

/** The first enumerator has the first of the values, which have a pair of braces for the name of the type. */
function enumeration(name: string, like: IntegerType, values: string): IntegerType {
  const packed = like.bits < INT.bits ? '__attribute__((packed)) ' : '';
  const list = `{}_first = ${values}`.replaceAll('{}', name);
  return {
    ...like,
    name: `enum ${name}`,
    cName: `enum ${name}`,
    suffix: undefined,
    becomes: promoted(like),
    unsigned: unsignedTwin(like),
    definition: `enum ${packed}${name} { ${list} };\n`,
  };
}

/** The order never changes: choices refer to it. The simplest type comes first. */
export const integerTypes: readonly IntegerType[] = [
  BOOL,
  ...[SCHAR, SHORT, INT, LONG, LLONG].flatMap((type) => [type, unsignedTwin(type)]),
];

/** The types that are drawn: `int` comes first, since the first option is the simplest. */
export const drawnTypes: readonly IntegerType[] = [
  ...[INT, LLONG, SHORT, SCHAR, LONG].flatMap((type) => [type, unsignedTwin(type)]),
  BOOL,
];

/** True if its width differs between machines. */
export function isLong({ rank }: IntegerType): boolean {
  return rank === LONG.rank;
}

export function promoted(of: IntegerType): IntegerType {
  if (of.becomes !== undefined) return of.becomes;
  return of.rank < INT.rank ? INT : of;
}

/** The usual arithmetic conversions, after promotion of both types. */
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

/**
 * A bit-field. Both compilers promote it by its width, not by its value: to `int` if `int` holds all of that
 * width, else to its type. Bits beyond the width of its type are padding.
 */
export function bitField(declared: IntegerType, wanted: number): IntegerType {
  const width = Math.min(wanted, declared.bits);
  const isIntEnough = width < INT.bits || (width === INT.bits && declared.isSigned);
  return {
    ...declared,
    ...limits(width, declared.isSigned),
    suffix: undefined,
    becomes: isIntEnough ? INT : width === INT.bits ? UINT : declared,
    isBitField: true,
  };
}
