/** The value of an expression in floating point, which is exact by construction. */
import type { FloatTree } from '../ir/nodes.ts';

/** `leaf` gives the value of an operand; an undefined value stays undefined. */
export function floatValue(
  tree: FloatTree,
  leaf: (tree: FloatTree & { readonly kind: 'leaf' }) => bigint | undefined,
): number | undefined {
  switch (tree.kind) {
    case 'constant':
      return tree.value;
    case 'leaf': {
      const value = leaf(tree);
      return value === undefined ? undefined : Number(BigInt.asUintN(tree.bits, value));
    }
    case 'unary': {
      const a = floatValue(tree.operand, leaf);
      if (a === undefined) return undefined;
      return { '-': -a, fabs: Math.abs(a), floor: Math.floor(a), half: a / 2 }[tree.sign];
    }
    case 'binary': {
      const a = floatValue(tree.left, leaf);
      const b = floatValue(tree.right, leaf);
      if (a === undefined || b === undefined) return undefined;
      return {
        '+': a + b,
        '-': a - b,
        '*': a * b,
        fmin: Math.min(a, b),
        fmax: Math.max(a, b),
        '<': a < b ? 1 : 0,
      }[tree.sign];
    }
  }
}
