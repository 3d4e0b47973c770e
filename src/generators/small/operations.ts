/**
 * Operations on one lane: what each gives, and its text in C.
 *
 * Each operation has one meaning that is defined for all values. Sums wrap, and a division by zero gives its left
 * operand. Amounts of shifts are taken modulo the width. `isPlain` says that C's own operator means the same
 * for these values; otherwise the printed text has to say more.
 */
import {
  F64,
  type Lane,
  type LaneType,
  largestOf,
  leastOf,
  X87_DOUBLE,
  rounded,
  wrapped,
  wrappingName,
} from './types.ts';

export type WholeOperator = '+' | '-' | '*' | '&' | '|' | '^' | '<<' | '>>' | '/' | '%';
export type FloatOperator = '+' | '-' | '*' | '/';
export type LaneComparison = '<' | '<=' | '==' | '!=' | '>' | '>=';

export const wholeOperators: readonly WholeOperator[] = ['+', '-', '*', '&', '|', '^', '<<', '>>', '/', '%'];
export const floatOperators: readonly FloatOperator[] = ['+', '-', '*', '/'];
export const comparisons: readonly LaneComparison[] = ['<', '<=', '==', '!=', '>', '>='];

export interface Computed {
  readonly value: bigint;
  /** For one lane: narrow types are computed as int. */
  readonly isPlain: boolean;
  /** For a vector, whose narrow lanes are not promoted. */
  readonly isPlainInVector: boolean;
}

/** A whole operation; `_Bool` knows only the operators of bits. */
export function computed(operator: WholeOperator, type: LaneType, left: bigint, right: bigint): Computed {
  const [exact, isDefined] = exactly(operator, type, left, right);
  const value = wrapped(type, exact);
  const overflows = type.isSigned && operator !== '>>' && value !== exact;
  const beyondInt = exact > 0x7fff_ffffn || exact < -0x8000_0000n;
  const isPlain = isDefined && (type.isPromoted ? !beyondInt : !overflows);
  return { value, isPlain, isPlainInVector: isDefined && !overflows };
}

type Exact = readonly [exact: bigint, isDefined: boolean];

function exactly(operator: WholeOperator, type: LaneType, left: bigint, right: bigint): Exact {
  const width = BigInt(type.bits);
  const amount = ((right % width) + width) % width;
  switch (operator) {
    case '+':
      return [left + right, true];
    case '-':
      return [left - right, true];
    case '*':
      return [left * right, true];
    case '&':
      return [left & right, true];
    case '|':
      return [left | right, true];
    case '^':
      return [left ^ right, true];
    case '<<':
      return [left << amount, amount === right && !(type.isSigned && left < 0n)];
    case '>>':
      return [left >> amount, amount === right];
    case '/':
    case '%':
      if (right === 0n || (right === -1n && left === leastOf(type) && type.isSigned)) return [left, false];
      return [operator === '/' ? left / right : left % right, true];
  }
}

/** The text of a whole operation on two operands that are names or in parentheses. */
export function wholeText(
  operator: WholeOperator,
  type: LaneType,
  isPlain: boolean,
  left: string,
  right: string,
): string {
  if (isPlain) return castText(type, `${left} ${operator} ${right}`);
  const wide = wrappingName(type);
  if (operator === '/' || operator === '%') {
    const isBad = type.isSigned
      ? `${right} == 0 || (${right} == -1 && ${left} < -${positiveText(type)})`
      : `${right} == 0`;
    return castText(type, `${isBad} ? ${left} : ${left} ${operator} ${right}`);
  }
  if (operator !== '<<' && operator !== '>>')
    return castText(type, `(${wide})${left} ${operator} (${wide})${right}`);
  const base = operator === '<<' ? `(${wide})${left}` : left;
  return castText(type, `${base} ${operator} ${amountText(type, right)}`);
}

/** The largest value, as a constant of the type. */
function positiveText(type: LaneType): string {
  if (type.bits <= 32) return String(largestOf(type));
  return type.bits <= 64 ? `${largestOf(type)}LL` : `(${type.name})(~(${wrappingName(type)})0 >> 1)`;
}

/** The amount modulo the width, never negative. */
function amountText({ bits, isSigned }: LaneType, right: string): string {
  if ((bits & (bits - 1)) === 0) return `(${right} & ${bits - 1})`;
  return isSigned ? `((${right} % ${bits} + ${bits}) % ${bits})` : `(${right} % ${bits}u)`;
}

export function castText({ name }: LaneType, text: string): string {
  return `(${name})(${text})`;
}

/** A floating operation, rounded once; undefined if it leaves the normal numbers. */
export function floated(
  operator: FloatOperator,
  type: LaneType,
  left: number,
  right: number,
): number | undefined {
  const exact = plainFloat(operator, left, right);
  if (type === X87_DOUBLE) {
    // A long double holds more than a double: only whole numbers are sure to be the same.
    const isWhole = [left, right, exact].every((each) => Number.isSafeInteger(each));
    if (!isWhole || (operator === '/' && exact * right !== left)) return undefined;
  }
  // A sum, product or quotient in double, rounded again to at most half its digits, is rounded correctly.
  const result = rounded(F64, exact);
  return result === undefined ? undefined : rounded(type, result);
}

function plainFloat(operator: FloatOperator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
  }
}

export function compared(comparison: LaneComparison, left: Lane, right: Lane): boolean {
  switch (comparison) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '==':
      return left === right || (left === 0 && right === 0);
    case '!=':
      return !compared('==', left, right);
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}
