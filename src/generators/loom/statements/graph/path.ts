/**
 * The path through a graph of blocks: the arm that each test takes, one after the other, and the visit that
 * ends the path.
 */
import type { Draw } from '../../../../choice/index.ts';
import { ANOTHER_STEP } from '../../policy/weights.ts';
import type { Point } from './points.ts';

/** Limit of visits to blocks on a path; the counter of visits never exceeds it. */
export const MAX_VISITS = 14;
const ARMS = 8;

export interface Path {
  /** The arms, in the order in which the path meets the tests. */
  readonly arms: readonly number[];
  /** The visit that leaves the graph, and its block; undefined if the path reaches the end by itself. */
  readonly exit: Exit | undefined;
}

export interface Exit {
  readonly number: number;
  readonly visit: number;
}

/** A walk: at each test a step says whether the path continues, and to which arm. */
export function drawPath(draw: Draw, points: readonly Point[]): Path {
  const arms: number[] = [];
  let isOver = false;
  let visit = 0;
  for (let at = 0; at < points.length;) {
    const point = points[at]!;
    if (point.kind === 'node') visit++;
    const isLast = visit === MAX_VISITS;
    const chosen = point.test === undefined || isOver ? undefined : drawStep(draw, point.arms.length);
    if (point.test !== undefined && chosen === undefined) isOver = true;
    if (point.kind === 'node' && (isOver || isLast)) return { arms, exit: { number: point.number, visit } };
    const arm = point.test === undefined ? 0 : (chosen ?? point.arms.length - 1);
    if (point.test !== undefined) arms.push(arm);
    at = point.arms[arm]!.to;
  }
  return { arms, exit: undefined };
}

/** Undefined: the path ends here. */
function drawStep(draw: Draw, count: number): number | undefined {
  return draw.scope('step', () => (draw.boolean(ANOTHER_STEP) ? draw.pick(ARMS) % count : undefined));
}

/** The blocks that the path goes through. */
export function visitedOn(points: readonly Point[], { arms, exit }: Path): Set<number> {
  const visited = new Set<number>();
  let next = 0;
  let visit = 0;
  for (let at = 0; at < points.length;) {
    const point = points[at]!;
    if (point.kind === 'node') {
      visited.add(point.number);
      visit++;
      if (exit?.visit === visit) break;
    }
    at = point.arms[point.test === undefined ? 0 : arms[next++]!]!.to;
  }
  return visited;
}
