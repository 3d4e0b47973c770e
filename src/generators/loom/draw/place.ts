/**
 * Places: variables, elements of arrays, and targets of pointers. By construction, subscripts lie within the
 * bounds.
 */
import { elementOf, fixed, placeOf } from '../ir/build.ts';
import type { ExpressionNode, Place, Subscript, Variable } from '../ir/nodes.ts';
import {
  type SubscriptKind,
  subscriptKinds,
  type SubscriptOrder,
  subscriptOrders,
  strides,
} from '../policy/weights.ts';
import type { Drawing, OpenLoop } from './drawing.ts';
import { byTicket } from './tickets.ts';

/** Number of offsets from an iterator. */
const OFFSETS = 9;
/** Constant subscripts are drawn from this range, for every size of array. */
export const INDICES = 64;

/** The variable as a whole, an element of it, or the target of the pointer. */
export function drawPlace(drawing: Drawing, variable: Variable, drawIndex: () => ExpressionNode): Place {
  const { dimensions, type, pointer } = variable;
  if (pointer !== undefined) return { kind: 'dereference', type, variable };
  if (dimensions.length === 0) return placeOf(variable);
  const isOrdered = drawing.loops.length > 0 && dimensions.length > 1;
  const order = isOrdered ? drawing.choose('subscript order', subscriptOrders) : 'any';
  const subscripts = dimensions.map((size, dimension) =>
    drawing.draw.scope('subscript', () => {
      const loop = loopInOrder(drawing, order, dimension, dimensions.length);
      return drawSubscript(drawing, size, loop, drawIndex);
    }),
  );
  return elementOf(variable, subscripts);
}

/** `loop` is the loop that the order gives. */
function drawSubscript(
  drawing: Drawing,
  size: number,
  loop: OpenLoop | undefined,
  drawIndex: () => ExpressionNode,
): Subscript {
  const kind: SubscriptKind = drawing.choose('subscript', subscriptKinds);
  if (kind === 'computed') return { kind, size, index: drawIndex() };
  const along = kind === 'fixed' ? undefined : (loop ?? loopByTicket(drawing));
  if (along === undefined) return fixed(size, drawing.draw.pick(INDICES));
  if (kind === 'iterator') return fitting(along, size, 0);
  const offset = drawing.draw.pick(OFFSETS) - 4;
  return fitting(along, size, offset, drawing.switches.has('strides') ? drawing.draw.weighted(strides) : 1);
}

/** The loop for a dimension: innermost loops for last dimensions, the reverse, or one loop for all. */
function loopInOrder(
  { loops }: Drawing,
  order: SubscriptOrder,
  dimension: number,
  count: number,
): OpenLoop | undefined {
  const fromInside = { straight: count - 1 - dimension, reversed: dimension, diagonal: 0, any: loops.length };
  return loops[loops.length - 1 - fromInside[order]];
}

/** The offset nearest to the wanted one that keeps the subscript in bounds for all values of the iterator. */
export function fitting(loop: OpenLoop, size: number, wanted: number, scale: number = 1): Subscript {
  const { iterator, least, most } = loop;
  if (most - least >= size) return { kind: 'computed', size, index: placeOf(iterator) };
  const [low, high] = scale > 0 ? [scale * least, scale * most] : [scale * most, scale * least];
  if (high - low >= size) return fitting(loop, size, wanted);
  const offset = Math.min(Math.max(wanted, -low), size - 1 - high);
  return { kind: 'iterator', size, iterator, scale, offset };
}

export function loopByTicket({ draw, loops }: Drawing): OpenLoop | undefined {
  const iterator = byTicket(
    draw,
    loops.map(({ visible }) => visible),
  );
  return loops.find((loop) => loop.iterator === iterator);
}
