/** Conversion of values between types. It is never undefined. */
import { BOOL, type IntegerType } from '../ir/types.ts';

/**
 * The value of the type that is congruent modulo two to the power of its width; for bool, whether the value
 * is not zero.
 */
export function convert(value: bigint, to: IntegerType): bigint {
  if (value >= to.min && value <= to.max) return value;
  // Bit-fields of one bit are not bool: they take the lowest bit.
  if (to.rank === BOOL.rank) return 1n;
  return to.isSigned ? BigInt.asIntN(to.bits, value) : BigInt.asUintN(to.bits, value);
}

export function truth(value: boolean): bigint {
  return value ? 1n : 0n;
}

/** The position of the highest set bit, plus one. */
export function lengthInBits(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}
