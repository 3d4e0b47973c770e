/**
 * `a = k % 2 == zero ? e : e;`: one expression in two copies; a zero that no compiler knows decides between
 * them.
 */
import type { Drawing } from '../draw/drawing.ts';
import { drawExpression } from '../draw/expression.ts';
import { drawNumber } from '../draw/head.ts';
import { loopByTicket } from '../draw/place.ts';
import { drawTargetPlace } from '../draw/target.ts';
import { binary, choose, constant, placeOf } from '../ir/build.ts';
import type { ExpressionNode } from '../ir/nodes.ts';
import { INT } from '../ir/types.ts';
import { copyOf } from '../ir/walk.ts';
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
    const condition = drawQuestion(drawing);
    const yes = drawExpression(drawing, 1);
    return assigned(to, choose(condition, yes, copyOf(yes)));
  },
};

/** A condition for one class of iterations; without a loop, whether the zero is one. */
function drawQuestion(drawing: Drawing): ExpressionNode {
  const { draw } = drawing;
  const zero = drawNumber(drawing, 0, 1);
  const isShifted = draw.boolean();
  const count = constant(BigInt(draw.pick(LANES)), INT);
  const loop = loopByTicket(drawing);
  if (loop === undefined) return binary('==', zero, constant(0n, INT));
  const iterator = placeOf(loop.iterator);
  if (isShifted) return binary('==', binary('%', binary('+', iterator, zero), count), constant(0n, INT));
  return binary('==', binary('%', iterator, count), zero);
}
