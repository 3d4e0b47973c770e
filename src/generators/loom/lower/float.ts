/**
 * Floating point as text. The text calls no function of the mathematics library: some commands do not link
 * it.
 */
import type { ExpressionNode, FloatNode, FloatTree } from '../ir/nodes.ts';

export interface FloatPrinter {
  operand(expression: ExpressionNode): string;
  /** Adds text before all functions; returns the name. */
  needed(name: string, text: string): string;
}

/** In parentheses. */
export function floatText({ tree, format: type }: FloatNode, printer: FloatPrinter): string {
  const suffix = { float: 'f', double: '', 'long double': 'L' }[type];
  const text = (of: FloatTree): string => {
    switch (of.kind) {
      case 'constant':
        return `(${of.value.toFixed(2)}${suffix})`;
      case 'leaf':
        return `(${type})((unsigned long)${printer.operand(of.operand)} & ${2 ** of.bits - 1})`;
      case 'unary':
        if (of.sign === '-') return `(- ${text(of.operand)})`;
        if (of.sign === 'half') return `(${text(of.operand)} / 2)`;
        if (of.sign === 'fabs') return `__builtin_fabs${suffix.toLowerCase()}(${text(of.operand)})`;
        return `${helper(of.sign, type, printer)}(${text(of.operand)})`;
      case 'binary': {
        const [left, right] = [text(of.left), text(of.right)];
        if (of.sign === '<') return `(${type})(${left} < ${right})`;
        if (of.sign === 'fmin' || of.sign === 'fmax')
          return `${helper(of.sign, type, printer)}(${left}, ${right})`;
        return `(${left} ${of.sign} ${right})`;
      }
    }
  };
  return `(${text(tree)})`;
}

const bodies = {
  fmin: 'return a < b ? a : b;',
  fmax: 'return a > b ? a : b;',
  floor: 'long long n = (long long)a; return n - (a < n);',
};

function helper(sign: keyof typeof bodies, type: string, printer: FloatPrinter): string {
  const name = `${sign}_${type.replace(' ', '_')}`;
  const list = sign === 'floor' ? `${type} a` : `${type} a, ${type} b`;
  return printer.needed(name, `static inline ${type} ${name}(${list}) { ${bodies[sign]} }\n`);
}
