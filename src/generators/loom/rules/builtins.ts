/**
 * Functions of one value for each argument: compilers' builtins, and idioms that compilers recognise.
 * Evaluation, printing and tests follow from this one table.
 */
import { INT, type IntegerType, LLONG, UCHAR, UINT, ULLONG, USHORT } from '../ir/types.ts';
import { convert, truth } from './convert.ts';

export interface BuiltinRow {
  readonly name: string;
  readonly parameters: readonly IntegerType[];
  readonly result: IntegerType;
  /** Arguments are converted to the parameters' types. The function is defined for all values. */
  readonly evaluate: (a: bigint, b: bigint) => bigint;
  /** The body of a function of this name; undefined for compilers' own functions. */
  readonly body?: string;
}

function ones(value: bigint): bigint {
  let count = 0n;
  for (let rest = value; rest !== 0n; rest &= rest - 1n) count++;
  return count;
}

function leadingZeros(value: bigint, bits: number): bigint {
  return value === 0n ? BigInt(bits) : BigInt(bits - value.toString(2).length);
}

function trailingZeros(value: bigint, bits: number): bigint {
  return value === 0n ? BigInt(bits) : BigInt((value & -value).toString(2).length - 1);
}

function swapped(value: bigint, bytes: number): bigint {
  let result = 0n;
  for (let byte = 0; byte < bytes; byte++) result = (result << 8n) | ((value >> BigInt(8 * byte)) & 255n);
  return result;
}

function reversed(value: bigint, bits: number): bigint {
  let result = 0n;
  for (let bit = 0; bit < bits; bit++) result = (result << 1n) | ((value >> BigInt(bit)) & 1n);
  return result;
}

function rotated(value: bigint, by: bigint, bits: number): bigint {
  const amount = by & BigInt(bits - 1);
  return BigInt.asUintN(bits, (value << amount) | (value >> ((BigInt(bits) - amount) % BigInt(bits))));
}

function row(
  name: string,
  parameters: readonly IntegerType[],
  result: IntegerType,
  evaluate: BuiltinRow['evaluate'],
  body?: string,
): BuiltinRow {
  return { name, parameters, result, evaluate, ...(body === undefined ? {} : { body }) };
}

/** Two builtins: one tells whether the result overflows, and one gives the wrapped result. */
function overflowing(sign: 'add' | 'sub' | 'mul', type: IntegerType): BuiltinRow[] {
  const exact = {
    add: (a: bigint, b: bigint) => a + b,
    sub: (a: bigint, b: bigint) => a - b,
    mul: (a: bigint, b: bigint) => a * b,
  }[sign];
  const isTooLarge = (a: bigint, b: bigint): bigint => truth(convert(exact(a, b), type) !== exact(a, b));
  const text = type.cName;
  const suffix = `${sign}_${text.replaceAll(' ', '_')}`;
  const call = `${text} r; int o = __builtin_${sign}_overflow(a, b, &r);`;
  const both = [type, type];
  return [
    row(`overflows_${suffix}`, both, INT, isTooLarge, `${call} return o;`),
    row(`wrapped_${suffix}`, both, type, (a, b) => convert(exact(a, b), type), `${call} return o ? r : r;`),
  ];
}

/** The order never changes: choices refer to it. */
export const builtins: readonly BuiltinRow[] = [
  row('__builtin_popcount', [UINT], INT, ones),
  row('__builtin_popcountll', [ULLONG], INT, ones),
  row('__builtin_parity', [UINT], INT, (a) => ones(a) & 1n),
  row('__builtin_ffs', [INT], INT, (a) => (a === 0n ? 0n : trailingZeros(BigInt.asUintN(32, a), 32) + 1n)),
  row('__builtin_bswap16', [USHORT], USHORT, (a) => swapped(a, 2)),
  row('__builtin_bswap32', [UINT], UINT, (a) => swapped(a, 4)),
  row('__builtin_bswap64', [ULLONG], ULLONG, (a) => swapped(a, 8)),
  row('clz_int', [UINT], INT, (a) => leadingZeros(a | 1n, 32), 'return __builtin_clz(a | 1);'),
  row(
    'clz_long',
    [ULLONG],
    INT,
    (a) => (a === 0n ? 64n : leadingZeros(a, 64)),
    'return a == 0 ? 64 : __builtin_clzll(a);',
  ),
  row('ctz_int', [UINT], INT, (a) => trailingZeros(a, 32), 'return a ? __builtin_ctz(a) : 32;'),
  row(
    'ctz_long',
    [ULLONG],
    INT,
    (a) => trailingZeros(a | (1n << 63n), 64),
    'return __builtin_ctzll(a | 1ULL << 63);',
  ),
  row('likely', [INT, INT], INT, (a) => a, 'return __builtin_expect(a, b);'),
  row('rarely', [INT], INT, (a) => a, 'return __builtin_expect_with_probability(a, 1, 0.01);'),
  row('folded', [INT], INT, (a) => a, 'return __builtin_constant_p(a) ? a : a;'),
  row(
    'rotate_left',
    [UINT, UINT],
    UINT,
    (a, b) => rotated(a, b, 32),
    'return a << (b & 31) | a >> (-b & 31);',
  ),
  row(
    'rotate_right_long',
    [ULLONG, UINT],
    ULLONG,
    (a, b) => rotated(a, BigInt.asUintN(32, -b), 64),
    'return a >> (b & 63) | a << (-b & 63);',
  ),
  row(
    'rotate_char',
    [UCHAR, UINT],
    UCHAR,
    (a, b) => rotated(a, b, 8),
    'return a << (b & 7) | a >> (-b & 7);',
  ),
  row('count_ones', [UINT], INT, ones, 'int n = 0; while (a) { a &= a - 1; n++; } return n;'),
  row(
    'swap_bytes',
    [UINT],
    UINT,
    (a) => swapped(a, 4),
    'return a >> 24 | (a >> 8 & 0xff00) | (a << 8 & 0xff0000) | a << 24;',
  ),
  row(
    'reverse_bits',
    [UCHAR],
    UCHAR,
    (a) => reversed(a, 8),
    'unsigned char r = 0; for (int i = 0; i < 8; i++) r |= (a >> i & 1) << (7 - i); return r;',
  ),
  row(
    'absolute',
    [LLONG],
    ULLONG,
    (a) => BigInt.asUintN(64, a < 0n ? -a : a),
    'return a < 0 ? 0ULL - a : a;',
  ),
  row('lowest_bit', [UINT], UINT, (a) => a & BigInt.asUintN(32, -a), 'return a & -a;'),
  row('is_power', [UINT], INT, (a) => truth(ones(a) === 1n), 'return a != 0 && (a & (a - 1)) == 0;'),
  row(
    'saturated_sum',
    [UINT, UINT],
    UINT,
    (a, b) => (a + b > UINT.max ? UINT.max : a + b),
    'unsigned s = a + b; return s < a ? -1u : s;',
  ),
  row('average', [UCHAR, UCHAR], UCHAR, (a, b) => (a + b + 1n) >> 1n, 'return (a + b + 1) >> 1;'),
  row('high_product', [UINT, UINT], UINT, (a, b) => (a * b) >> 32n, 'return (0ULL + a) * b >> 32;'),
  ...(['add', 'sub', 'mul'] as const).flatMap((sign) =>
    [INT, UINT, LLONG].flatMap((type) => overflowing(sign, type)),
  ),
];
