/**
 * `for (k = 0; k < n; k++) { int l = e; ... a[k] = l; }`: loops whose iterations are apart. Each has data of its own,
 * reads inputs, and writes its own elements. ISPC executes a gang of them at the same time, each on its own way.
 */
import type { Drawing, OpenLoop } from '../draw/drawing.ts';
import { drawExpression, TINY } from '../draw/expression.ts';
import { drawHead } from '../draw/head.ts';
import { drawCondition } from '../draw/lane.ts';
import { drawList } from '../draw/list.ts';
import { drawOwnArray } from '../draw/mixture.ts';
import { fitting } from '../draw/place.ts';
import { isSingle } from '../draw/purposes.ts';
import { byTicket } from '../draw/tickets.ts';
import { elementOf, fixed, placeOf } from '../ir/build.ts';
import type { Statement, Subscript, Variable } from '../ir/nodes.ts';
import {
  ACCUMULATED,
  ANOTHER_ARRAY,
  ANOTHER_STORE,
  COMPOUND,
  CONDITIONAL_STORE,
  reductionSigns,
} from '../policy/weights.ts';
import { assigned } from './assign.ts';
import { drawBlock } from './block.ts';
import { declare } from './declare.ts';
import { onlyIf } from './if.ts';
import { countedLoop, type CountedLoop, loop } from './loop.ts';
import type { StatementRow } from './row.ts';

const MAX_ARRAYS = 3;
const MAX_LOCALS = 4;
/** Elements in the direction that the iterator does not go. */
const ACROSS = [4, 3, 8] as const;
/** Ifs around the statements of the body, for the limit of their depth. */
const DEPTH = 2;

/** Drawn by this row; the result is a loop. */
export const gang: StatementRow<CountedLoop> = {
  ...loop,
  weight: 24,
  text: 700,
  needs: 'gangs',
  fits: ({ helper }) => helper?.isPure !== true,

  draw(drawing) {
    const { draw } = drawing;
    return drawing.inBlock(() => {
      const { head, open } = draw.scope('head', () => drawHead(drawing, true));
      const arrays = drawList(drawing, 'array', { chance: ANOTHER_ARRAY, least: 1, most: MAX_ARRAYS }, () =>
        drawOwnArray(drawing, drawing.drawType(), drawDimensions(drawing, open)),
      );
      const sum = draw.boolean(ACCUMULATED) ? byTicket(draw, drawing.writable.those(isSingle)) : undefined;
      const own = { ...open, trips: open.trips * drawing.trips, isLoop: false, isClosed: true } as const;
      const body = drawing.inHelper({ isPure: true, parameters: [open.iterator] }, () =>
        drawing.inLoop(own, () => [
          ...drawList(drawing, 'local', { chance: ANOTHER_STORE, least: 1, most: MAX_LOCALS }, () =>
            declare.draw(drawing, DEPTH),
          ),
          ...drawBlock(drawing, DEPTH),
          ...arrays.map((array) => drawStore(drawing, array, open)),
          ...(sum === undefined ? [] : [drawSum(drawing, sum)]),
        ]),
      );
      return countedLoop(head, body);
    });
  },
};

function drawDimensions({ draw }: Drawing, { most }: OpenLoop): readonly number[] {
  const along = most + 1 + draw.pick(MAX_LOCALS);
  const across = draw.pick(ACROSS);
  return draw.pick([[along], [along, across], [across, along]]);
}

function drawStore(drawing: Drawing, array: Variable, open: OpenLoop): Statement {
  const { draw } = drawing;
  return draw.scope('store', () => {
    const offset = draw.pick(MAX_LOCALS);
    const along = array.dimensions.indexOf(Math.max(...array.dimensions));
    const subscripts = array.dimensions.map((size, at): Subscript => {
      if (at === along) return fitting(open, size, offset, draw.boolean() ? 1 : -1);
      const fixedAt = draw.pick(MAX_LOCALS);
      return draw.boolean()
        ? fixed(size, fixedAt)
        : { kind: 'computed', size, index: drawExpression(drawing, TINY) };
    });
    const compound = draw.boolean(COMPOUND) ? drawing.choose('reduction', reductionSigns) : undefined;
    const store = assigned(elementOf(array, subscripts), drawExpression(drawing), compound);
    return draw.boolean(CONDITIONAL_STORE) ? onlyIf(drawCondition(drawing, TINY), store) : store;
  });
}

function drawSum(drawing: Drawing, sum: Variable): Statement {
  const { draw } = drawing;
  const added = assigned(placeOf(sum), drawExpression(drawing), draw.pick(['+', '-'] as const));
  return draw.boolean() ? onlyIf(drawCondition(drawing, TINY), added) : added;
}
