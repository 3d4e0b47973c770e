/**
 * Makes expressions. Modules of the drawing step leave the language rules out: settling sets the types of
 * their expressions.
 */
import { C, type LanguageRules } from '../rules/language.ts';
import { binaryType, unaryType } from '../rules/operators.ts';
import type { BinarySign, UnarySign } from '../rules/signs.ts';
import type { Element, ExpressionNode, Extreme, Read, Subscript, Variable } from './nodes.ts';
import { commonType, type IntegerType } from './types.ts';

/** A variable as a whole. */
export function placeOf(variable: Variable): Read {
  return { kind: 'read', type: variable.type, variable };
}

export function elementOf(variable: Variable, subscripts: readonly Subscript[]): Element {
  return { kind: 'element', type: variable.type, variable, subscripts };
}

/** A constant subscript; an index beyond the end wraps around. */
export function fixed(size: number, index: number): Subscript & { readonly kind: 'fixed' } {
  return { kind: 'fixed', size, index: index % size };
}

export function constant(value: bigint, type: IntegerType): ExpressionNode {
  return { kind: 'constant', type, value };
}

export function cast(type: IntegerType, operand: ExpressionNode): ExpressionNode {
  return { kind: 'cast', type, operand };
}

export function unary(sign: UnarySign, operand: ExpressionNode, rules: LanguageRules = C): ExpressionNode {
  return { kind: 'unary', type: unaryType(sign, operand.type, rules), sign, operand };
}

export function binary(
  sign: BinarySign,
  left: ExpressionNode,
  right: ExpressionNode,
  rules: LanguageRules = C,
): ExpressionNode {
  return { kind: 'binary', type: binaryType(sign, left.type, right.type, rules), sign, left, right };
}

export function choose(
  condition: ExpressionNode,
  yes: ExpressionNode,
  no: ExpressionNode,
  rules: LanguageRules = C,
): ExpressionNode {
  return { kind: 'choose', type: rules.chooseType(yes.type, no.type), condition, yes, no };
}

export function extreme(
  which: Extreme['which'],
  left: ExpressionNode,
  right: ExpressionNode,
): ExpressionNode {
  return { kind: 'extreme', type: commonType(left.type, right.type), which, left, right };
}
