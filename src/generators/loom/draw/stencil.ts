/** Stencils: sums of neighbouring elements, `b[i - 1] * 3 + b[i] - c[i + 2]`, all along one iterator. */
import { binary, elementOf, fixed } from '../ir/build.ts';
import type { Element, ExpressionNode, Variable } from '../ir/nodes.ts';
import { ANOTHER_TAP, TAP_FACTOR } from '../policy/weights.ts';
import { drawConstant } from './constant.ts';
import type { Drawing, OpenLoop } from './drawing.ts';
import { drawList } from './list.ts';
import { fitting, INDICES, loopByTicket } from './place.ts';
import { isArray } from './purposes.ts';
import { byTicket } from './tickets.ts';

/** Greatest distance of a tap from the iterator. */
const SPAN = 4;
const ARRAYS = 4;

/** True if there are an array and a loop. */
export function hasArrays({ loops, readable }: Drawing): boolean {
  return loops.length > 0 && readable.has(isArray);
}

const MAX_TAPS = 12;

/**
 * Requires an array and a loop. The arrays, the iterator and the indices in other directions are drawn once.
 */
export function drawStencil(drawing: Drawing): ExpressionNode {
  const { draw } = drawing;
  const loop = loopByTicket(drawing)!;
  const all = drawing.readable.those(isArray);
  const arrays = Array.from({ length: 1 + draw.pick(ARRAYS) }, () => byTicket(draw, all)!);
  const along = draw.pick(8);
  const others = draw.pick(INDICES);
  let sum: ExpressionNode = drawTap();
  drawList(drawing, 'tap', { chance: ANOTHER_TAP, most: MAX_TAPS }, () => {
    const sign = draw.pick(['+', '-', '^'] as const);
    sum = binary(sign, sum, drawTap());
  });
  return sum;

  function drawTap(): ExpressionNode {
    const array = arrays[draw.pick(ARRAYS) % arrays.length]!;
    const element = tap(array, loop, { offset: draw.pick(2 * SPAN + 1) - SPAN, along, others });
    return draw.boolean(TAP_FACTOR) ? binary('*', element, drawConstant(drawing)) : element;
  }
}

interface Where {
  readonly offset: number;
  /** The dimension along which the stencil runs, modulo the number of dimensions. */
  readonly along: number;
  /** The index in all other dimensions. */
  readonly others: number;
}

/** The element of an array at this distance from the iterator. */
export function tap(variable: Variable, loop: OpenLoop, { offset, along, others }: Where): Element {
  const { dimensions } = variable;
  const subscripts = dimensions.map((size, dimension) =>
    dimension === along % dimensions.length ? fitting(loop, size, offset) : fixed(size, others),
  );
  return elementOf(variable, subscripts);
}
