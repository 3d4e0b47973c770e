/** Heads of loops: the iterator, the values that it takes, and the form of the end. */
import { constant } from '../ir/build.ts';
import type { Bound, ExpressionNode, Variable } from '../ir/nodes.ts';
import { INT, type IntegerType, isLong, LLONG, LONG, SHORT, UCHAR, UINT, USHORT } from '../ir/types.ts';
import { boundKinds, DOWN, type LoopForm, loopForms, PRAGMA, SAME_SPACE, WRAPS } from '../policy/weights.ts';
import type { BinarySign } from '../rules/signs.ts';
import type { Visible } from './visibles.ts';
import type { Drawing, OpenLoop } from './drawing.ts';
import { byTicket } from './tickets.ts';

/** The head of a loop: everything about the loop except its body. */
export interface LoopHead {
  readonly form: LoopForm;
  readonly iterator: Variable;
  readonly start: number;
  readonly step: number;
  /** At least one. */
  readonly trips: number;
  readonly sign: BinarySign & ('<' | '<=' | '>' | '>=' | '!=');
  /** The number that the loop's condition compares the iterator with. */
  readonly end: number;
  /** Undefined if the end is written as a plain number. */
  readonly bound: Bound | undefined;
  /** Empty: none. */
  readonly pragma: string;
}

/** The iterator's values, from the least one on. */
export interface IterationSpace {
  readonly least: number;
  readonly step: number;
  readonly trips: number;
  readonly isDown: boolean;
}

const iteratorTypes: readonly IntegerType[] = [INT, LONG, UINT, LLONG, SHORT];
/** Types of iterators that wrap around. */
const wrappingTypes = [UCHAR, USHORT, UINT] as const;
/** Number of powers of two that the number of rounds is drawn from. */
const SIZES = 9;
const PLAIN_SIZES = 7;
const MAX_FIRST = 4;
const MAX_STEP = 4;
/** Limit of executions of a nest's innermost statement. */
const MAX_TRIPS = 1_024;

/** Hints to the compiler that change no result, as both compilers read them. */
const pragmas = [
  'GCC unroll 4',
  'GCC unroll 2',
  'clang loop vectorize(enable)',
  'clang loop vectorize_width(4) interleave_count(2)',
  'clang loop vectorize(disable)',
  'clang loop unroll(full)',
  'clang loop unroll_count(3)',
  'clang loop distribute(enable)',
];

export interface DrawnHead {
  readonly head: LoopHead;
  readonly open: OpenLoop;
}

/** A plain iterator counts upwards by one, and stays within the size of arrays. */
export function drawHead(drawing: Drawing, isPlain: boolean = false): DrawnHead {
  const { draw, loops, switches } = drawing;
  const drawnForm = isPlain ? 'for' : drawing.choose('loop form', loopForms);
  const form = drawnForm === 'falling' && !switches.has('wraps') ? 'for' : drawnForm;
  const name = drawing.names.draw(draw, 'iterator');
  const type = draw.pick(iteratorTypes.filter((each) => switches.has('long') || !isLong(each)));
  const isWrapping = draw.boolean(WRAPS) && switches.has('wraps') && !isPlain && form !== 'falling';
  const drawnSpace = drawSpace(drawing, isPlain);
  const space = form === 'falling' ? { ...drawnSpace, least: 0, step: 1, isDown: true } : drawnSpace;
  const { least, step, trips, isDown } = space;
  drawing.lastSpaces[loops.length] = drawnSpace;
  const most = least + (trips - 1) * step;
  const compared = draw.pick(['<', '<=', '!='] as const);
  const bound = drawBound(drawing);
  const pragma = drawPragma(drawing);
  if (isWrapping) return wrapping(drawing, { form, name, pragma, space });
  const visible = drawing.declare({ name, dataClass: 'iterator', type });
  const iterator = visible.variable;
  const way = isDown ? { start: most, step: -step } : { start: least, step };
  const head = { form, iterator, ...way, trips, bound, pragma, ...endOf(space, compared) };
  return { head, open: { iterator, visible, least, most, trips, isLoop: true } };
}

/** Empty: none. */
export function drawPragma({ draw, switches }: Drawing): string {
  const wish = draw.boolean(PRAGMA) ? draw.pick(pragmas) : '';
  return switches.has('pragmas') ? wish : '';
}

interface WrappingWish extends Pick<LoopHead, 'form' | 'pragma'> {
  readonly name: string;
  readonly space: IterationSpace;
}

/** An unsigned iterator that passes an end of its type on the way. */
function wrapping(drawing: Drawing, { form, name, pragma, space }: WrappingWish): DrawnHead {
  const type = drawing.draw.pick(wrappingTypes);
  const visible = drawing.declare({ name, dataClass: 'iterator', type });
  const iterator = visible.variable;
  const most = Number(type.max);
  // Fewer rounds than it takes to go around once.
  const trips = Math.min(space.trips, Math.floor(most / space.step));
  const before = Math.ceil(trips / 2) * space.step;
  const [start, step] = space.isDown ? [before, -space.step] : [most + 1 - before, space.step];
  const end = (start + trips * step + most + 1) % (most + 1);
  const head = { form, iterator, start, step, trips, bound: undefined, pragma, sign: '!=', end } as const;
  return { head, open: { iterator, visible, least: 0, most, trips, isLoop: true } };
}

/** Sometimes the space of the last loop at the same depth, so that compilers can join the loops. */
function drawSpace(drawing: Drawing, isPlain: boolean): IterationSpace {
  const { draw, budget, trips: outer } = drawing;
  const isSame = !isPlain && draw.boolean(SAME_SPACE);
  const isDown = !isPlain && draw.boolean(DOWN);
  const step = isPlain ? 1 : 1 + draw.pick(MAX_STEP);
  const wanted = 2 ** draw.pick(isPlain ? PLAIN_SIZES : SIZES) + draw.pick(MAX_FIRST);
  // An iterator that counts down stays above zero, so that an unsigned one does not wrap.
  const least = draw.pick(MAX_FIRST) + (isDown ? step : 0);
  const last = isSame ? drawing.lastSpaces[drawing.loops.length] : undefined;
  const space = last ?? { least, step, isDown, trips: wanted };
  const room = Math.min(MAX_TRIPS, budget.executions / 4) / outer / space.step;
  return { ...space, trips: Math.max(1, Math.min(space.trips, Math.floor(room))) };
}

/** The comparison between iterator and end, with an end that fits the comparison. */
function endOf(
  { least, step, trips, isDown }: IterationSpace,
  compared: '<' | '<=' | '!=',
): Pick<LoopHead, 'sign' | 'end'> {
  const most = least + (trips - 1) * step;
  if (compared === '!=') return { sign: '!=', end: isDown ? least - step : most + step };
  if (compared === '<') return isDown ? { sign: '>', end: least - 1 } : { sign: '<', end: most + 1 };
  return isDown ? { sign: '>=', end: least } : { sign: '<=', end: most };
}

/** An integer that never changes. */
function isHeld({ variable: { dataClass, dimensions, pointer, isVolatile } }: Visible): boolean {
  return dataClass === 'input' && dimensions.length === 0 && pointer === undefined && isVolatile !== true;
}

/** A number, written with an input if there is one and the draw says so. */
export function drawNumber(drawing: Drawing, value: number, chance: number): ExpressionNode {
  return drawing.draw.scope('number', () => {
    const bound = drawing.draw.boolean(chance) ? drawBound(drawing) : undefined;
    const type = INT;
    return bound === undefined
      ? constant(BigInt(value), type)
      : { kind: 'hidden', type, value: BigInt(value), bound };
  });
}

/** A number written with an input, if there is one. */
export function drawHidden(drawing: Drawing, value: number): ExpressionNode {
  const drawn = drawNumber(drawing, value, 1);
  const held = byTicket(drawing.draw, drawing.readable.those(isHeld));
  if (drawn.kind === 'hidden' || held === undefined) return drawn;
  return { kind: 'hidden', type: INT, value: BigInt(value), bound: { kind: 'sum', held } };
}

export function drawBound(drawing: Drawing): Bound | undefined {
  const { draw, readable, switches } = drawing;
  const kind = drawing.choose('loop bound', boundKinds);
  const held = byTicket(draw, readable.those(isHeld));
  if (kind === 'written' || held === undefined) return undefined;
  return { kind: switches.has('bounds') ? kind : 'sum', held };
}
