/**
 * Graphs of blocks with a known path: any control flow, with jumps forwards, backwards, and into loops and
 * `switch`es.
 *
 * The drawing step draws the graph, and a path through it. Conditions use values that settling finds on the
 * path, so execution follows this path. Blocks beside the path never run, so they may hold anything that
 * compiles.
 */
import type { Drawing, OpenLoop } from '../../draw/drawing.ts';
import { drawExpression, SMALL } from '../../draw/expression.ts';
import { drawBound } from '../../draw/head.ts';
import { drawList } from '../../draw/list.ts';
import { binary, cast, constant, placeOf } from '../../ir/build.ts';
import type { Bound, ExpressionNode, Variable } from '../../ir/nodes.ts';
import { INT, type IntegerType, LLONG, SHORT, UCHAR, UINT } from '../../ir/types.ts';
import {
  ANOTHER_BLOCK,
  armKinds,
  endingKinds,
  HIDDEN_NUMBER,
  WILD,
  wrapperKinds,
} from '../../policy/weights.ts';
import type { Settling } from '../../settle/settling.ts';
import type { Executor, Flow } from '../../truth/executor.ts';
import { drawBlock, MAX_DEPTH } from '../block.ts';
import type { StatementRow } from '../row.ts';
import { drawPath, MAX_VISITS, visitedOn } from './path.ts';
import {
  type DrawnArm,
  type DrawnNode,
  isDispatch,
  type Point,
  pointsOf,
  type GraphWrapper,
} from './points.ts';
import { printGraph } from './print.ts';
import type { BlockGraph } from './shape.ts';
import { dispatchOf, noteArm, type PathTest, pathQuestion } from './test.ts';
import { wildStatements } from './wild.ts';

const MAX_NODES = 10;
/** Bytes of a block's label and jumps. */
const BLOCK = 70;
const MAX_ARMS = 4;
const MAX_LENGTH = 4;
/** Number of executions that a block's statements are assumed to have. */
const TRIPS = 3;
const STYLES = 4;
/** Number of entries of a table of labels, less one. */
const MASK = 7n;
const selectorTypes: readonly IntegerType[] = [INT, UINT, SHORT, UCHAR, LLONG];

export const graph: StatementRow<BlockGraph> = {
  kind: 'graph',
  weight: 7,
  text: 500,
  needs: 'graphs',
  isNesting: true,
  fits: ({ switches }) => switches.has('goto'),

  draw(drawing, depth) {
    const { draw, names } = drawing;
    const label = names.draw(draw, 'label');
    return drawing.inBlock(() => {
      const visible = drawing.integer('iterator', INT);
      const counter = visible.variable;
      const open: OpenLoop = {
        iterator: counter,
        visible,
        least: 0,
        most: MAX_VISITS,
        trips: TRIPS,
        isLoop: false,
        isClosed: true,
      };
      const nodes = drawing.inLoop(open, () => drawNodes(drawing, counter, depth));
      const points = pointsOf(nodes);
      const path = drawPath(draw, points);
      const visited = visitedOn(points, path);
      return { kind: 'graph', label, counter, points, path, visited, isSettled: false };
    });
  },

  execute(statement, executor) {
    return walk(statement, executor, (point) => {
      const { test, arms } = point;
      if (test === undefined) return 0;
      if (!isDispatch(point)) return executor.value(pathQuestion(test)) === 0n ? 1 : 0;
      const { selector, cases } = dispatchOf(test, arms.length);
      return cases.get(executor.value(selector)!) ?? arms.length - 1;
    });
  },

  settle(statement, settling) {
    const { points, path } = statement;
    if (!statement.isSettled)
      settling.repeatedly(() => settling.where(false, () => settleAll(points, settling)));
    statement.isSettled = true;
    if (!settling.isExecuted) return 'on';
    let next = 0;
    return settling.repeatedly(() =>
      walk(statement, settling, ({ test }, visit) => {
        if (test === undefined) return 0;
        const arm = path.arms[next++]!;
        noteArm(test, settling.value(test.selector)!, visit, arm);
        return arm;
      }),
    );
  },

  print: printGraph,
};

function walk(
  { counter, points, path: { exit } }: BlockGraph,
  executor: Executor,
  armAt: (point: Point, visit: number) => number,
): Flow {
  let visit = 0;
  const count = (): void => executor.store(placeOf(counter), BigInt(visit));
  count();
  for (let at = 0; at < points.length;) {
    const point = points[at]!;
    if (point.kind === 'node') {
      visit++;
      count();
      const flow = executor.block(point.node.body);
      if (flow !== 'on') return flow;
      if (exit?.number === point.number && exit.visit === visit) return 'on';
    }
    at = point.arms[armAt(point, visit)]!.to;
  }
  return 'on';
}

function settleAll(points: readonly Point[], settling: Settling): void {
  for (const point of points) {
    if (point.kind === 'node') settling.block(point.node.body);
    if (point.test !== undefined) settling.value(point.test.selector);
  }
}

function drawNodes(drawing: Drawing, counter: Variable, depth: number): DrawnNode[] {
  const { draw } = drawing;
  const length = { chance: ANOTHER_BLOCK, least: 2, most: MAX_NODES };
  return drawList(drawing, 'node', length, (): DrawnNode => {
    drawing.budget.text -= BLOCK;
    const wrapper = drawWrapper(drawing, counter);
    const ending = drawing.choose('ending', endingKinds);
    const arms = drawArms(drawing, { jump: 1, branch: 2, switch: 0, table: 0 }[ending]);
    const test = drawTest(drawing, counter, ending === 'table');
    const wild = draw.boolean(WILD) ? draw.pick(wildStatements) : '';
    const body = drawBlock(drawing, Math.min(depth + 1, MAX_DEPTH));
    return { wrapper, ending, arms, test, wild, body };
  });
}

function drawWrapper(drawing: Drawing, counter: Variable): GraphWrapper | undefined {
  return drawing.draw.scope('wrapper', () => {
    const kind = drawing.choose('wrapper', wrapperKinds);
    if (kind === 'none') return undefined;
    const length = 1 + drawing.draw.pick(MAX_LENGTH);
    return { kind, length, test: drawTest(drawing, counter, false) };
  });
}

/** The wanted number, or a drawn one of at least three, since two would be a branch. */
function drawArms(drawing: Drawing, wanted: number): DrawnArm[] {
  const { draw } = drawing;
  const [least, most] = wanted === 0 ? [3, MAX_ARMS + 2] : [wanted, wanted];
  return drawList(drawing, 'arm', { chance: 0.5, least, most }, () => {
    const kind = drawing.choose('arm', armKinds);
    return { kind, ahead: draw.pick(MAX_NODES) };
  });
}

function drawTest(drawing: Drawing, counter: Variable, isMasked: boolean): PathTest {
  const { draw } = drawing;
  return draw.scope('test', () => {
    const type = isMasked ? INT : draw.pick(selectorTypes);
    const style = draw.pick(STYLES);
    const hidden: Bound | undefined = draw.boolean(HIDDEN_NUMBER) ? drawBound(drawing) : undefined;
    const value = cast(type, drawExpression(drawing, SMALL));
    const selector: ExpressionNode = isMasked ? binary('&', value, constant(MASK, INT)) : value;
    const seen = { byValue: new Map<bigint, number>(), byVisit: new Map<bigint, number>() };
    return { selector, style, hidden, counter, ...seen, isAmbiguous: false };
  });
}
