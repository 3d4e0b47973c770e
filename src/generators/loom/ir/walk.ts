/** Goes through expressions. */
import type { ExpressionNode, Variable } from './nodes.ts';

export function childrenOf(expression: ExpressionNode): readonly ExpressionNode[] {
  switch (expression.kind) {
    case 'constant':
    case 'read':
    case 'dereference':
      return [];
    case 'call':
      return expression.operands;
    case 'element':
      return expression.subscripts.flatMap((subscript) =>
        subscript.kind === 'computed' ? [subscript.index] : [],
      );
    case 'unary':
    case 'cast':
      return [expression.operand];
    case 'binary':
    case 'extreme':
    case 'guarded':
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

/** The elements of an object: one for a single integer. */
export function elementCount({ dimensions }: Variable): number {
  return dimensions.reduce((count, size) => count * size, 1);
}
