/**
 * Repairs: replacements for operations that would be undefined.
 *
 * `published` is the replacement that YARPGen's authors describe; it depends on the present values.
 * `agreeing` is an expression that is defined for all values, and equals the original if the original is
 * defined. So it fits any lane and any later call. Invariant, which a test proves over all values of four
 * bits: neither gives an undefined operation (`published` for its own values).
 */
import { binary, cast, choose, constant, unary } from '../ir/build.ts';
import type { ExpressionNode } from '../ir/nodes.ts';
import { type IntegerType, promoted, UINT, unsignedTwin } from '../ir/types.ts';
import { convert } from './convert.ts';
import type { LanguageRules } from './language.ts';
import { operationType, validShifts } from './operators.ts';
import type { BinarySign } from './signs.ts';

/** An operation with the values of its operands before any conversion. */
export interface Undefined {
  readonly sign: BinarySign;
  readonly left: ExpressionNode;
  readonly right: ExpressionNode;
  readonly a: bigint;
  readonly b: bigint;
}

export function publishedBinary(operation: Undefined, rules: LanguageRules): ExpressionNode {
  const { sign, left, right } = operation;
  const type = operationType(sign, left.type, right.type);
  switch (sign) {
    case '+':
      return binary('-', left, right, rules);
    case '-':
      return binary('+', left, right, rules);
    case '*':
      return binary(isMinTimesMinusOne(operation, type) ? '-' : '/', left, right, rules);
    case '/':
    case '%':
      return binary(convert(operation.b, type) === 0n ? '*' : '-', left, right, rules);
    default:
      return publishedShift(operation, type, rules);
  }
}

function isMinTimesMinusOne({ a, b }: Undefined, type: IntegerType): boolean {
  const [x, y] = [convert(a, type), convert(b, type)];
  return (x === type.min && y === -1n) || (y === type.min && x === -1n);
}

/** First raises a negative left operand above zero, then brings the amount into the valid range. */
function publishedShift(operation: Undefined, type: IntegerType, rules: LanguageRules): ExpressionNode {
  const { sign, right } = operation;
  let { left } = operation;
  let a = convert(operation.a, type);
  if (sign === '<<' && a < 0n && rules.leftShift !== 'all') {
    left = a === type.min ? unary('~', left, rules) : binary('+', left, constant(type.max, type), rules);
    a = a === type.min ? type.max : a + type.max;
  }
  const valid = BigInt(sign === '<<' ? validShifts(a, type, rules) : type.bits);
  const amountType = promoted(right.type);
  const b = convert(operation.b, amountType);
  if (b >= 0n && b < valid) return binary(sign, left, right, rules);
  const moved = (by: '+' | '-', amount: bigint): ExpressionNode =>
    binary(sign, left, binary(by, right, constant(amount, amountType), rules), rules);
  if (b >= valid) return moved('-', b - (b % valid));
  if (b === amountType.min) return left;
  const wanted = -b % valid;
  const most = amountType.max + b;
  return moved('+', (wanted < most ? wanted : most) - b);
}

/** `isLarge`: the operands are too large to be repeated, so a function does the operation. */
export function agreeingBinary(
  { sign, left, right }: Omit<Undefined, 'a' | 'b'>,
  isLarge: boolean,
  rules: LanguageRules,
): ExpressionNode {
  const type = operationType(sign, left.type, right.type);
  const twin = unsignedTwin(type);
  switch (sign) {
    case '/':
    case '%':
      if (isLarge) return { kind: 'guarded', type, sign, left, right };
      return binary(sign, left, neverBad(left, right, type, rules), rules);
    case '<<': {
      const amount = masked(right, type, rules);
      return cast(type, binary(sign, cast(twin, left), amount, rules));
    }
    case '>>':
      return binary(sign, left, masked(right, type, rules), rules);
    default:
      return cast(type, binary(sign, cast(twin, left), cast(twin, right), rules));
  }
}

/** The divisor, or a replacement if dividing by it is undefined. */
function neverBad(
  left: ExpressionNode,
  right: ExpressionNode,
  type: IntegerType,
  rules: LanguageRules,
): ExpressionNode {
  const one = constant(1n, type);
  if (right.kind === 'constant' && convert(right.value, type) === 0n) return one;
  const isZero = binary('==', right, constant(0n, type), rules);
  if (!type.isSigned) return choose(isZero, one, cast(type, right), rules);
  const overflows = binary(
    '&',
    binary('==', left, constant(type.min, type), rules),
    binary('==', right, constant(-1n, type), rules),
    rules,
  );
  return choose(binary('|', isZero, overflows, rules), one, cast(type, right), rules);
}

/** The amount modulo the width; by a mask, unless the width is odd. */
function masked(amount: ExpressionNode, { bits }: IntegerType, rules: LanguageRules): ExpressionNode {
  if (amount.kind === 'constant')
    return constant(BigInt.asUintN(UINT.bits, amount.value) % BigInt(bits), UINT);
  const isPower = (bits & (bits - 1)) === 0;
  const type = promoted(amount.type);
  // Narrow types do not hold the mask, and the remainder of a negative number would be negative.
  const from = isPower && type.max >= BigInt(bits) ? amount : cast(UINT, amount);
  const by = BigInt(isPower ? bits - 1 : bits);
  return binary(isPower ? '&' : '%', from, constant(by, promoted(from.type)), rules);
}

/** The published one is `+a`. */
export function agreeingNegation(operand: ExpressionNode, rules: LanguageRules): ExpressionNode {
  const type = promoted(operand.type);
  const twin = unsignedTwin(type);
  return cast(type, binary('-', constant(0n, twin), cast(twin, operand), rules));
}
