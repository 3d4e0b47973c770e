/** The place that a statement writes to: existing data, or a new output. */
import type { Place } from '../ir/nodes.ts';
import { NEW_OUTPUT } from '../policy/weights.ts';
import type { Drawing } from './drawing.ts';
import { drawExpression, TINY } from './expression.ts';
import { drawPlace } from './place.ts';
import { byTicket } from './tickets.ts';

/** Iterators that wrap reach farther. */
const MAX_ELEMENTS = 2_048;

export function drawTargetPlace(drawing: Drawing): Place {
  return drawPlace(drawing, drawVariable(drawing), () => drawExpression(drawing, TINY));
}

function drawVariable(drawing: Drawing): Place['variable'] {
  const { draw, loops, helper } = drawing;
  const isNew = drawing.isDrawn('new output', NEW_OUTPUT) && helper?.isPure !== true;
  const existing = isNew ? undefined : byTicket(draw, drawing.writable);
  if (existing !== undefined) return existing;
  const name = drawing.names.draw(draw, 'output');
  // In a loop, half of the outputs are arrays as long as the loop.
  const innermost = loops.at(-1);
  const isArray = draw.boolean();
  const dimensions =
    isArray && innermost !== undefined && innermost.most < MAX_ELEMENTS ? [innermost.most + 1] : [];
  const type = drawing.drawType();
  return drawing.declare({ name, dataClass: 'output', type, dimensions, initial: { first: 0n, step: 0n } })
    .variable;
}
