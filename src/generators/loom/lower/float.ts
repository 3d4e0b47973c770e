/** Floating point as text. */
import type { ExpressionNode, FloatNode, FloatTree } from '../ir/nodes.ts';

/** In parentheses. */
export function floatText({ tree, isDouble }: FloatNode, leaf: (operand: ExpressionNode) => string): string {
  const type = isDouble ? 'double' : 'float';
  const suffix = isDouble ? '' : 'f';
  const text = (of: FloatTree): string => {
    switch (of.kind) {
      case 'constant':
        return `(${of.value.toFixed(2)}${suffix})`;
      case 'leaf':
        return `(${type})((unsigned long)${leaf(of.operand)} & ${2 ** of.bits - 1})`;
      case 'unary':
        if (of.sign === '-') return `(- ${text(of.operand)})`;
        if (of.sign === 'half') return `(${text(of.operand)} / 2)`;
        return `__builtin_${of.sign}${suffix}(${text(of.operand)})`;
      case 'binary': {
        const [left, right] = [text(of.left), text(of.right)];
        if (of.sign === '<') return `(${type})(${left} < ${right})`;
        if (of.sign === 'fmin' || of.sign === 'fmax')
          return `__builtin_${of.sign}${suffix}(${left}, ${right})`;
        return `(${left} ${of.sign} ${right})`;
      }
    }
  };
  return `(${text(tree)})`;
}
