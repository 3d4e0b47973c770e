/** `x op= e;` and `x = min(x, e);` in a loop, if `x` is one integer: reductions. */
import { drawExpression, MIDDLE } from '../draw/expression.ts';
import { isSingle } from '../draw/purposes.ts';
import { byTicket } from '../draw/tickets.ts';
import { extreme, placeOf } from '../ir/build.ts';
import { EXTREME_REDUCTION, reductionSigns } from '../policy/weights.ts';
import { assign, type Assign, assigned } from './assign.ts';
import type { StatementRow } from './row.ts';

/** Drawn by this row; the result is an assignment. */
export const reduction: StatementRow<Assign> = {
  ...assign,
  weight: 10,
  needs: 'reductions',
  fits: ({ loops, writable }) => loops.length > 0 && writable.has(isSingle),

  draw(drawing) {
    const { draw } = drawing;
    const to = placeOf(byTicket(draw, drawing.writable.those(isSingle))!);
    const isExtreme = draw.boolean(EXTREME_REDUCTION);
    const which = draw.pick(['min', 'max'] as const);
    const compound = drawing.choose('reduction', reductionSigns);
    const value = drawExpression(drawing, MIDDLE);
    return isExtreme
      ? assigned(to, extreme(which, placeOf(to.variable), value))
      : assigned(to, value, compound);
  },
};
