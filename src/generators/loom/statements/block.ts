/** Blocks: runs of scopes of one label, each of which begins with the kind of its statement; the first kind ends the run. */
import type { Drawing } from '../draw/drawing.ts';
import type { Block, Statement } from '../ir/nodes.ts';
import { type StatementKind, statementKinds, type Weights } from '../policy/weights.ts';
import { statementRows } from './table.ts';

/** Ifs within ifs. */
const MAX_DEPTH = 4;
/** How likely a block ends, against its usual weight, once all statements that were wanted are there. */
const SATED = 24;

export function drawBlock(drawing: Drawing, depth: number): Block {
  return drawing.inBlock(() => {
    const statements: Statement[] = [];
    while (
      drawing.draw.scope('statement', () => {
        const kind = drawing.draw.weighted(kindsFor(drawing, depth));
        if (kind === 'end') return false;
        drawing.budget.statements--;
        drawing.budget.executions -= drawing.trips;
        statements.push(statementRows[kind].draw(drawing, depth));
        return true;
      })
    );
    return statements;
  });
}

/** Statements that hold others. */
const nesting: ReadonlySet<StatementKind> = new Set(['if', 'loop', 'switch']);

/** Budgets bend probabilities and never forbid: a recorded answer is always taken. Only depth has a hard limit. */
function kindsFor({ profile, budget, loops }: Drawing, depth: number): Weights<StatementKind> {
  const end = budget.statements <= 0 ? SATED : depth === 0 ? 1 / 1024 : 1;
  return profile.bend('statement', statementKinds).map(([weight, kind]): readonly [number, StatementKind] => {
    if (kind === 'end') return [10 * end, kind];
    if (nesting.has(kind) && depth >= MAX_DEPTH) return [0, kind];
    if (kind === 'leave' && loops.length === 0) return [0, kind];
    return [weight, kind];
  });
}
