/**
 * `a = k % 2 == 0 ? b + c : b + c;`: one expression in two copies, for two classes of iterations. Each copy
 * gets the repairs that its own iterations need, as YARPGen's versioned statements do.
 */
import { drawExpression } from '../draw/expression.ts';
import { drawLane } from '../draw/lane.ts';
import { drawTargetPlace } from '../draw/target.ts';
import { choose } from '../ir/build.ts';
import { copyOf } from '../ir/walk.ts';
import { assign, type Assign, assigned } from './assign.ts';
import type { StatementRow } from './row.ts';

/** Drawn by this row; the result is an assignment. */
export const versions: StatementRow<Assign> = {
  ...assign,
  weight: 5,
  text: 40,
  needs: 'versions',
  fits: ({ loops }) => loops.length > 0,

  draw(drawing) {
    const to = drawTargetPlace(drawing);
    const condition = drawLane(drawing);
    const yes = drawExpression(drawing, 1);
    return assigned(to, choose(condition, yes, copyOf(yes)));
  },
};
