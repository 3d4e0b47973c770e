/** Expressions. Types are not known here but for casts and constants: they follow when the program is settled. */
import type { ExpressionNode } from '../ir/nodes.ts';
import { drawnTypes, INT } from '../ir/types.ts';
import { anything, CONTEXT, type OperatorContext, contexts } from '../policy/contexts.ts';
import {
  binaryWeights,
  type ExpressionKind,
  expressionKinds,
  unaryWeights,
  type Weights,
} from '../policy/weights.ts';
import { drawConstant } from './constant.ts';
import type { Drawing } from './drawing.ts';
import { drawPlace } from './place.ts';
import { callable, drawArguments } from './function.ts';
import { drawStencil, stencilArrays } from './stencil.ts';
import { byIndex, byTicket } from './tickets.ts';

/** Levels of nodes. */
const MAX_DEPTH = 5;
/** Computed subscripts begin at this level, so that they stay small. */
export const INDEX_DEPTH = 4;

export function drawExpression(
  drawing: Drawing,
  depth: number = 0,
  outer: OperatorContext = anything,
): ExpressionNode {
  return drawing.draw.scope('expression', () => {
    const kind = drawing.draw.weighted(kindsFor(drawing, depth, outer));
    if (kind === 'constant') return drawConstant(drawing);
    if (kind === 'read') return drawRead(drawing, depth);
    const context = outer === anything ? drawContext(drawing) : outer;
    const operand = (): ExpressionNode => drawExpression(drawing, depth + 1, context);
    switch (kind) {
      case 'unary': {
        const sign = drawing.draw.weighted(only(drawing.profile.bend('unary', unaryWeights), context.unary));
        return { kind, type: INT, sign, operand: operand() };
      }
      case 'binary': {
        const sign = drawing.draw.weighted(
          only(drawing.profile.bend('binary', binaryWeights), context.binary),
        );
        return { kind, type: INT, sign, left: operand(), right: operand() };
      }
      case 'cast':
        return { kind, type: drawing.draw.pick(drawnTypes), operand: operand() };
      case 'choose':
        return { kind, type: INT, condition: operand(), yes: operand(), no: operand() };
      case 'extreme':
        return {
          kind,
          type: INT,
          which: drawing.draw.pick(['min', 'max'] as const),
          left: operand(),
          right: operand(),
        };
      case 'call':
        return drawCall(drawing, depth);
      case 'stencil':
        return drawStencil(drawing);
    }
  });
}

/** A pure function, of arguments that are small. */
function drawCall(drawing: Drawing, depth: number): ExpressionNode {
  const callee = byIndex(drawing.draw, callable(drawing, true))!;
  const operands = drawArguments(drawing, callee, depth);
  return { kind: 'call', type: callee.result.type, callee, operands };
}

/** At the last level only leaves are possible; where nothing is visible, a read becomes zero. */
function kindsFor(drawing: Drawing, depth: number, context: OperatorContext): Weights<ExpressionKind> {
  const kinds = drawing.profile.bend('expression', expressionKinds);
  const calls = depth < MAX_DEPTH && callable(drawing, true).length > 0;
  const stencils = drawing.switches.has('stencils') && stencilArrays(drawing).length > 0;
  const isLast = depth >= MAX_DEPTH;
  // A read may have subscripts, which are expressions again.
  if (depth > MAX_DEPTH) return onlyConstants(kinds);
  if (!isLast && context === anything && calls && stencils) return kinds;
  return kinds.map(([weight, kind]): readonly [number, ExpressionKind] => {
    if ((kind === 'call' && !calls) || (kind === 'stencil' && !stencils)) return [0, kind];
    if (kind === 'constant' || kind === 'read') return [weight, kind];
    if (isLast) return [0, kind];
    if (kind === 'cast') return [weight * context.casts, kind];
    if (kind === 'choose' || kind === 'extreme') return [weight * context.chooses, kind];
    return [weight, kind];
  });
}

function onlyConstants(kinds: Weights<ExpressionKind>): Weights<ExpressionKind> {
  return kinds.map(([weight, kind]) => [kind === 'constant' ? weight : 0, kind]);
}

function drawContext({ draw }: Drawing): OperatorContext {
  return draw.boolean(CONTEXT) ? draw.pick(contexts) : anything;
}

function drawRead(drawing: Drawing, depth: number): ExpressionNode {
  const variable = byTicket(drawing.draw, drawing.readable);
  if (variable === undefined) return { kind: 'constant', type: INT, value: 0n };
  return drawPlace(drawing, variable, () => drawExpression(drawing, Math.max(depth + 1, INDEX_DEPTH)));
}

function only<T>(weights: Weights<T>, allowed: ReadonlySet<T>): Weights<T> {
  if (allowed.size === weights.length) return weights;
  return weights.map(([weight, value]) => [allowed.has(value) ? weight : 0, value]);
}
