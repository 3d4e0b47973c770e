/**
 * `l = 9; for (k = 0; k < 9; k++) { if (a[k] == x) { l = k; break; } }`: loops that end when they find a
 * value.
 */
import type { Drawing } from '../draw/drawing.ts';
import { drawExpression, SMALL } from '../draw/expression.ts';
import { drawHead } from '../draw/head.ts';
import { isArray } from '../draw/purposes.ts';
import { hasArrays } from '../draw/stencil.ts';
import { drawPlace, fitting } from '../draw/place.ts';
import { byTicket } from '../draw/tickets.ts';
import { binary, constant, placeOf } from '../ir/build.ts';
import type { ExpressionNode, Statement, Variable } from '../ir/nodes.ts';
import { INT } from '../ir/types.ts';
import { assigned } from './assign.ts';
import { drawBlock, MAX_DEPTH } from './block.ts';
import { declared } from './declare.ts';
import { type Group, group, groupOf } from './group.ts';
import { onlyIf } from './if.ts';
import type { Leave } from './leave.ts';
import { countedLoop } from './loop.ts';
import type { StatementRow } from './row.ts';

const signs = ['==', '!=', '<', '>='] as const;

/** Drawn by this row; the result is a group. */
export const search: StatementRow<Group> = {
  ...group,
  weight: 4,
  text: 120,
  needs: 'searches',
  isNesting: true,

  draw(drawing, depth) {
    const { draw, names } = drawing;
    const about = { name: names.draw(draw, 'local'), type: draw.pick(drawing.types) };
    const wanted = drawExpression(drawing, SMALL);
    const found = drawing.declare({ ...about, dataClass: 'local' }).variable;
    const around = drawing.inBlock(() => {
      const { head, open } = draw.scope('head', () => drawHead(drawing));
      const { exit, more } = drawing.inLoop(open, () => ({
        exit: drawExit(drawing, head.iterator, { found, wanted }),
        more: draw.boolean(0.3) ? drawBlock(drawing, Math.min(depth + 1, MAX_DEPTH)) : [],
      }));
      return countedLoop(head, draw.boolean() ? [exit, ...more] : [...more, exit]);
    });
    const none = constant(BigInt(draw.integer(-1, 64)), INT);
    return groupOf(declared(found, none), around);
  },
};

interface Searched {
  readonly found: Variable;
  readonly wanted: ExpressionNode;
}

/** `if (a[k] == x) { l = k; break; }` */
function drawExit(drawing: Drawing, iterator: Variable, { found, wanted }: Searched): Statement {
  const condition = binary(drawing.draw.pick(signs), drawItem(drawing), wanted);
  const leave: Leave = { kind: 'leave', how: 'break', condition: undefined };
  return onlyIf(condition, assigned(placeOf(found), placeOf(iterator)), leave);
}

/** The value to compare: an element along the loop, if there is an array. */
function drawItem(drawing: Drawing): ExpressionNode {
  const { draw, loops, readable } = drawing;
  if (!hasArrays(drawing)) return drawExpression(drawing, SMALL);
  const variable = byTicket(draw, readable.those(isArray))!;
  const place = drawPlace(drawing, variable, () => constant(0n, INT));
  if (place.kind !== 'element') return place;
  const [last = 1] = variable.dimensions.slice(-1);
  return { ...place, subscripts: [...place.subscripts.slice(0, -1), fitting(loops.at(-1)!, last, 0)] };
}
