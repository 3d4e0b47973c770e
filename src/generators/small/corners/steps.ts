/**
 * Steps of a corner: one operation on all lanes of earlier slots.
 *
 * A step knows the lanes that it gives, the text of each lane, and the text on whole vectors if there is one.
 * A step that has no defined result for its values does not take place: the caller draws it as a copy.
 */
import type { Draw } from '../../../choice/index.ts';
import {
  comparisons,
  castText,
  compared,
  computed,
  floated,
  floatOperators,
  wholeOperators,
  wholeText,
} from '../operations.ts';
import { bitsOf, converted, isBitInt, type Lane, literalText, maskType, withSign } from '../types.ts';
import { bitStep } from './bits.ts';
import { isForClang, type Slot, type VectorTypes } from './shapes.ts';
import { operandSlot, partner, type CornerStep, type StepContext } from './step.ts';

type DrawStep = (draw: Draw, context: StepContext) => CornerStep | undefined;

/** Steps by their names, the simplest first, and how often each is drawn. */
const steps: readonly (readonly [weight: number, step: DrawStep])[] = [
  [6, arithmetic],
  [4, conversion],
  [3, choice],
  [2, comparison],
  [3, bitStep],
  [2, extreme],
  [5, shuffle],
  [1, insertion],
  [1, negation],
  [1, bits],
  [4, atomic],
];

/** A drawn step; a choice or a copy if the operation means nothing for these values. */
export function drawStep(draw: Draw, context: StepContext): CornerStep {
  const step = draw.weighted(steps)(draw, context);
  return step ?? choice(draw, context) ?? copyOf(context.slots[0]!, context);
}

function copyOf(slot: Slot, { textOf }: StepContext): CornerStep {
  return { type: slot.type, lanes: slot.lanes, lane: (at) => textOf(slot, at), vector: slot.name };
}

function arithmetic(draw: Draw, context: StepContext): CornerStep | undefined {
  const left = operandSlot(draw, context);
  const given = partner(draw, context, left);
  const constant = draw.boolean(0.3) ? constantFor(draw, left) : undefined;
  const isConstant = constant !== undefined;
  const right = constant === undefined ? given : { ...given, lanes: given.lanes.map(() => constant) };
  const rightText = (at: number): string =>
    constant === undefined ? context.textOf(given, at) : `(${literalText(left.type, constant)})`;
  const vectorRight = constant === undefined ? given.name : `(${literalText(left.type, constant)})`;
  return left.type.kind === 'float'
    ? floatStep(draw, context, left, { right, rightText, vectorRight, isConstant })
    : wholeStep(draw, context, left, { right, rightText, vectorRight, isConstant });
}

interface Right {
  readonly right: Slot;
  readonly rightText: (at: number) => string;
  readonly vectorRight: string;
  readonly isConstant: boolean;
}

/** Products of factors below this are exact in every floating type. */
const MOST_FACTOR = 8;

function wholeStep(
  draw: Draw,
  { textOf, shape }: StepContext,
  left: Slot,
  given: Right,
): CornerStep | undefined {
  const { type, name } = left;
  const operators = type.bits === 1 ? (['&', '|', '^'] as const) : wholeOperators;
  const operator = draw.pick(operators);
  // Products and quotients of complex numbers are no products and quotients of their parts.
  if (shape === 'complex' && operator !== '+' && operator !== '-') return undefined;
  const results = left.lanes.map((lane, at) =>
    computed(operator, type, lane as bigint, given.right.lanes[at] as bigint),
  );
  const isPlain = results.every((each) => each.isPlainInVector);
  return {
    type,
    lanes: results.map(({ value }) => value),
    lane: (at) =>
      wholeText(
        operator,
        type,
        results.every((each) => each.isPlain),
        textOf(left, at),
        given.rightText(at),
      ),
    vector:
      isPlain && !(shape === 'complex' && given.isConstant)
        ? `${name} ${operator} ${given.vectorRight}`
        : undefined,
  };
}

function floatStep(
  draw: Draw,
  { textOf, shape }: StepContext,
  left: Slot,
  given: Right,
): CornerStep | undefined {
  const { type, name } = left;
  const operator = draw.pick(floatOperators);
  if (shape === 'complex' && (operator === '*' || operator === '/'))
    return complexProduct(left, given, textOf);
  const lanes = left.lanes.map((lane, at) =>
    floated(operator, type, lane as number, given.right.lanes[at] as number),
  );
  if (!lanes.every((lane) => lane !== undefined)) return undefined;
  return {
    type,
    lanes,
    lane: (at) => castText(type, `${textOf(left, at)} ${operator} ${given.rightText(at)}`),
    // A real operand changes the real part alone.
    vector: shape === 'complex' && given.isConstant ? undefined : `${name} ${operator} ${given.vectorRight}`,
  };
}

/** Real and imaginary part of a product of two complex numbers, each operation rounded. */
function complexProduct(
  left: Slot,
  { right, isConstant }: Right,
  textOf: StepContext['textOf'],
): CornerStep | undefined {
  const { type } = left;
  const [a, b] = left.lanes as [number, number];
  const [c, d] = right.lanes as [number, number];
  // Only products that are exact are the same in all orders and precisions.
  const isWhole = [a, b, c, d].every((each) => Number.isInteger(each) && Math.abs(each) < MOST_FACTOR);
  if (!isWhole || isConstant) return undefined;
  const lanes = [a * c - b * d, a * d + b * c];
  const [ta, tb, tc, td] = [textOf(left, 0), textOf(left, 1), textOf(right, 0), textOf(right, 1)];
  const texts = [`${ta} * ${tc} - ${tb} * ${td}`, `${ta} * ${td} + ${tb} * ${tc}`];
  return { type, lanes, lane: (at) => castText(type, texts[at]!), vector: `${left.name} * ${right.name}` };
}

/** A constant for arithmetic with a slot: powers of two and their neighbours, and odd divisors. */
function constantFor(draw: Draw, { type }: Slot): Lane {
  const value = draw.pick([1, 2, 3, 5, 7, 8, 10, 16, 31, 63, 100, 127]);
  if (type.kind === 'float') return draw.pick([1, 2, 0.5, 4, 3, -1]);
  return converted(type, BigInt(value)) ?? 1n;
}

function conversion(draw: Draw, context: StepContext): CornerStep | undefined {
  const from = operandSlot(draw, context);
  const to = draw.pick(context.types);
  if (context.shape === 'vector' && to.vectors === 'none') return undefined;
  if (context.shape === 'complex' && (to.kind !== 'float' || to.name === '__bf16')) return undefined;
  const lanes = from.lanes.map((lane) => converted(to, lane));
  if (!lanes.every((lane) => lane !== undefined)) return undefined;
  const canBeVector = to.vectors !== 'none' && !(to.bits === 1 || from.type.bits === 1);
  const slot = { name: '', type: to, lanes };
  return {
    type: to,
    lanes,
    lane: (at) => castText(to, context.textOf(from, at)),
    vector:
      context.shape === 'complex'
        ? `(_Complex ${to.name})${from.name}`
        : canBeVector && context.shape === 'vector'
          ? `__builtin_convertvector(${from.name}, ${context.vectors.nameOf(slot)})`
          : undefined,
    isForClang: isForClang(from) || isForClang(slot),
  };
}

/** A comparison of two vectors: a lane is -1 (all bits set) if it holds there, and 0 if not. */
function comparison(draw: Draw, context: StepContext): CornerStep | undefined {
  const left = operandSlot(draw, context);
  const right = partner(draw, context, left);
  const operator = draw.pick(comparisons);
  const type = maskType(left.type);
  if (type === undefined || left.type.bits === 1 || context.shape === 'complex') return undefined;
  return {
    type,
    lanes: left.lanes.map((lane, at) => (compared(operator, lane, right.lanes[at]!) ? -1n : 0n)),
    lane: (at) => castText(type, `-(${context.textOf(left, at)} ${operator} ${context.textOf(right, at)})`),
    vector:
      context.shape !== 'vector' || isBitInt(left.type)
        ? undefined
        : `(${context.vectors.nameOf({ ...left, type })})(${left.name} ${operator} ${right.name})`,
  };
}

function choice(draw: Draw, context: StepContext): CornerStep | undefined {
  const left = operandSlot(draw, context);
  const right = partner(draw, context, left);
  const yes = partner(draw, context, left);
  const operator = draw.pick(comparisons);
  if (context.shape === 'complex') return undefined;
  const mask = maskType(left.type);
  const holds = left.lanes.map((lane, at) => compared(operator, lane, right.lanes[at]!));
  const maskSlot = mask === undefined ? undefined : { ...left, type: mask };
  return {
    type: left.type,
    lanes: holds.map((isSo, at) => (isSo ? yes : left).lanes[at]!),
    lane: (at) => {
      const [a, b] = [context.textOf(left, at), context.textOf(right, at)];
      return `${a} ${operator} ${b} ? ${context.textOf(yes, at)} : ${a}`;
    },
    vector:
      maskSlot === undefined || context.shape !== 'vector' || isForClang(left)
        ? undefined
        : blended(context.vectors, { left, right, yes, maskSlot, operator }),
  };
}

interface Blend {
  readonly left: Slot;
  readonly right: Slot;
  readonly yes: Slot;
  readonly maskSlot: Slot;
  readonly operator: string;
}

function blended(vectors: VectorTypes, { left, right, yes, maskSlot, operator }: Blend): string {
  const [mask, own] = [vectors.nameOf(maskSlot), vectors.nameOf(left)];
  const holds = `(${left.name} ${operator} ${right.name})`;
  return `(${own})((${holds} & (${mask})${yes.name}) | (~${holds} & (${mask})${left.name}))`;
}

function extreme(draw: Draw, context: StepContext): CornerStep | undefined {
  const left = operandSlot(draw, context);
  const right = partner(draw, context, left);
  const isLess = draw.boolean();
  if (context.shape === 'complex') return undefined;
  const isZero = (lane: Lane): boolean => lane === 0;
  const lanes = left.lanes.map((lane, at) => {
    const other = right.lanes[at]!;
    return compared(isLess ? '<' : '>', lane, other) ? lane : other;
  });
  // Which zero a minimum takes is free.
  const isFree = left.lanes.some(isZero) && right.lanes.some(isZero);
  const isVector = context.shape === 'vector' && left.type.bits > 1 && !isFree;
  return {
    type: left.type,
    lanes,
    lane: (at) => {
      const [a, b] = [context.textOf(left, at), context.textOf(right, at)];
      return `${a} ${isLess ? '<' : '>'} ${b} ? ${a} : ${b}`;
    },
    vector: isVector
      ? `__builtin_elementwise_${isLess ? 'min' : 'max'}(${left.name}, ${right.name})`
      : undefined,
    isForClang: true,
  };
}

function shuffle(draw: Draw, context: StepContext): CornerStep | undefined {
  const from = operandSlot(draw, context);
  const other = partner(draw, context, from);
  const length = from.lanes.length;
  if (length === 1 || context.shape === 'loop') return undefined;
  const kind = draw.pick(['rotate', 'reverse', 'zip', 'free'] as const);
  const offset = draw.pick(length);
  const indices = from.lanes.map((_, at) => {
    if (kind === 'rotate') return (at + offset) % length;
    if (kind === 'reverse') return length - 1 - at;
    if (kind === 'zip') return (at >> 1) + (at % 2 === 0 ? 0 : length);
    return draw.pick(2 * length);
  });
  const sourceOf = (index: number): readonly [Slot, number] =>
    index < length ? [from, index] : [other, index - length];
  return {
    type: from.type,
    lanes: indices.map((index) => {
      const [slot, at] = sourceOf(index);
      return slot.lanes[at]!;
    }),
    lane: (at) => context.textOf(...sourceOf(indices[at]!)),
    vector:
      context.shape === 'vector'
        ? `__builtin_shufflevector(${from.name}, ${other.name}, ${indices.join(', ')})`
        : undefined,
    isForClang: from.type.bits === 1,
  };
}

function insertion(draw: Draw, context: StepContext): CornerStep | undefined {
  const into = operandSlot(draw, context);
  if (context.shape === 'loop') return undefined;
  const from = partner(draw, context, into);
  const [to, source] = [draw.pick(into.lanes.length), draw.pick(from.lanes.length)];
  const origin = (at: number): readonly [Slot, number] => (at === to ? [from, source] : [into, at]);
  return {
    type: into.type,
    lanes: into.lanes.map((_, at) => {
      const [slot, index] = origin(at);
      return slot.lanes[index]!;
    }),
    lane: (at) => context.textOf(...origin(at)),
  };
}

function negation(draw: Draw, context: StepContext): CornerStep | undefined {
  const from = operandSlot(draw, context);
  const { type, name } = from;
  if (type.kind === 'float') {
    const lanes = from.lanes.map((lane) => -(lane as number));
    return { type, lanes, lane: (at) => castText(type, `-${context.textOf(from, at)}`), vector: `-${name}` };
  }
  if (type.bits === 1 || context.shape === 'complex') return undefined;
  const lanes = from.lanes.map(
    (lane) => computed('^', type, lane as bigint, computed('-', type, 0n, 1n).value).value,
  );
  return { type, lanes, lane: (at) => castText(type, `~${context.textOf(from, at)}`), vector: `~${name}` };
}

/** The bits of floating lanes. */
function bits(draw: Draw, context: StepContext): CornerStep | undefined {
  const from = operandSlot(draw, context);
  const mask = maskType(from.type);
  if (from.type.kind !== 'float' || mask === undefined || context.shape === 'complex') return undefined;
  const type = withSign(mask, false);
  const lanes = from.lanes.map((lane) => bitsOf(from.type, lane as number));
  const slot = { name: '', type, lanes };
  return {
    type,
    lanes,
    lane: (at) =>
      `({ ${from.type.name} from = ${context.textOf(from, at)}; ${type.name} to; __builtin_memcpy(&to, &from, sizeof to); to; })`,
    vector:
      context.shape === 'vector' && !isForClang(from)
        ? `(${context.vectors.nameOf(slot)})${from.name}`
        : undefined,
  };
}

const orders = ['__ATOMIC_SEQ_CST', '__ATOMIC_RELAXED', '__ATOMIC_ACQ_REL'] as const;

/** An update of an atomic cell that no other thread sees; the result is the old or the new value. */
function atomic(draw: Draw, context: StepContext): CornerStep | undefined {
  const left = operandSlot(draw, context);
  const right = partner(draw, context, left);
  const { type } = left;
  const kind = draw.pick(['fetch', 'compound', 'exchange'] as const);
  const [operator, word] = draw.pick(fetches);
  const [order, isOld] = [draw.pick(orders), draw.boolean()];
  if (isBitInt(type) || type.bits > 64 || type.bits === 1 || context.shape === 'complex') return undefined;
  if (type.kind === 'float' && kind !== 'exchange') return undefined;
  const results = left.lanes.map((lane, at) =>
    kind === 'exchange'
      ? right.lanes[at]!
      : computed(operator, type, lane as bigint, right.lanes[at] as bigint).value,
  );
  const cell = kind === 'compound' ? `_Atomic(${type.name})` : type.name;
  return {
    type,
    lanes: isOld ? left.lanes : results,
    lane: (at) => {
      const [a, b] = [context.textOf(left, at), context.textOf(right, at)];
      const update = {
        fetch: `old = __atomic_fetch_${word}(&cell, ${b}, ${order})`,
        compound: `old = ${a}; cell ${operator}= ${b}`,
        exchange: `${type.name} in = ${b}; __atomic_exchange(&cell, &in, &old, ${order})`,
      }[kind];
      return `({ static ${cell} cell; ${type.name} old; cell = ${a}; ${update}; (${type.name})${isOld ? 'old' : 'cell'}; })`;
    },
  };
}

const fetches = [
  ['+', 'add'],
  ['-', 'sub'],
  ['&', 'and'],
  ['|', 'or'],
  ['^', 'xor'],
] as const;
