/** The value of an expression for given values of variables; undefined where the language leaves it undefined. */
import type { ExpressionNode, Variable } from '../ir/nodes.ts';
import { convert } from '../rules/convert.ts';
import type { LanguageRules } from '../rules/language.ts';
import { applyBinary, applyUnary } from '../rules/operators.ts';

type Load = (variable: Variable) => bigint;

export function evaluate(expression: ExpressionNode, load: Load, rules: LanguageRules): bigint | undefined {
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'read':
      return load(expression.variable);
    case 'cast': {
      const value = evaluate(expression.operand, load, rules);
      return value === undefined ? undefined : convert(value, expression.type);
    }
    case 'unary': {
      const value = evaluate(expression.operand, load, rules);
      return value === undefined ? undefined : applyUnary(expression.sign, value, expression.operand.type);
    }
    case 'binary': {
      const { sign, left, right } = expression;
      const a = evaluate(left, load, rules);
      if (a === undefined) return undefined;
      // These two do not look at their right operand where the left one decides.
      if (sign === '&&' && a === 0n) return 0n;
      if (sign === '||' && a !== 0n) return 1n;
      const b = evaluate(right, load, rules);
      return b === undefined ? undefined : applyBinary(sign, a, b, left.type, right.type, rules);
    }
    case 'choose': {
      const condition = evaluate(expression.condition, load, rules);
      if (condition === undefined) return undefined;
      const value = evaluate(condition !== 0n ? expression.yes : expression.no, load, rules);
      return value === undefined ? undefined : convert(value, expression.type);
    }
    case 'extreme': {
      const a = evaluate(expression.left, load, rules);
      const b = evaluate(expression.right, load, rules);
      if (a === undefined || b === undefined) return undefined;
      const [x, y] = [convert(a, expression.type), convert(b, expression.type)];
      return (expression.which === 'min') === x < y ? x : y;
    }
  }
}
