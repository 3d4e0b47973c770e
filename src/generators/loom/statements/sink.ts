/** `m ^= l;` at the end of the block of `l`: otherwise nobody would notice a wrong value. */
import { isSingle } from '../draw/purposes.ts';
import type { Visible } from '../draw/visibles.ts';
import type { Drawing } from '../draw/drawing.ts';
import { drawPlace } from '../draw/place.ts';
import { byTicket } from '../draw/tickets.ts';
import { binary, constant, placeOf } from '../ir/build.ts';
import type { ExpressionNode, Statement, Variable } from '../ir/nodes.ts';
import { INT } from '../ir/types.ts';
import { SINK } from '../policy/weights.ts';
import { assigned } from './assign.ts';

/** `declared`: the number of data that were readable before the block. */
export function drawSinks(drawing: Drawing, declared: number): Statement[] {
  const { draw, helper, readable } = drawing;
  const locals = readable.list(declared).map(({ variable }) => variable);
  if (helper?.isPure === true) return [];
  return locals.flatMap((local) => {
    if (local.dataClass !== 'local' || local.pointer !== undefined) return [];
    return draw.scope('sink', () => {
      if (!draw.boolean(SINK)) return [];
      const to = byTicket(draw, drawing.writable.those(isSink));
      const value = drawPlace(drawing, local, () => constant(BigInt(draw.pick(64)), INT));
      return to === undefined ? [] : [taken(to, value, draw.pick(['^', '+', '*'] as const))];
    });
  });
}

function isSink(visible: Visible): boolean {
  return visible.variable.dataClass === 'mixed' && isSingle(visible);
}

/** A product keeps a part of the older values. */
function taken(to: Variable, value: ExpressionNode, sign: '^' | '+' | '*'): Statement {
  const old = placeOf(to);
  if (sign !== '*') return assigned(old, value, sign);
  return assigned(old, binary('^', binary('*', placeOf(to), constant(3n, INT)), value));
}
