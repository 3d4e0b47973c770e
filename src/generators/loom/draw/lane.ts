/** Lanes: conditions that hold in some iterations of a loop and fail in others, `i % 3 == 1`. */
import { binary, constant, placeOf } from '../ir/build.ts';
import type { ExpressionNode } from '../ir/nodes.ts';
import { INT } from '../ir/types.ts';
import { LANE, lanes } from '../policy/weights.ts';
import type { Drawing } from './drawing.ts';
import { drawExpression } from './expression.ts';
import { loopByTicket } from './place.ts';

export function hasLanes({ switches, loops }: Drawing): boolean {
  return switches.has('lanes') && loops.length > 0;
}

/**
 * Call it only if there are lanes. If their number is a power of two, half of the remainders are written as
 * masks.
 */
export function drawLane(drawing: Drawing): ExpressionNode {
  const { draw } = drawing;
  const { iterator } = loopByTicket(drawing)!;
  const count = drawing.choose('lanes', lanes);
  const lane = draw.pick(4) % count;
  const isMask = draw.boolean() && count !== 3;
  const residue = isMask
    ? binary('&', placeOf(iterator), constant(BigInt(count - 1), INT))
    : binary('%', placeOf(iterator), constant(BigInt(count), INT));
  return binary('==', residue, constant(BigInt(lane), INT));
}

/** The question of an `if`. */
export function drawCondition(drawing: Drawing, depth: number): ExpressionNode {
  return hasLanes(drawing) && drawing.draw.boolean(LANE) ? drawLane(drawing) : drawExpression(drawing, depth);
}
