/** Expressions. Types are not known here but for casts and constants: they follow when the program is settled. */
import type { ExpressionNode } from '../ir/nodes.ts';
import { INT } from '../ir/types.ts';
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
import { drawLane, hasLanes } from './lane.ts';
import { drawPlace } from './place.ts';
import { builtins } from '../rules/builtins.ts';
import { drawFloat } from './float.ts';
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
        return { kind, type: drawing.draw.pick(drawing.types), operand: operand() };
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
      case 'builtin': {
        const row = drawing.draw.pick(builtins);
        return { kind, type: row.result, row, operands: row.parameters.map(operand) };
      }
      case 'float':
        return drawFloat(drawing);
      case 'lane':
        return drawing.draw.boolean()
          ? drawLane(drawing)
          : { kind: 'choose', type: INT, condition: drawLane(drawing), yes: operand(), no: operand() };
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
  // A read may have subscripts, which are expressions again.
  if (depth > MAX_DEPTH) return onlyConstants(kinds);
  const isLast = depth >= MAX_DEPTH;
  const impossible = isLast ? undefined : impossibleKinds(drawing);
  return kinds.map(([weight, kind]): readonly [number, ExpressionKind] => {
    if (kind === 'constant' || kind === 'read') return [weight, kind];
    if (impossible === undefined || impossible.has(kind)) return [0, kind];
    if (kind === 'cast') return [weight * context.casts, kind];
    if (kind === 'choose' || kind === 'extreme') return [weight * context.chooses, kind];
    return [weight, kind];
  });
}

/** What needs something that is not here: a function, a loop, an array, a switch. */
function impossibleKinds(drawing: Drawing): ReadonlySet<ExpressionKind> {
  const { switches } = drawing;
  const kinds = new Set<ExpressionKind>();
  if (callable(drawing, true).length === 0) kinds.add('call');
  if (!switches.has('stencils') || stencilArrays(drawing).length === 0) kinds.add('stencil');
  if (!switches.has('builtins')) kinds.add('builtin');
  if (!switches.has('floats')) kinds.add('float');
  if (!hasLanes(drawing)) kinds.add('lane');
  return kinds;
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
