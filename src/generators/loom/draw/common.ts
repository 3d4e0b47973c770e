/**
 * Common subexpressions: expressions of inputs only, which have the same value everywhere. Later expressions
 * repeat them as they are, negated, with swapped operands, or with one operand changed.
 */
import { binary, unary } from '../ir/build.ts';
import type { ExpressionNode } from '../ir/nodes.ts';
import { copyOf } from '../ir/walk.ts';
import { commonUses, NEW_COMMON } from '../policy/weights.ts';
import type { Drawing } from './drawing.ts';
import { drawExpression, SMALL, TINY } from './expression.ts';
import { bestOf } from './visibles.ts';

const MOST = 6;
const TICKETS = 1_024;

export function drawCommon(drawing: Drawing, depth: number): ExpressionNode {
  const { draw } = drawing;
  const { commons } = drawing.program;
  const ticket = draw.pick(TICKETS);
  const isNew = draw.boolean(commons.length < MOST ? NEW_COMMON : NEW_COMMON / 8);
  const known = bestOf(commons, ticket);
  if (isNew || known === undefined) {
    const node = drawing.withInputs(() => drawExpression(drawing, Math.max(depth + 1, SMALL)));
    commons.push({ node: copyOf(node), identity: ticket });
    return node;
  }
  const again = copyOf(known.node);
  const use = drawing.choose('common', commonUses);
  if (use === 'negated') return unary('-', again);
  if (again.kind !== 'binary' || use === 'same') return again;
  if (use === 'swapped') return binary(again.sign, again.right, again.left);
  return binary(again.sign, again.left, drawExpression(drawing, TINY));
}
