/** Makes expressions whose types are set, for repairs. */
import type { LanguageRules } from '../rules/language.ts';
import { binaryType, unaryType } from '../rules/operators.ts';
import type { BinarySign, UnarySign } from '../rules/signs.ts';
import type { ExpressionNode, Read, Variable } from './nodes.ts';
import type { IntegerType } from './types.ts';

/** A variable as a whole. */
export function placeOf(variable: Variable): Read {
  return { kind: 'read', type: variable.type, variable };
}

export function constant(value: bigint, type: IntegerType): ExpressionNode {
  return { kind: 'constant', type, value };
}

export function cast(type: IntegerType, operand: ExpressionNode): ExpressionNode {
  return { kind: 'cast', type, operand };
}

export function unary(sign: UnarySign, operand: ExpressionNode, rules: LanguageRules): ExpressionNode {
  return { kind: 'unary', type: unaryType(sign, operand.type, rules), sign, operand };
}

export function binary(
  sign: BinarySign,
  left: ExpressionNode,
  right: ExpressionNode,
  rules: LanguageRules,
): ExpressionNode {
  return { kind: 'binary', type: binaryType(sign, left.type, right.type, rules), sign, left, right };
}

export function choose(
  condition: ExpressionNode,
  yes: ExpressionNode,
  no: ExpressionNode,
  rules: LanguageRules,
): ExpressionNode {
  return { kind: 'choose', type: rules.chooseType(yes.type, no.type), condition, yes, no };
}
