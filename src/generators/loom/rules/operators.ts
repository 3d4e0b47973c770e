/**
 * The operators: for each sign the conversion of its operands, its result, and the undefined cases.
 *
 * Settling, interpreting, printing, proofs and tests follow from this one table. `evaluate` gets converted
 * operands, of the type `operation` that the operation happens in; shifts convert each operand by itself. It
 * returns undefined if and only if the language says that behaviour is undefined.
 */
import { BOOL, commonType, type IntegerType, promoted } from '../ir/types.ts';
import { lengthInBits, convert, truth } from './convert.ts';
import type { LanguageRules } from './language.ts';
import type { BinarySign, UnarySign } from './signs.ts';

type Value = bigint | undefined;

/** The type that operands convert to: their common type, each operand's own promoted type, or bool. */
export type OperandRule = 'common' | 'each' | 'bool';
/**
 * The type of the result: the type that the operation happens in, the left operand's type, or the type of
 * truth values.
 */
export type ResultRule = 'operation' | 'left' | 'truth';

export interface BinaryRow {
  readonly operands: OperandRule;
  readonly result: ResultRule;
  /** The precedence in C, as a number; a higher number binds tighter. */
  readonly precedence: number;
  readonly evaluate: (a: bigint, b: bigint, operation: IntegerType, rules: LanguageRules) => Value;
}

export interface UnaryRow {
  readonly operands: 'each' | 'bool';
  readonly result: 'operation' | 'truth';
  readonly evaluate: (a: bigint, operation: IntegerType) => Value;
}

/** An unsigned result wraps; a signed result that does not fit is undefined. */
function wrapped(value: bigint, { isSigned, min, max, bits }: IntegerType): Value {
  if (value >= min && value <= max) return value;
  return isSigned ? undefined : BigInt.asUintN(bits, value);
}

function row(
  operands: OperandRule,
  result: ResultRule,
  precedence: number,
  evaluate: BinaryRow['evaluate'],
): BinaryRow {
  return { operands, result, precedence, evaluate };
}

export const binaryRows: Readonly<Record<BinarySign, BinaryRow>> = {
  '*': row('common', 'operation', 12, (a, b, type) => wrapped(a * b, type)),
  '/': row('common', 'operation', 12, (a, b, type) => (b === 0n ? undefined : wrapped(a / b, type))),
  // The remainder always fits, but it is defined only if the quotient fits.
  '%': row('common', 'operation', 12, (a, b, type) =>
    b === 0n || wrapped(a / b, type) === undefined ? undefined : a % b,
  ),
  '+': row('common', 'operation', 11, (a, b, type) => wrapped(a + b, type)),
  '-': row('common', 'operation', 11, (a, b, type) => wrapped(a - b, type)),
  '<<': row('each', 'left', 10, shiftLeft),
  '>>': row('each', 'left', 10, (a, b, type) => (b < 0n || b >= BigInt(type.bits) ? undefined : a >> b)),
  '<': row('common', 'truth', 9, (a, b) => truth(a < b)),
  '>': row('common', 'truth', 9, (a, b) => truth(a > b)),
  '<=': row('common', 'truth', 9, (a, b) => truth(a <= b)),
  '>=': row('common', 'truth', 9, (a, b) => truth(a >= b)),
  '==': row('common', 'truth', 8, (a, b) => truth(a === b)),
  '!=': row('common', 'truth', 8, (a, b) => truth(a !== b)),
  '&': row('common', 'operation', 7, (a, b, type) => convert(a & b, type)),
  '^': row('common', 'operation', 6, (a, b, type) => convert(a ^ b, type)),
  '|': row('common', 'operation', 5, (a, b, type) => convert(a | b, type)),
  '&&': row('bool', 'truth', 4, (a, b) => a & b),
  '||': row('bool', 'truth', 3, (a, b) => a | b),
};

export const unaryRows: Readonly<Record<UnarySign, UnaryRow>> = {
  '+': { operands: 'each', result: 'operation', evaluate: (a) => a },
  '-': { operands: 'each', result: 'operation', evaluate: (a, type) => wrapped(-a, type) },
  '~': { operands: 'each', result: 'operation', evaluate: (a, type) => convert(~a, type) },
  '!': { operands: 'bool', result: 'truth', evaluate: (a) => 1n - a },
};

/** Number of shift amounts that are defined for a left shift of this value: 0, 1 and so on. */
export function validShifts(a: bigint, type: IntegerType, rules: LanguageRules): number {
  if (!type.isSigned || rules.leftShift === 'all' || a === 0n) return type.bits;
  if (a < 0n) return 0;
  return type.bits - lengthInBits(a) + (rules.leftShift === 'fits-unsigned' ? 1 : 0);
}

function shiftLeft(a: bigint, b: bigint, type: IntegerType, rules: LanguageRules): Value {
  if (b < 0n || b >= BigInt(validShifts(a, type, rules))) return undefined;
  return convert(a << b, type);
}

/** The type that an operation happens in, for operands of these types. */
export function operationType(sign: BinarySign, left: IntegerType, right: IntegerType): IntegerType {
  const { operands } = binaryRows[sign];
  if (operands === 'bool') return BOOL;
  return operands === 'each' ? promoted(left) : commonType(left, right);
}

export function binaryType(
  sign: BinarySign,
  left: IntegerType,
  right: IntegerType,
  rules: LanguageRules,
): IntegerType {
  return binaryRows[sign].result === 'truth' ? rules.truthType : operationType(sign, left, right);
}

export function unaryOperation(sign: UnarySign, operand: IntegerType): IntegerType {
  return unaryRows[sign].operands === 'bool' ? BOOL : promoted(operand);
}

export function unaryType(sign: UnarySign, operand: IntegerType, rules: LanguageRules): IntegerType {
  return unaryRows[sign].result === 'truth' ? rules.truthType : promoted(operand);
}

/** One operation on values of any types, with the language's implicit conversions. */
export function applyBinary(
  sign: BinarySign,
  a: bigint,
  b: bigint,
  left: IntegerType,
  right: IntegerType,
  rules: LanguageRules,
): Value {
  const operation = operationType(sign, left, right);
  const amount = binaryRows[sign].operands === 'each' ? promoted(right) : operation;
  return binaryRows[sign].evaluate(convert(a, operation), convert(b, amount), operation, rules);
}

export function applyUnary(sign: UnarySign, a: bigint, operand: IntegerType): Value {
  const operation = unaryOperation(sign, operand);
  return unaryRows[sign].evaluate(convert(a, operation), operation);
}
