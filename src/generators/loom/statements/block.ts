/**
 * Blocks: series of scopes with one label, each of which begins with the kind of its statement; the first
 * kind ends the series.
 */
import type { Drawing } from '../draw/drawing.ts';
import { drawRegion } from '../draw/expression.ts';
import type { Block, Statement } from '../ir/nodes.ts';
import type { Weights } from '../policy/weights.ts';
import { drawMarker } from './marker.ts';
import { drawPlanted } from './planted.ts';
import { END_OF_BLOCK, type StatementRow } from './row.ts';
import { drawSinks } from './sink.ts';

type Row = StatementRow<Statement>;

/** Ifs within ifs. */
export const MAX_DEPTH = 4;
/** Bytes of a statement without its expressions. */
const STATEMENT = 20;
/** The weight of the block's end after the block has as much text as wanted, or its loop as many executions. */
const SATED = 64 * END_OF_BLOCK;

export function drawBlock(drawing: Drawing, depth: number): Block {
  const region = drawRegion(drawing);
  return drawing.inBlock(() => {
    const marked = [
      ...(drawing.switches.has('markers') ? drawMarker(drawing) : []),
      ...(drawing.switches.has('faults') ? drawPlanted(drawing) : []),
    ];
    const statements: Statement[] = [];
    const declared = drawing.readable.length;
    while (
      drawing.draw.scope('statement', () => {
        const row = drawing.draw.weighted(kindsFor(drawing, depth, statements.length));
        if (row === undefined) return false;
        drawing.budget.text -= row.text ?? STATEMENT;
        statements.push(row.draw(drawing, depth));
        drawing.budget.executions -= drawing.trips;
        return true;
      })
    );
    if (drawing.switches.has('sinks')) statements.push(...drawSinks(drawing, declared));
    return [...marked, ...statements];
  }, region);
}

/**
 * Budgets change probabilities and seldom forbid, so nearly every recorded answer is accepted. Depth has a
 * hard limit, and so has a program that is full.
 */
function kindsFor(drawing: Drawing, depth: number, count: number): Weights<Row | undefined> {
  const { budget } = drawing;
  // A test function has a statement, even if the program should be as small as possible.
  const isFirst = depth === 0 && count === 0;
  const isLong = budget.executions <= 0 && drawing.trips > 1;
  const isSated = budget.text <= 0 || isLong;
  const end = isFirst
    ? END_OF_BLOCK / 2 ** 20
    : isSated
      ? SATED
      : depth === 0
        ? END_OF_BLOCK / 1024
        : END_OF_BLOCK;
  return drawing.profile.bend('statement', drawing.statements.weights).map(([weight, row]) => {
    if (row === undefined) return [end, row];
    return [isPossible(drawing, row, depth, isFirst) ? weight * drawing.room(row.text ?? STATEMENT) : 0, row];
  });
}

function isPossible(
  drawing: Drawing,
  { needs, isNesting = false, fits }: Row,
  depth: number,
  isFirst: boolean,
): boolean {
  if (drawing.isFull && !isFirst) return false;
  if (needs !== undefined && !drawing.switches.has(needs)) return false;
  if (isNesting && depth >= MAX_DEPTH) return false;
  return fits === undefined || fits(drawing);
}
