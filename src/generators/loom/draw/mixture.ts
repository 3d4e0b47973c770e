/** Mixtures: small expressions of given leaves, without division and calls, as vectorisers accept them. */
import { binary, cast, choose, extreme } from '../ir/build.ts';
import type { ExpressionNode, Variable } from '../ir/nodes.ts';
import { type IntegerType, LLONG } from '../ir/types.ts';
import { mixtureKinds } from '../policy/weights.ts';
import { convert } from '../rules/convert.ts';
import { drawContainer } from './container.ts';
import { drawConstant } from './constant.ts';
import type { Drawing } from './drawing.ts';
import { NODE } from './expression.ts';

export const vectorSigns = ['+', '-', '*', '^', '&', '|'] as const;
const MAX_DEPTH = 3;

/** `leaf` draws one of the leaves. */
export function drawMixture(drawing: Drawing, leaf: () => ExpressionNode, depth: number = 0): ExpressionNode {
  const { draw, budget } = drawing;
  return draw.scope('expression', () => {
    budget.text -= NODE;
    const operand = (): ExpressionNode => drawMixture(drawing, leaf, depth + 1);
    const kind = draw.weighted(depth < MAX_DEPTH ? mixtureKinds : mixtureKinds.slice(0, 2));
    switch (kind) {
      case 'leaf':
        return leaf();
      case 'constant':
        return drawConstant(drawing);
      case 'binary':
        return binary(draw.pick(vectorSigns), operand(), operand());
      case 'cast':
        return cast(draw.pick(drawing.types), operand());
      case 'choose':
        return choose(binary('<', operand(), operand()), operand(), operand());
      case 'extreme':
        return extreme(draw.pick(['min', 'max'] as const), operand(), operand());
    }
  });
}

/** An array for this statement alone, which the driver checks. */
export function drawOwnArray(drawing: Drawing, type: IntegerType, dimensions: readonly number[]): Variable {
  const name = drawing.names.draw(drawing.draw, 'mixed');
  const first = convert(drawConstant(drawing, type).value, type);
  const step = drawConstant(drawing, LLONG).value;
  const about = { name, dataClass: 'mixed', type, dimensions, initial: { first, step } } as const;
  return drawing.declare({ ...about, ...drawContainer(drawing, type) }).variable;
}
