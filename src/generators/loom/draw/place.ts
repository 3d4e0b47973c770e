/** Places: variables, elements of arrays, what pointers lead to. Subscripts lie within the bounds by construction, whatever values there are. */
import type { ExpressionNode, Place, Subscript, Variable } from '../ir/nodes.ts';
import { type SubscriptKind, subscriptKinds } from '../policy/weights.ts';
import type { Drawing, OpenLoop } from './drawing.ts';
import { byTicket } from './tickets.ts';

/** How far an offset may lie from an iterator. */
const OFFSETS = 9;
/** Constant subscripts draw from this many, whatever the size of the array. */
export const INDICES = 64;

/** The variable as a whole, an element of it, or what it points to. */
export function drawPlace(drawing: Drawing, variable: Variable, drawIndex: () => ExpressionNode): Place {
  const { dimensions, type, pointer } = variable;
  if (pointer !== undefined) return { kind: 'dereference', type, variable };
  if (dimensions.length === 0) return { kind: 'read', type, variable };
  const subscripts = dimensions.map((size) =>
    drawing.draw.scope('subscript', () => drawSubscript(drawing, size, drawIndex)),
  );
  return { kind: 'element', type, variable, subscripts };
}

function drawSubscript(drawing: Drawing, size: number, drawIndex: () => ExpressionNode): Subscript {
  const kind: SubscriptKind = drawing.choose('subscript', subscriptKinds);
  if (kind === 'computed') return { kind, size, index: drawIndex() };
  const number = drawing.draw.pick(INDICES);
  const fixed: Subscript = { kind: 'fixed', size, index: number % size };
  if (kind === 'fixed') return fixed;
  const loop = loopByTicket(drawing);
  const offset = drawing.draw.pick(OFFSETS) - 4;
  return loop === undefined ? fixed : fitting(loop, size, kind === 'offset' ? offset : 0);
}

/** The offset nearest to the wanted one that keeps all values of the iterator within the bounds. */
function fitting({ iterator, least, most }: OpenLoop, size: number, wanted: number): Subscript {
  if (most - least >= size) {
    const index: ExpressionNode = { kind: 'read', type: iterator.type, variable: iterator };
    return { kind: 'computed', size, index };
  }
  const offset = Math.min(Math.max(wanted, -least), size - 1 - most);
  return { kind: 'iterator', size, iterator, offset };
}

function loopByTicket(drawing: Drawing): OpenLoop | undefined {
  const { draw, loops } = drawing;
  const iterator = byTicket(
    draw,
    loops.map(({ visible }) => visible),
  );
  return loops.find((loop) => loop.iterator === iterator);
}
