/**
 * A loop around a `switch` over a state that its cases set: compilers turn this into jumps from case to case.
 */
import type { Drawing } from '../draw/drawing.ts';
import { drawExpression, SMALL } from '../draw/expression.ts';
import { drawHead } from '../draw/head.ts';
import { drawList } from '../draw/list.ts';
import { binary, choose, constant, placeOf } from '../ir/build.ts';
import type { ExpressionNode, Variable } from '../ir/nodes.ts';
import { INT, type IntegerType, SCHAR, UINT } from '../ir/types.ts';
import { assigned } from './assign.ts';
import { drawBlock, MAX_DEPTH } from './block.ts';
import { declared } from './declare.ts';
import { type Group, group, groupOf } from './group.ts';
import { countedLoop } from './loop.ts';
import type { StatementRow } from './row.ts';
import type { Case, SwitchStatement } from './switch.ts';

const STATES = 8;
const ANOTHER = 0.8;
const types: readonly IntegerType[] = [INT, UINT, SCHAR];

/** Drawn by this row; the result is a group. */
export const automaton: StatementRow<Group> = {
  ...group,
  weight: 4,
  text: 300,
  needs: 'automata',
  isNesting: true,

  draw(drawing, depth) {
    const { draw, names } = drawing;
    const about = { name: names.draw(draw, 'iterator'), type: draw.pick(types) };
    // Only the cases write it.
    const state = drawing.declare({ ...about, dataClass: 'iterator' }).variable;
    const first = constant(BigInt(draw.pick(STATES)), INT);
    const around = drawing.inBlock(() => {
      const { head, open } = draw.scope('head', () => drawHead(drawing));
      return countedLoop(
        head,
        drawing.inLoop(open, () => [drawSwitch(drawing, state, depth + 1)]),
      );
    });
    return groupOf(declared(state, first), around);
  },
};

function drawSwitch(drawing: Drawing, state: Variable, depth: number): SwitchStatement {
  const { draw } = drawing;
  const length = { chance: ANOTHER, least: 2, most: STATES };
  const cases = drawList(drawing, 'case', length, (label): Case => {
    const own = drawBlock(drawing, Math.min(depth + 1, MAX_DEPTH));
    const move = assigned(placeOf(state), drawNext(drawing));
    return { label, body: [...own, move], fallsThrough: draw.boolean(0.1) };
  });
  const selector = draw.boolean()
    ? placeOf(state)
    : binary('&', placeOf(state), constant(BigInt(STATES - 1), INT));
  return { kind: 'switch', selector, cases };
}

/** The next state; half of the time a condition chooses one of two. */
function drawNext(drawing: Drawing): ExpressionNode {
  const { draw } = drawing;
  const next = (): ExpressionNode => constant(BigInt(draw.pick(STATES)), INT);
  return draw.boolean() ? next() : choose(drawExpression(drawing, SMALL), next(), next());
}
