/**
 * Nests of loops for loop optimisers: perfect to a depth of four, triangular, or several with the same space
 * in a row. Starts, ends and steps may be inputs.
 */
import type { Drawing, OpenLoop } from '../draw/drawing.ts';
import { drawExpression, MIDDLE } from '../draw/expression.ts';
import { drawArrays, Lattice, type LatticeArray } from '../draw/lattice.ts';
import { drawList } from '../draw/list.ts';
import { isSingle } from '../draw/purposes.ts';
import { drawLevel, drawRange, type LoopRange } from '../draw/range.ts';
import { byTicket } from '../draw/tickets.ts';
import { binary, placeOf } from '../ir/build.ts';
import type { Statement } from '../ir/nodes.ts';
import {
  ANOTHER_NEST,
  ANOTHER_STORE,
  STATEMENT_BETWEEN,
  COMPOUND,
  CONDITIONAL_STORE,
  nestDepths,
  REDUCED,
  reductionSigns,
} from '../policy/weights.ts';
import { assigned } from './assign.ts';
import { type Group, group, groupOf } from './group.ts';
import { onlyIf } from './if.ts';
import type { RangedLoop } from './ranged.ts';
import type { StatementRow } from './row.ts';

const MAX_NESTS = 4;
/** Numbers of rounds of a loop, by the number of loops. */
const sizes = [
  [16, 32, 64, 7, 100, 33],
  [8, 16, 5, 10],
  [5, 8, 4],
  [4, 3, 5],
] as const;
/** Executions of the innermost statements. */
const MAX_TRIPS = 700;

/** Drawn by this row; the result is a group. */
export const nest: StatementRow<Group> = {
  ...group,
  weight: 14,
  text: 500,
  needs: 'spaces',
  fits: ({ helper }) => helper?.isPure !== true,

  draw(drawing) {
    const levels = drawLevels(drawing);
    const arrays = drawArrays(
      drawing,
      levels.map(({ most }) => most),
    );
    const length = { chance: ANOTHER_NEST, least: 1, most: MAX_NESTS };
    const nests = drawList(drawing, 'nest', length, (count) => [
      ...(count > 0 ? drawBetween(drawing) : []),
      drawLoop(drawing, levels, arrays),
    ]);
    return groupOf(...nests.flat());
  },
};

function drawLevels(drawing: Drawing): LoopRange[] {
  const { trips: outer, budget } = drawing;
  const depth = drawing.choose('nest depth', nestDepths);
  const own = sizes[depth - 1]!;
  let room = Math.min(MAX_TRIPS, budget.executions / 4) / outer;
  return Array.from({ length: depth }, () => {
    const level = drawLevel(drawing, own, room);
    room /= level.trips;
    return level;
  });
}

/** A statement between two nests, which keeps compilers from joining them unless they move it away. */
function drawBetween(drawing: Drawing): Statement[] {
  const { draw, writable } = drawing;
  return draw.scope('between', () => {
    if (!draw.boolean(STATEMENT_BETWEEN)) return [];
    const to = byTicket(draw, writable.those(isSingle));
    const value = drawExpression(drawing, MIDDLE);
    return to === undefined ? [] : [assigned(placeOf(to), value)];
  });
}

function drawLoop(
  drawing: Drawing,
  levels: readonly LoopRange[],
  arrays: readonly LatticeArray[],
  around: readonly OpenLoop[] = [],
): RangedLoop {
  return drawing.inBlock(() => {
    const { loop, open } = drawRange(drawing, levels[around.length]!, around.at(-1));
    const loops = [...around, open];
    const body = drawing.inLoop(open, () =>
      loops.length < levels.length
        ? [drawLoop(drawing, levels, arrays, loops)]
        : drawStores(new Lattice(drawing, arrays, loops)),
    );
    return { ...loop, body };
  });
}

function drawStores(within: Lattice): Statement[] {
  const { drawing } = within;
  const { draw, budget, trips } = drawing;
  return drawList(drawing, 'store', { chance: ANOTHER_STORE, least: 1 }, () => {
    budget.executions -= trips;
    const isConditional = draw.boolean(CONDITIONAL_STORE);
    const store = drawStore(within);
    return isConditional ? onlyIf(binary('<', within.value(2), within.value(2)), store) : store;
  });
}

/** An array with fewer dimensions than loops mostly accumulates. */
function drawStore(within: Lattice): Statement {
  const { drawing, depth } = within;
  const array = within.array();
  const isReduction = drawing.draw.boolean(array.axes.length < depth ? REDUCED : COMPOUND);
  const compound = drawing.choose('reduction', reductionSigns);
  const to = within.element(array);
  return assigned(to, within.value(isReduction ? 1 : 0), isReduction ? compound : undefined);
}
