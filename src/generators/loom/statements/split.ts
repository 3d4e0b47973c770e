/**
 * `a = k % 2 == zero ? e : e;`: one expression in two copies; a zero that no compiler knows decides between them.
 * In some, the second copy is another repair: `a = zero == 0 ? b + c : (int)((unsigned)b + (unsigned)c);`.
 */
import type { Drawing } from '../draw/drawing.ts';
import { drawExpression, MIDDLE } from '../draw/expression.ts';
import { drawHidden, drawNumber } from '../draw/head.ts';
import { loopByTicket } from '../draw/place.ts';
import { drawTargetPlace } from '../draw/target.ts';
import { binary, choose, constant, placeOf } from '../ir/build.ts';
import type { ExpressionNode } from '../ir/nodes.ts';
import { INT } from '../ir/types.ts';
import { copyOf } from '../ir/walk.ts';
import { repairable, SPLIT_APART } from '../policy/weights.ts';
import { assign, type Assign, assigned } from './assign.ts';
import type { StatementRow } from './row.ts';

const LANES = [2, 3, 4] as const;

/** Drawn by this row; the result is an assignment. */
export const split: StatementRow<Assign> = {
  ...assign,
  weight: 5,
  text: 60,
  needs: 'splits',

  draw(drawing) {
    const to = drawTargetPlace(drawing);
    const isApart = drawing.draw.scope('repairs', () => drawing.draw.boolean(SPLIT_APART));
    const condition = drawQuestion(drawing, isApart ? drawHidden(drawing, 0) : drawNumber(drawing, 0, 1));
    const yes = isApart ? drawOperation(drawing) : drawExpression(drawing, 1);
    return assigned(to, { ...choose(condition, yes, copyOf(yes)), ...(isApart ? { isApart } : {}) });
  },
};

/** An operation that has a repair. */
function drawOperation(drawing: Drawing): ExpressionNode {
  const sign = drawing.choose('repairable', repairable);
  return binary(sign, drawExpression(drawing, MIDDLE), drawExpression(drawing, MIDDLE));
}

/** A condition for one class of iterations; without a loop, whether the zero is one. */
function drawQuestion(drawing: Drawing, zero: ExpressionNode): ExpressionNode {
  const { draw } = drawing;
  const isShifted = draw.boolean();
  const count = constant(BigInt(draw.pick(LANES)), INT);
  const loop = loopByTicket(drawing);
  if (loop === undefined) return binary('==', zero, constant(0n, INT));
  const iterator = placeOf(loop.iterator);
  if (isShifted) return binary('==', binary('%', binary('+', iterator, zero), count), constant(0n, INT));
  return binary('==', binary('%', iterator, count), zero);
}
