/**
 * Statements on neighbouring elements. SLP vectorisers take one statement for several elements. Store merging
 * takes bytes of a number that are stored one by one, and load combining takes bytes that are joined. Members
 * of one struct are written one after the other.
 */
import { drawConstant } from '../draw/constant.ts';
import type { Drawing } from '../draw/drawing.ts';
import { drawExpression, MIDDLE, TINY } from '../draw/expression.ts';
import { drawTargetPlace } from '../draw/target.ts';
import { isArray } from '../draw/purposes.ts';
import type { Visible } from '../draw/visibles.ts';
import { byIndex, byTicket } from '../draw/tickets.ts';
import { binary, cast, constant, elementOf, fixed, placeOf } from '../ir/build.ts';
import type { Element, ExpressionNode, Place, Statement, Subscript, Variable } from '../ir/nodes.ts';
import { type IntegerType, INT, UINT, ULLONG } from '../ir/types.ts';
import { copyOf, references } from '../ir/walk.ts';
import { runKinds } from '../policy/weights.ts';
import { assigned } from './assign.ts';
import { declared } from './declare.ts';
import { group, groupOf } from './group.ts';
import type { StatementRow } from './row.ts';

const LENGTHS = [4, 2, 8, 3] as const;
const INDICES = 64;

export const run: StatementRow<Statement> = {
  ...(group as StatementRow<Statement>),
  weight: 6,
  text: 200,
  needs: 'runs',
  fits: ({ writable, helper }) => writable.has(isPlain) && helper?.isPure !== true,

  draw(drawing) {
    const kind = drawing.choose('run', runKinds);
    if (kind === 'neighbours') return neighbours(drawing);
    if (kind === 'members') return members(drawing);
    return kind === 'stores' ? stores(drawing) : loads(drawing);
  },
};

function isPlain(visible: Visible): boolean {
  return isArray(visible) && visible.variable.isVolatile !== true;
}

/** True if its elements can be parts of a larger number. */
function isPart(visible: Visible): boolean {
  const { bits, becomes } = visible.variable.type;
  return isPlain(visible) && becomes === undefined && bits >= 8 && bits <= 32;
}

/**
 * The element at a constant index, as if the array had one dimension; an index beyond the end wraps around.
 */
function elementAt(variable: Variable, index: number): Element {
  const subscripts: Subscript[] = [];
  let rest = index;
  for (const size of variable.dimensions.toReversed()) {
    subscripts.unshift(fixed(size, rest));
    rest = Math.floor(rest / size);
  }
  return elementOf(variable, subscripts);
}

/** `a[i] = b[i] * 3; a[i + 1] = b[i + 1] * 3;`: the same statement with all constant subscripts moved. */
function neighbours(drawing: Drawing): Statement {
  const { draw } = drawing;
  const array = byTicket(draw, drawing.writable.those(isPlain))!;
  const [first, count] = [draw.pick(INDICES), draw.pick(LENGTHS)];
  const value = elementwise(drawing, drawExpression(drawing, MIDDLE));
  const body: Statement[] = [];
  for (let at = 0; at < count; at++) body.push(assigned(elementAt(array, first + at), moved(value, at)));
  return groupOf(...body);
}

/** An element of an array comes first, so that there is a subscript to move. */
function elementwise({ draw, readable }: Drawing, value: ExpressionNode): ExpressionNode {
  const sign = draw.pick(['+', '^', '*', '-'] as const);
  const from = byTicket(draw, readable.those(isPlain));
  const index = draw.pick(INDICES);
  return from === undefined ? value : binary(sign, elementAt(from, index), value);
}

function moved(value: ExpressionNode, by: number): ExpressionNode {
  const copy = copyOf(value);
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { kind, subscripts } = node as { kind?: string; subscripts?: { index: number; size: number }[] };
    const last = kind === 'element' ? subscripts!.at(-1)! : undefined;
    if (typeof last?.index === 'number') last.index = (last.index + by) % last.size;
    for (const [key, child] of Object.entries(node)) if (!references.has(key)) visit(child);
  };
  visit(copy);
  return copy;
}

/** `a[0] = x; a[1] = x >> 8;` with rising or falling indices. */
function stores(drawing: Drawing): Statement {
  const { draw } = drawing;
  const array = byTicket(draw, drawing.writable.those(isPart));
  const wide = cast(ULLONG, drawExpression(drawing, TINY));
  const [first, count, isDown] = [draw.pick(INDICES), draw.pick(LENGTHS), draw.boolean()];
  if (array === undefined) return neighbours(drawing);
  const { variable } = drawing.integer('local', ULLONG);
  const body: Statement[] = [declared(variable, wide)];
  for (let at = 0; at < count; at++) {
    const amount = constant(BigInt((array.type.bits * (isDown ? count - 1 - at : at)) % 64), INT);
    body.push(assigned(elementAt(array, first + at), binary('>>', placeOf(variable), amount)));
  }
  return groupOf(...body);
}

/** `x = a[0] | a[1] << 8;` with rising or falling indices. */
function loads(drawing: Drawing): Statement {
  const { draw } = drawing;
  const array = byTicket(draw, drawing.readable.those(isPart));
  const [first, count, isDown] = [draw.pick(INDICES), draw.pick(LENGTHS), draw.boolean()];
  const sign = draw.pick(['|', '+', '^'] as const);
  if (array === undefined) return neighbours(drawing);
  const { bits } = array.type;
  const type: IntegerType = bits * count <= 32 ? UINT : ULLONG;
  // A mask removes the bits above the part if the part is signed.
  const mask = constant((1n << BigInt(bits)) - 1n, type);
  const part = (at: number): ExpressionNode => {
    const amount = constant(BigInt((bits * (isDown ? count - 1 - at : at)) % type.bits), INT);
    return binary('<<', binary('&', cast(type, elementAt(array, first + at)), mask), amount);
  };
  let value = part(0);
  for (let at = 1; at < count; at++) value = binary(sign, value, part(at));
  return assigned(drawTargetPlace(drawing), value);
}

/** `s.a = 3; s.b = x; s.c = 0;`: bit-fields share words. */
function members(drawing: Drawing): Statement {
  const { draw, program } = drawing;
  const known = program.objects.filter(({ dataClass, leaves }) => dataClass === 'mixed' && leaves.length > 1);
  const object = byIndex(draw, known);
  const [first, count] = [draw.pick(INDICES), 1 + draw.pick(8)];
  if (object === undefined) return neighbours(drawing);
  const leaves = object.leaves.slice(first % (object.leaves.length - 1)).slice(0, count);
  const values = leaves.map(() => (draw.boolean() ? drawConstant(drawing) : drawExpression(drawing, TINY)));
  return groupOf(...leaves.map((leaf, i) => assigned(elementOrAll(leaf, first), values[i]!)));
}

function elementOrAll(variable: Variable, index: number): Place {
  return variable.dimensions.length === 0 ? placeOf(variable) : elementAt(variable, index);
}
