/** Expressions. Types are unknown here, except for casts and constants: the settling step sets them. */
import { binary, choose, constant, extreme, unary } from '../ir/build.ts';
import type { ExpressionNode } from '../ir/nodes.ts';
import { INT } from '../ir/types.ts';
import { anything, CONTEXT, type OperatorContext, contexts, REGION } from '../policy/contexts.ts';
import {
  binaryWeights,
  commonUses,
  type ExpressionKind,
  expressionKinds,
  NEW_COMMON,
  unaryWeights,
  type Weights,
} from '../policy/weights.ts';
import { drawConstant } from './constant.ts';
import type { Drawing } from './drawing.ts';
import { drawLane, hasLanes } from './lane.ts';
import { drawPeephole } from './peephole.ts';
import { drawPlace } from './place.ts';
import type { BinarySign, UnarySign } from '../rules/signs.ts';
import { copyOf } from '../ir/walk.ts';
import { builtins } from '../rules/builtins.ts';
import { drawFloat } from './float.ts';
import { callable, drawArguments, hasCallable } from './function.ts';
import { drawStencil, hasArrays } from './stencil.ts';
import { drawSource } from './source.ts';
import { byIndex } from './tickets.ts';
import { bestOf } from './visibles.ts';

/** Bytes of a node. */
export const NODE = 15;
/**
 * Limits for the remaining bytes. Below the first limit, expressions are small and call no function that
 * would have to be added. Below the second limit, most expressions are one leaf.
 */
const TIGHT_TEXT = 400;
const SATED_TEXT = 150;
/** Common subexpressions of a program, and the numbers that tell them apart. */
const MOST_COMMONS = 6;
const COMMON_TICKETS = 1_024;
/** Levels of nodes. */
const MAX_DEPTH = 5;
/** Levels at which small expressions begin; computed subscripts begin at the last level. */
export const MIDDLE = 2;
export const SMALL = 3;
export const TINY = 4;

export function drawExpression(
  drawing: Drawing,
  depth: number = 0,
  outer: OperatorContext = drawing.region,
): ExpressionNode {
  return drawing.draw.scope('expression', () => {
    drawing.budget.text -= NODE;
    const level = drawing.budget.nesting > 0 && !drawing.isFull ? depth : MAX_DEPTH + 1;
    drawing.budget.nesting--;
    const node = drawNode(drawing, level, outer);
    drawing.budget.nesting++;
    return node;
  });
}

function drawNode(drawing: Drawing, depth: number, outer: OperatorContext): ExpressionNode {
  const kind = drawing.draw.weighted(kindsFor(drawing, depth, outer));
  if (kind === 'constant') return drawConstant(drawing);
  if (kind === 'read') return drawRead(drawing, depth);
  const context = outer === anything ? drawContext(drawing) : outer;
  const operand = (): ExpressionNode => drawExpression(drawing, depth + 1, context);
  switch (kind) {
    case 'unary': {
      const sign = drawing.draw.weighted(unaryFor(drawing, context));
      return unary(sign, operand());
    }
    case 'binary': {
      const sign = drawing.draw.weighted(binaryFor(drawing, context));
      return binary(sign, operand(), operand());
    }
    case 'cast':
      return { kind, type: drawing.draw.pick(drawing.types), operand: operand() };
    case 'choose':
      return choose(operand(), operand(), operand());
    case 'extreme':
      return extreme(drawing.draw.pick(['min', 'max'] as const), operand(), operand());
    case 'call':
      return drawCall(drawing, depth);
    case 'builtin': {
      const row = drawing.draw.pick(builtins);
      return { kind, type: row.result, row, operands: row.parameters.map(operand) };
    }
    case 'float':
      return drawFloat(drawing);
    case 'lane':
      return drawing.draw.boolean() ? drawLane(drawing) : choose(drawLane(drawing), operand(), operand());
    case 'stencil':
      return drawStencil(drawing);
    case 'common':
      return drawCommon(drawing, depth);
    case 'peephole':
      return drawPeephole(drawing);
  }
}

/** A call of a pure function, with small arguments. */
function drawCall(drawing: Drawing, depth: number): ExpressionNode {
  const callee = byIndex(drawing.draw, callable(drawing, true))!;
  const operands = drawArguments(drawing, callee, depth);
  return { kind: 'call', type: callee.result.type, callee, operands };
}

/** The circumstances that decide which kinds are possible, as bits of a number. */
const LAST = 1;
const CALLS = 2;
const STENCILS = 4;
const LANES = 8;
/** Not much text is left. */
const TIGHT = 16;
const SATED = 32;
/** A peephole copies its values, so that peepholes inside each other would grow fast. */
const PEEPHOLES = 128;
/**
 * Below the last level nothing but leaves is possible: even a read may have subscripts, which are expressions.
 */
const NOTHING = 64;

/** At the last level only leaves are possible; if no variable is visible, a read becomes zero. */
function kindsFor(drawing: Drawing, depth: number, context: OperatorContext): Weights<ExpressionKind> {
  const possible = possibleHere(drawing, depth);
  return drawing.profile.variant(context, possible, () => {
    const kinds = drawing.profile.bend('expression', expressionKinds);
    return kinds.map(([weight, kind]) => [
      isPossible(drawing, kind, possible) ? weight * share(kind, context) * fit(kind, possible) : 0,
      kind,
    ]);
  });
}

function possibleHere(drawing: Drawing, depth: number): number {
  if (depth >= MAX_DEPTH) return depth > MAX_DEPTH ? NOTHING : LAST;
  return (
    (hasCallable(drawing) ? CALLS : 0) |
    (drawing.switches.has('stencils') && hasArrays(drawing) ? STENCILS : 0) |
    (hasLanes(drawing) ? LANES : 0) |
    (drawing.switches.has('peepholes') && depth < TINY ? PEEPHOLES : 0) |
    (drawing.budget.text < TIGHT_TEXT ? TIGHT : 0) |
    (drawing.budget.text < SATED_TEXT ? SATED : 0)
  );
}

/** A kind is impossible without the thing that it needs: a function, a loop, an array, a switch. */
function isPossible({ switches }: Drawing, kind: ExpressionKind, possible: number): boolean {
  if (kind === 'constant') return true;
  if (possible === NOTHING) return false;
  if (kind === 'read') return true;
  if (possible === LAST) return false;
  if (kind === 'call') return (possible & CALLS) !== 0;
  if (kind === 'stencil') return (possible & STENCILS) !== 0;
  if (kind === 'lane') return (possible & LANES) !== 0;
  if (kind === 'builtin') return switches.has('builtins');
  if (kind === 'common') return switches.has('commons');
  if (kind === 'peephole') return (possible & PEEPHOLES) !== 0;
  return kind !== 'float' || switches.has('floats');
}

/** Factors of kinds if leaves are to be constants. A kind that reads data beside its operands counts as a leaf. */
const leafShares: Readonly<Partial<Record<ExpressionKind, Readonly<Record<'half' | 'all', number>>>>> = {
  constant: { half: 3, all: 3 },
  ...Object.fromEntries(
    (['read', 'stencil', 'lane', 'common', 'call', 'float'] as const).map((kind) => [
      kind,
      { half: kind === 'read' ? 1 : 0.5, all: 0 },
    ]),
  ),
};

function share(kind: ExpressionKind, context: OperatorContext): number {
  if (kind === 'peephole') return context === anything ? 1 : 0;
  if (context.constants !== 'usual' && kind in leafShares) return leafShares[kind]![context.constants];
  if (kind === 'cast') return context.casts;
  return kind === 'choose' || kind === 'extreme' ? context.chooses : 1;
}

/** The factor for a kind if little text is left. */
function fit(kind: ExpressionKind, possible: number): number {
  if (possible === NOTHING || (possible & TIGHT) === 0) return 1;
  if (kind === 'constant' || kind === 'read') return (possible & SATED) === 0 ? 4 : 24;
  return kind === 'unary' || kind === 'binary' || kind === 'cast' ? 1 : 0.1;
}

function drawContext({ draw, switches }: Drawing): OperatorContext {
  if (!switches.has('contexts')) return anything;
  return draw.boolean(CONTEXT) ? draw.pick(contexts) : anything;
}

/** The context of a whole block; most blocks have the context of the enclosing block. */
export function drawRegion(drawing: Drawing): OperatorContext {
  const { draw, switches, region } = drawing;
  if (!switches.has('contexts')) return region;
  return draw.scope('region', () => (draw.boolean(REGION) ? draw.pick(contexts) : region));
}

function drawRead(drawing: Drawing, depth: number): ExpressionNode {
  const variable = drawSource(drawing);
  if (variable === undefined) return constant(0n, INT);
  return drawPlace(drawing, variable, () => drawExpression(drawing, Math.max(depth + 1, TINY)));
}

function unaryFor({ profile }: Drawing, { unary: signs }: OperatorContext): Weights<UnarySign> {
  return profile.variant(signs, 0, () => only(profile.bend('unary', unaryWeights), signs));
}

function binaryFor({ profile }: Drawing, { binary: signs }: OperatorContext): Weights<BinarySign> {
  return profile.variant(signs, 0, () => only(profile.bend('binary', binaryWeights), signs));
}

function only<T>(weights: Weights<T>, allowed: ReadonlySet<T>): Weights<T> {
  if (allowed.size === weights.length) return weights;
  return weights.map(([weight, value]) => [allowed.has(value) ? weight : 0, value]);
}

/**
 * A common subexpression: an expression of inputs only, which has the same value everywhere. Later expressions repeat
 * it as it is, negated, with swapped operands, or with one operand changed.
 */
function drawCommon(drawing: Drawing, depth: number): ExpressionNode {
  const { draw } = drawing;
  const { commons } = drawing.program;
  const ticket = draw.pick(COMMON_TICKETS);
  const isNew = draw.boolean(commons.length < MOST_COMMONS ? NEW_COMMON : NEW_COMMON / 8);
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
