/** Loops of OpenMP in their canonical form: bounds, comparisons and steps, and the counters that they run through. */
import type { Draw } from '../../../choice/index.ts';
import { I32, I64, type LaneType, plainWholes } from '../types.ts';

/** A bound: a constant, or a constant and a multiple of an outer counter. */
interface Bound {
  readonly text: string;
  readonly at: (outer: readonly bigint[]) => bigint;
  readonly kind: 'constant' | 'hidden' | 'sloped';
  /** The multiple of the outer counter. */
  readonly factor: number;
}

export interface OpenmpLoop {
  readonly type: LaneType;
  readonly name: string;
  readonly stride: number;
  readonly isDown: boolean;
  /** `for (...)`, without a body. */
  readonly head: string;
  /** False if a bound depends on an outer counter. */
  readonly isRectangular: boolean;
  /** True if the compiler knows the number of rounds. */
  readonly isConstant: boolean;
  readonly values: (outer: readonly bigint[]) => bigint[];
}

const MOST_ROUNDS = 9;
/** A loop alone may have many more rounds: several vectors, and a rest. */
const repeats = [1, 1, 4, 11] as const;
const WORD_BITS = 16;
const strides = [1, 2, 3, 1, 5, 7] as const;
/** No bound of an unsigned loop comes near zero: the rounds of a loop must be countable in its type. */
const LEAST_UNSIGNED = 10;
const FARTHEST = 20;
export const counterNames = ['i', 'j', 'k'] as const;

/** The variable `z` is zero, and the compiler does not know it. */
export function drawLoops(draw: Draw, most: number, maySlope: boolean): OpenmpLoop[] {
  const depth = 1 + draw.pick(most);
  const isSloped = depth > 1 && maySlope && draw.boolean(0.3);
  const slopedType = draw.boolean(0.3) ? I64 : I32;
  const loops: OpenmpLoop[] = [];
  for (let at = 0; at < depth; at++) {
    const name = counterNames[at]!;
    loops.push(
      draw.scope('loop', () =>
        isSloped && at === depth - 1
          ? drawSloped(draw, name, slopedType, loops)
          : drawLevel(draw, name, isSloped ? slopedType : undefined, depth === 1),
      ),
    );
  }
  return loops;
}

interface Shape {
  readonly name: string;
  readonly type: LaneType;
  readonly start: Bound;
  readonly end: Bound;
  readonly stride: number;
  readonly isDown: boolean;
  readonly comparison: '<' | '<=' | '!=';
}

function drawLevel(draw: Draw, name: string, given: LaneType | undefined, isAlone: boolean): OpenmpLoop {
  const type = given ?? plainWholes[draw.pick(plainWholes.length)]!;
  const few = draw.pick(MOST_ROUNDS + 1);
  const rounds = few * (isAlone && type.bits >= WORD_BITS ? draw.pick(repeats) : 1);
  const isDown = draw.boolean(0.4);
  const stride = strides[draw.pick(strides.length)]!;
  const low = type.isSigned
    ? draw.integer(-FARTHEST, FARTHEST)
    : draw.integer(LEAST_UNSIGNED, FARTHEST + LEAST_UNSIGNED);
  const sign = isDown ? -1 : 1;
  const span = rounds * stride;
  const first = isDown ? low + span : low;
  const comparison = drawComparison(draw, stride);
  const slack = comparison === '!=' ? 0 : draw.pick(stride);
  const last = first + sign * (span - slack - (comparison === '<=' ? 1 : 0));
  const shape = { name, type, stride, isDown, comparison };
  return loopOf(draw, { ...shape, start: drawBound(draw, type, first), end: drawBound(draw, type, last) });
}

/** A loop whose bounds depend on an outer counter. */
function drawSloped(draw: Draw, name: string, type: LaneType, loops: readonly OpenmpLoop[]): OpenmpLoop {
  const outer = draw.pick(loops.length);
  const isDown = draw.boolean(0.4);
  const low = sloped(outer, draw.integer(-2, 3), draw.integer(-6, 6));
  const high = draw.boolean(0.4)
    ? drawBound(draw, type, draw.integer(-2, 14))
    : sloped(outer, draw.integer(-1, 3), draw.integer(-2, 14));
  const drawn = strides[draw.pick(3)]!;
  // By the rules of OpenMP, the length of the inner loop changes by whole steps.
  const isWhole = ((high.factor - low.factor) * loops[outer]!.stride) % drawn === 0;
  const stride = isWhole ? drawn : 1;
  const comparison = drawComparison(draw, 0);
  const [start, end] = isDown ? [high, low] : [low, high];
  return loopOf(draw, { name, type, start, end, stride, isDown, comparison });
}

function sloped(outer: number, factor: number, constant: number): Bound {
  const text = `${factor === 1 ? '' : `${factor} * `}${counterNames[outer]!} + ${constant}`;
  return { text, at: (values) => BigInt(factor) * values[outer]! + BigInt(constant), kind: 'sloped', factor };
}

function drawComparison(draw: Draw, stride: number): Shape['comparison'] {
  // OpenMP allows `!=` only for steps of one.
  return (['<', '<=', '!='] as const)[draw.pick(stride === 1 ? 3 : 2)]!;
}

function drawBound(draw: Draw, type: LaneType, value: number): Bound {
  const hidden = [`${value}`, `z + ${value}`, `(${type.name})(z + ${value})`];
  const way = draw.pick(hidden.length);
  return { text: hidden[way]!, at: () => BigInt(value), kind: way === 0 ? 'constant' : 'hidden', factor: 0 };
}

function loopOf(draw: Draw, shape: Shape): OpenmpLoop {
  const { name, type, start, end } = shape;
  const kinds = [start.kind, end.kind];
  const head = `for (${type.name} ${name} = ${start.text}; ${drawTest(draw, shape)}; ${drawStep(draw, shape)})`;
  return {
    type,
    name,
    stride: shape.stride,
    isDown: shape.isDown,
    head,
    isRectangular: !kinds.includes('sloped'),
    isConstant: kinds.every((kind) => kind === 'constant'),
    values: (outer) => valuesOf(shape, outer),
  };
}

function drawTest(draw: Draw, { name, end, isDown, comparison }: Shape): string {
  const [plain, turned] = comparison === '!=' ? ['!=', '!='] : [comparison, comparison.replace('<', '>')];
  const isTurned = draw.boolean(0.2);
  // The comparison of a loop that counts down looks the other way, and so does one whose sides are exchanged.
  const sign = isDown === isTurned ? plain : turned;
  return isTurned ? `${end.text} ${sign} ${name}` : `${name} ${sign} ${end.text}`;
}

function drawStep(draw: Draw, { name, stride, isDown }: Shape): string {
  const sign = isDown ? '-' : '+';
  const forms = [
    `${name} ${sign}= ${stride}`,
    `${name} = ${name} ${sign} ${stride}`,
    ...(isDown ? [] : [`${name} = ${stride} + ${name}`]),
    ...(stride === 1 ? [`${name}${sign}${sign}`, `${sign}${sign}${name}`] : []),
  ];
  return forms[draw.pick(forms.length)]!;
}

function valuesOf({ start, end, stride, isDown, comparison }: Shape, outer: readonly bigint[]): bigint[] {
  const [first, last] = [start.at(outer), end.at(outer)];
  const step = BigInt(isDown ? -stride : stride);
  const goesOn = (value: bigint): boolean => {
    if (comparison === '!=') return value !== last;
    const left = isDown ? value - last : last - value;
    return comparison === '<' ? left > 0n : left >= 0n;
  };
  const values: bigint[] = [];
  for (let value = first; goesOn(value); value += step) values.push(value);
  return values;
}
