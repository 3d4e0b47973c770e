/** The value of an expression in a memory; undefined where the language leaves it undefined. */
import type { Element, ExpressionNode, Guarded, Subscript } from '../ir/nodes.ts';
import { convert } from '../rules/convert.ts';
import type { LanguageRules } from '../rules/language.ts';
import { applyBinary, applyUnary, binaryRows } from '../rules/operators.ts';
import type { Memory } from './memory.ts';

export function evaluate(
  expression: ExpressionNode,
  memory: Memory,
  rules: LanguageRules,
): bigint | undefined {
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'read':
      return memory.load(expression.variable, 0);
    case 'element': {
      const index = elementIndex(expression, memory, rules);
      return index === undefined ? undefined : memory.load(expression.variable, index);
    }
    case 'cast': {
      const value = evaluate(expression.operand, memory, rules);
      return value === undefined ? undefined : convert(value, expression.type);
    }
    case 'unary': {
      const value = evaluate(expression.operand, memory, rules);
      return value === undefined ? undefined : applyUnary(expression.sign, value, expression.operand.type);
    }
    case 'binary': {
      const { sign, left, right } = expression;
      const a = evaluate(left, memory, rules);
      if (a === undefined) return undefined;
      // These two do not look at their right operand where the left one decides.
      if (sign === '&&' && a === 0n) return 0n;
      if (sign === '||' && a !== 0n) return 1n;
      const b = evaluate(right, memory, rules);
      return b === undefined ? undefined : applyBinary(sign, a, b, left.type, right.type, rules);
    }
    case 'choose': {
      const condition = evaluate(expression.condition, memory, rules);
      if (condition === undefined) return undefined;
      const value = evaluate(condition !== 0n ? expression.yes : expression.no, memory, rules);
      return value === undefined ? undefined : convert(value, expression.type);
    }
    case 'extreme':
    case 'guarded': {
      const a = evaluate(expression.left, memory, rules);
      const b = evaluate(expression.right, memory, rules);
      if (a === undefined || b === undefined) return undefined;
      const [x, y] = [convert(a, expression.type), convert(b, expression.type)];
      if (expression.kind === 'guarded') return guarded(expression, x, y, rules);
      return (expression.which === 'min') === x < y ? x : y;
    }
  }
}

function guarded({ sign, type }: Guarded, a: bigint, b: bigint, rules: LanguageRules): bigint | undefined {
  const { evaluate: divide } = binaryRows[sign];
  return divide(a, b, type, rules) ?? divide(a, 1n, type, rules);
}

/** Where an element stands among all of its array. */
export function elementIndex(
  { subscripts }: Pick<Element, 'subscripts'>,
  memory: Memory,
  rules: LanguageRules,
): number | undefined {
  let index = 0;
  for (const subscript of subscripts) {
    const at = subscriptValue(subscript, memory, rules);
    if (at === undefined) return undefined;
    index = index * subscript.size + at;
  }
  return index;
}

/** A computed index is converted to an unsigned type first, whose remainder is never negative. */
function subscriptValue(subscript: Subscript, memory: Memory, rules: LanguageRules): number | undefined {
  switch (subscript.kind) {
    case 'fixed':
      return subscript.index;
    case 'iterator':
      return Number(memory.load(subscript.iterator, 0)) + subscript.offset;
    case 'computed': {
      const value = evaluate(subscript.index, memory, rules);
      return value === undefined ? undefined : Number(BigInt.asUintN(64, value) % BigInt(subscript.size));
    }
  }
}
