/**
 * Floating point with exact results: numbers have few bits, so that sums and products fit a mantissa in any
 * order.
 *
 * Each node knows the greatest number of bits before and after the point. A value with too many bits is left
 * out.
 */
import type { ExpressionNode, FloatTree } from '../ir/nodes.ts';
import { LLONG } from '../ir/types.ts';
import { LONG_DOUBLE } from '../policy/weights.ts';
import { drawExpression, TINY } from './expression.ts';
import type { Drawing } from './drawing.ts';

/**
 * Number of bits in the mantissa of `double` and of `float`. A `long double` has at least as many as a
 * `double`, and no more are used.
 */
const DOUBLE = 53;
const FLOAT = 24;
const MAX_DEPTH = 3;

interface Sized {
  readonly tree: FloatTree;
  readonly whole: number;
  readonly fraction: number;
}

export function drawFloat(drawing: Drawing): ExpressionNode {
  const { draw, switches } = drawing;
  const isDouble = draw.boolean(0.7);
  const bits = isDouble ? DOUBLE : FLOAT;
  const isLong =
    isDouble && switches.has('longdouble') && draw.scope('long', () => draw.boolean(LONG_DOUBLE));
  const { tree } = drawTree(drawing, bits, 0);
  const format = isLong ? 'long double' : isDouble ? 'double' : 'float';
  return { kind: 'float', type: LLONG, format, tree };
}

function drawTree(drawing: Drawing, bits: number, depth: number): Sized {
  const { draw } = drawing;
  return draw.scope('float', (): Sized => {
    const kind = draw.weighted([
      [1, 'constant'],
      [3, 'leaf'],
      [depth < MAX_DEPTH ? 8 : 0, 'binary'],
      [depth < MAX_DEPTH ? 4 : 0, 'unary'],
    ] as const);
    if (kind === 'leaf') {
      const whole = 1 + draw.pick(12);
      const tree: FloatTree = { kind: 'leaf', bits: whole, operand: drawExpression(drawing, TINY) };
      return { tree, whole, fraction: 0 };
    }
    if (kind === 'constant') {
      const value = draw.integer(-15, 15) / 4;
      return { tree: { kind: 'constant', value }, whole: 2, fraction: 2 };
    }
    const left = drawTree(drawing, bits, depth + 1);
    if (kind === 'unary') return withSign(draw.pick(unarySigns), left, bits);
    const sign = draw.pick(binarySigns);
    const right = drawTree(drawing, bits, depth + 1);
    const sized = joined(sign, left, right);
    return sized.whole + sized.fraction > bits - 1 ? left : sized;
  });
}

const unarySigns = ['-', 'fabs', 'floor', 'half'] as const;
const binarySigns = ['+', '-', '*', 'fmin', 'fmax', '<'] as const;

function withSign(sign: (typeof unarySigns)[number], operand: Sized, bits: number): Sized {
  const fraction = sign === 'floor' ? 0 : sign === 'half' ? operand.fraction + 1 : operand.fraction;
  const whole = sign === 'floor' ? operand.whole + 1 : operand.whole;
  if (whole + fraction > bits - 1) return operand;
  return { tree: { kind: 'unary', sign, operand: operand.tree }, whole, fraction };
}

function joined(sign: (typeof binarySigns)[number], left: Sized, right: Sized): Sized {
  const tree: FloatTree = { kind: 'binary', sign, left: left.tree, right: right.tree };
  if (sign === '*')
    return { tree, whole: left.whole + right.whole, fraction: left.fraction + right.fraction };
  const fraction = Math.max(left.fraction, right.fraction);
  if (sign === '<') return { tree, whole: 1, fraction };
  const carry = sign === '+' || sign === '-' ? 1 : 0;
  return { tree, whole: Math.max(left.whole, right.whole) + carry, fraction };
}
