/**
 * Defined arithmetic, based on the values that its variables had in the run.
 *
 * An operator has no guard if none of these values makes it overflow. Invariant: an expression is never
 * undefined at its place, and its value lies within the returned range.
 */
import type { Draw } from '../../choice/index.ts';
import { stageTuning } from '../tuning.ts';
import { isWithin, type Known, literal, type Extent, rangeOf } from './known.ts';

interface Value extends Extent {
  readonly text: string;
}

const widths = ['int', 'unsigned int', 'long long', 'unsigned long long'] as const;
type Width = (typeof widths)[number];

/** A value for a variable of a type. */
export function drawValue(draw: Draw, known: readonly Known[], type: string): Value {
  const width = draw.pick(widths);
  const { text, low, high } = drawExpression(draw, known, width, stageTuning.deepest.value);
  const all = rangeOf(type);
  // Compilers for this machine wrap values that do not fit.
  const range = isWithin({ low, high }, all) ? { low, high } : low === high ? wrapped(low, all) : all;
  return { text: `(${type})(${text})`, ...range };
}

function drawExpression(draw: Draw, known: readonly Known[], width: Width, depth: number): Value {
  const isLeaf = depth === 0 || draw.boolean(1 / (depth + 1));
  if (isLeaf) return drawLeaf(draw, known, width);
  const [left, right] = [0, 1].map(() =>
    draw.scope('operand', () => drawExpression(draw, known, width, depth - 1)),
  );
  const possible = operators.flatMap((sign): Value[] => {
    const range = rangeAfter(sign, left!, right!, width);
    return range === undefined ? [] : [{ ...range, text: `(${left!.text} ${sign} ${right!.text})` }];
  });
  return draw.pick(possible);
}

function drawLeaf(draw: Draw, known: readonly Known[], width: Width): Value {
  const all = rangeOf(width);
  const usable = known.filter((each) => width.startsWith('unsigned') || isWithin(each, all));
  if (usable.length === 0 || draw.boolean(stageTuning.constantOperand.value)) {
    const value = BigInt(draw.integer(0, stageTuning.mostConstant.value));
    return { text: literal(value, width), low: value, high: value };
  }
  const { text, low, high } = draw.pick(usable);
  const range = isWithin({ low, high }, all) ? { low, high } : all;
  return { text: `(${width})${text}`, ...range };
}

const operators = ['+', '-', '*', '&', '|', '^', '/', '%', '<<', '>>'] as const;
type Operator = (typeof operators)[number];

/** The range of results; undefined if the operation may be undefined, or implementation-defined. */
function rangeAfter(sign: Operator, left: Extent, right: Extent, width: Width): Extent | undefined {
  const all = rangeOf(width);
  switch (sign) {
    case '+':
    case '-':
    case '*':
      return fitting(corners(left, right, exact[sign]), width);
    case '/':
    case '%': {
      if (right.low <= 0n && right.high >= 0n) return undefined;
      const quotient = corners(left, right, (a, b) => a / b);
      if (!isWithin(quotient, all)) return undefined;
      const most = (right.high < 0n ? -right.low : right.high) - 1n;
      const rest = { low: left.low < 0n ? -most : 0n, high: left.high > 0n ? most : 0n };
      return sign === '/' ? quotient : rest;
    }
    case '&':
    case '|':
    case '^':
      return ofBits(sign, left, right, all);
    case '<<':
    case '>>': {
      const bits = /long/.test(width) ? 64n : 32n;
      if (left.low < 0n || right.low < 0n || right.high >= bits) return undefined;
      return fitting(
        corners(left, right, (a, b) => (sign === '<<' ? a << b : a >> b)),
        width,
      );
    }
  }
}

const exact = {
  '+': (a: bigint, b: bigint) => a + b,
  '-': (a: bigint, b: bigint) => a - b,
  '*': (a: bigint, b: bigint) => a * b,
} as const;

function corners(left: Extent, right: Extent, value: (a: bigint, b: bigint) => bigint): Extent {
  const all = [left.low, left.high].flatMap((a) => [value(a, right.low), value(a, right.high)]);
  return all.reduce<Extent>(
    ({ low, high }, each) => ({ low: each < low ? each : low, high: each > high ? each : high }),
    { low: all[0]!, high: all[0]! },
  );
}

/** Unsigned numbers wrap, signed ones must not. */
function fitting(range: Extent, width: Width): Extent | undefined {
  const all = rangeOf(width);
  if (isWithin(range, all)) return range;
  if (!width.startsWith('unsigned')) return undefined;
  return range.low === range.high ? wrapped(range.low, all) : all;
}

function ofBits(sign: '&' | '|' | '^', left: Extent, right: Extent, all: Extent): Extent {
  if (left.low === left.high && right.low === right.high) {
    const [a, b] = [left.low, right.low];
    const value = sign === '&' ? a & b : sign === '|' ? a | b : a ^ b;
    return { low: value, high: value };
  }
  if (left.low < 0n || right.low < 0n) return all;
  const [less, more] = left.high < right.high ? [left.high, right.high] : [right.high, left.high];
  if (sign === '&') return { low: 0n, high: less };
  return { low: 0n, high: (1n << BigInt(more.toString(2).length)) - 1n };
}

function wrapped(value: bigint, { low, high }: Extent): Extent {
  const count = high - low + 1n;
  const inside = ((((value - low) % count) + count) % count) + low;
  return { low: inside, high: inside };
}
