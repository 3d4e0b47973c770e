/** Mixtures: small expressions of given leaves, without division and calls, as vectorisers accept them. */
import { binary, cast, choose, extreme } from '../ir/build.ts';
import type { ExpressionNode, Variable } from '../ir/nodes.ts';
import { type IntegerType, LLONG } from '../ir/types.ts';
import { mixtureKinds, type Weights } from '../policy/weights.ts';
import { convert } from '../rules/convert.ts';
import { drawContainer } from './container.ts';
import { drawConstant } from './constant.ts';
import type { Drawing } from './drawing.ts';
import { NODE } from './expression.ts';
import { drawVectorForm } from './peephole.ts';

export const vectorSigns = ['+', '-', '*', '^', '&', '|'] as const;
const MAX_DEPTH = 3;

/** `leaf` draws one of the leaves. */
export function drawMixture(drawing: Drawing, leaf: () => ExpressionNode, depth: number = 0): ExpressionNode {
  const { draw, budget } = drawing;
  return draw.scope('expression', () => {
    budget.text -= NODE;
    const operand = (): ExpressionNode => drawMixture(drawing, leaf, depth + 1);
    const kind = draw.weighted(possibleKinds(drawing, mixtureKinds, depth));
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
      case 'peephole': {
        const [x, y] = [leaf(), leaf()];
        return drawVectorForm(drawing, 'type' in x ? x.type : undefined)(x, y);
      }
    }
  });
}

/** At the last level only leaves and constants, which come first; peepholes come last. */
export function possibleKinds<T>({ switches }: Drawing, kinds: Weights<T>, depth: number): Weights<T> {
  if (depth >= MAX_DEPTH) return kinds.slice(0, 2);
  return switches.has('peepholes') ? kinds : kinds.slice(0, -1);
}

/** An array for this statement alone, which the driver checks. */
export function drawOwnArray(drawing: Drawing, type: IntegerType, dimensions: readonly number[]): Variable {
  const name = drawing.names.draw(drawing.draw, 'mixed');
  const first = convert(drawConstant(drawing, type).value, type);
  const step = drawConstant(drawing, LLONG).value;
  const about = { name, dataClass: 'mixed', type, dimensions, initial: { first, step } } as const;
  return drawing.declare({ ...about, ...drawContainer(drawing, type) }).variable;
}
