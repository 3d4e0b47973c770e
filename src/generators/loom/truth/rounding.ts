/**
 * Arithmetic that rounds to the nearest number, in `double` and in `float`.
 *
 * The numbers of this language are doubles, and each operation on them rounds once. A result of `float` is
 * rounded twice, which changes nothing: a double has more than twice as many bits.
 */
import type { RoundedFormat, RoundedSign } from '../ir/rounded.ts';

const view = new DataView(new ArrayBuffer(8));

/** Numbers beyond it are not converted to `int`. */
export const WHOLE_LIMIT = 1e9;

export function applyRounded(sign: RoundedSign, a: number, b: number, format: RoundedFormat): number {
  const values: Readonly<Record<RoundedSign, () => number>> = {
    '+': () => a + b,
    '-': () => a - b,
    '*': () => a * b,
    '/': () => a / b,
    sqrt: () => Math.sqrt(Math.abs(a)),
    negate: () => -a,
    fabs: () => Math.abs(a),
    least: () => (a < b ? a : b),
    greatest: () => (a > b ? a : b),
    '<': () => (a < b ? 1 : 0),
    // Adding 0 makes a negative zero positive: an integer on the way has no sign for zero.
    whole: () => (a > -WHOLE_LIMIT && a < WHOLE_LIMIT ? Math.trunc(a) + 0 : a),
    resize: () => (format === 'double' ? Math.fround(a) : a / b),
  };
  return inFormat(values[sign](), format);
}

function inFormat(value: number, format: RoundedFormat): number {
  return format === 'float' ? Math.fround(value) : value;
}

/** The integer as a number of the format, rounded once. */
export function fromInteger(value: bigint, format: RoundedFormat): number {
  if (format === 'double') return Number(value);
  // The lowest bits only tell whether there is a rest, so that the number fits a double.
  const size = value < 0n ? -value : value;
  const isExact = size < 1n << 53n;
  const kept = isExact ? size : ((size >> 11n) | ((size & 0x7ffn) === 0n ? 0n : 1n)) << 11n;
  const rounded = Math.fround(Number(kept));
  return value < 0n ? -rounded : rounded;
}

/** The number with these bits; a `float` has the lower half of them. */
export function fromBits(bits: bigint, format: RoundedFormat): number {
  view.setBigUint64(0, BigInt.asUintN(64, bits));
  return format === 'double' ? view.getFloat64(0) : view.getFloat32(4);
}

/** The bits of a number. Compilers may give a NaN any sign and any payload, so its bits count as 0. */
export function bitsOfRounded(value: number, format: RoundedFormat): bigint {
  if (Number.isNaN(value)) return 0n;
  view.setBigUint64(0, 0n);
  if (format === 'double') view.setFloat64(0, value);
  else view.setFloat32(4, value);
  return view.getBigUint64(0);
}
