/** Goes through expressions. */
import type { ExpressionNode } from './nodes.ts';

export function childrenOf(expression: ExpressionNode): readonly ExpressionNode[] {
  switch (expression.kind) {
    case 'constant':
    case 'read':
      return [];
    case 'unary':
    case 'cast':
      return [expression.operand];
    case 'binary':
    case 'extreme':
      return [expression.left, expression.right];
    case 'choose':
      return [expression.condition, expression.yes, expression.no];
  }
}

/** How many nodes an expression is printed with. */
export function sizeOf(expression: ExpressionNode): number {
  let size = 1;
  for (const child of childrenOf(expression)) size += sizeOf(child);
  return size;
}
