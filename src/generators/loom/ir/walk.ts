/** Goes through expressions. */
import type { Block, DataClass, ExpressionNode, FloatTree, StructObject, Variable } from './nodes.ts';

export function childrenOf(expression: ExpressionNode): readonly ExpressionNode[] {
  switch (expression.kind) {
    case 'constant':
    case 'hidden':
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

/** Fields that refer to a thing that the node does not own, or, as in some types, to the node itself. */
export const references: ReadonlySet<string> = new Set(
  'type variable iterator callee row becomes held'.split(' '),
);

/** Data and features that a body uses. */
export interface Uses {
  readonly names: Set<string>;
  /** True if it follows pointers, or calls functions that may. */
  hasPointers: boolean;
  /** True for a class within the function: it sees no parameter of the function. */
  hasClasses: boolean;
}

export function usesOf(body: Block): Uses {
  const uses: Uses = { names: new Set(), hasPointers: false, hasClasses: false };
  visit(body, uses);
  return uses;
}

function visit(node: unknown, uses: Uses): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const each of node) visit(each, uses);
    return;
  }
  const { kind } = node as { readonly kind?: string };
  if (kind === 'virtual') uses.hasClasses = true;
  if (kind === 'point' || kind === 'call' || kind === 'dereference') uses.hasPointers = true;
  // Nodes are plain objects, and there are many: so this loop makes no list of their entries.
  for (const key in node) {
    const child: unknown = (node as Readonly<Record<string, unknown>>)[key];
    if (typeof child !== 'object' || child === null) continue;
    if ('dataClass' in child) uses.names.add((child as Variable | StructObject).name);
    else if (!references.has(key)) visit(child, uses);
  }
}

const globalClasses: ReadonlySet<DataClass> = new Set(['input', 'mixed', 'output']);

/** Whether all functions see it. */
export function isGlobal({ dataClass }: Pick<Variable, 'dataClass'>): boolean {
  return globalClasses.has(dataClass);
}

/** A copy of the nodes, with the same variables. */
export function copyOf<T>(node: T): T {
  if (Array.isArray(node)) return node.map((each) => copyOf(each)) as T;
  if (typeof node !== 'object' || node === null) return node;
  const copy = { ...node };
  for (const key in copy) if (!references.has(key)) copy[key] = copyOf(copy[key]);
  return copy;
}

/** Number of nodes in the printed expression. */
export function sizeOf(expression: ExpressionNode): number {
  let size = 1;
  for (const child of childrenOf(expression)) size += sizeOf(child);
  return size;
}

/**
 * True if each access to the variable must stay: no rule says how many accesses a copy of the whole struct
 * makes.
 */
export function hasVolatile(of: Variable | StructObject): boolean {
  return 'leaves' in of ? of.leaves.some(hasVolatile) : of.isVolatile === true;
}

/** True if it has an address, adjacent elements, and only value bits: a row of a table can describe it. */
export function isTabled(variable: Variable): boolean {
  const { type, member, pointer } = variable;
  const isPlain =
    !isOnHeap(variable) && type.isBitField === undefined && type.becomes === undefined && type.bits <= 64;
  return isPlain && pointer === undefined && (member === undefined || member.after === 0);
}

/** Whether its elements are on the heap. */
export function isOnHeap({ container }: Pick<Variable, 'container'>): boolean {
  return container !== undefined && container.kind !== 'array';
}

/** True if it is a container of containers, each with memory of its own. */
export function isNested(variable: Pick<Variable, 'container' | 'dimensions'>): boolean {
  return isOnHeap(variable) && variable.dimensions.length > 1;
}

/** Number of elements of an object: one for a single integer. */
export function elementCount({ dimensions }: Variable): number {
  let count = 1;
  for (const size of dimensions) count *= size;
  return count;
}
