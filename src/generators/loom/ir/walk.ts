/** Goes through expressions. */
import type { ExpressionNode, FloatTree, Variable } from './nodes.ts';

export function childrenOf(expression: ExpressionNode): readonly ExpressionNode[] {
  switch (expression.kind) {
    case 'constant':
    case 'read':
    case 'dereference':
      return [];
    case 'call':
    case 'builtin':
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
    case 'float':
      return leavesOfFloat(expression.tree);
    case 'choose':
      return [expression.condition, expression.yes, expression.no];
  }
}

function leavesOfFloat(tree: FloatTree): ExpressionNode[] {
  switch (tree.kind) {
    case 'constant':
      return [];
    case 'leaf':
      return [tree.operand];
    case 'unary':
      return leavesOfFloat(tree.operand);
    case 'binary':
      return [...leavesOfFloat(tree.left), ...leavesOfFloat(tree.right)];
  }
}

/** Fields that refer to something that the node does not own. */
export const references: ReadonlySet<string> = new Set(['type', 'variable', 'iterator', 'callee', 'row']);

/** The same nodes anew, with the same variables. */
export function copyOf<T>(node: T): T {
  if (Array.isArray(node)) return node.map((each) => copyOf(each)) as T;
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, references.has(key) ? value : copyOf(value)]),
  ) as T;
}

/** How many nodes an expression is printed with. */
export function sizeOf(expression: ExpressionNode): number {
  let size = 1;
  for (const child of childrenOf(expression)) size += sizeOf(child);
  return size;
}

/** Whether it has an address and elements one after the other, all of whose bits count: a row of a table describes it. */
export function isTabled({ type, member, pointer }: Variable): boolean {
  const isPlain = type.isBitField === undefined && type.becomes === undefined && type.bits <= 64;
  return isPlain && pointer === undefined && (member === undefined || member.after === 0);
}

/** The elements of an object: one for a single integer. */
export function elementCount({ dimensions }: Variable): number {
  return dimensions.reduce((count, size) => count * size, 1);
}
