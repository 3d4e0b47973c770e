/** Ranges of loops: starts, ends and steps that are expressions, some with an outer loop's iterator. */
import { binary, placeOf } from '../ir/build.ts';
import type { ExpressionNode } from '../ir/nodes.ts';
import { INT, type IntegerType, LLONG, SHORT, UINT } from '../ir/types.ts';
import { edges, HIDDEN_EDGE } from '../policy/weights.ts';
import type { RangedLoop } from '../statements/ranged.ts';
import type { Drawing, OpenLoop } from './drawing.ts';
import { drawNumber, drawPragma } from './head.ts';

/** The space of a loop, before its text. */
export interface LoopRange {
  readonly least: number;
  /** The greatest possible value of the iterator. */
  readonly most: number;
  readonly step: number;
  readonly trips: number;
  readonly isDown: boolean;
  /** The way in which the outer loop's iterator occurs in the start or the end. */
  readonly edge: 'straight' | 'from' | 'to' | 'against';
}

/** Bytes of a head with its braces. */
const HEAD = 50;
const MAX_LEAST = 3;
const MAX_STEP = 3;
const SIZES = 8;
const types: readonly IntegerType[] = [INT, LLONG, UINT, SHORT];

/** `room`: the most trips. */
export function drawLevel(drawing: Drawing, sizes: readonly number[], room: number): LoopRange {
  const { draw } = drawing;
  return draw.scope('level', () => {
    const wanted = sizes[draw.pick(SIZES) % sizes.length]!;
    const step = draw.boolean(0.3) ? 1 + draw.pick(MAX_STEP) : 1;
    const least = draw.pick(MAX_LEAST);
    const isDown = draw.boolean(0.15);
    const drawn = drawing.choose('edge', edges);
    const trips = Math.max(1, Math.min(wanted, Math.floor(room)));
    const edge = isDown ? 'straight' : drawn;
    return { least, most: least + (trips - 1) * step, step, trips, isDown, edge };
  });
}

interface DrawnRange {
  readonly loop: Omit<RangedLoop, 'body'>;
  readonly open: OpenLoop;
}

export function drawRange(drawing: Drawing, level: LoopRange, outer?: OpenLoop): DrawnRange {
  return drawing.draw.scope('head', () => {
    const { draw, names } = drawing;
    drawing.budget.text -= HEAD;
    const { least, most, isDown, trips, edge } = level;
    const name = names.draw(draw, 'iterator');
    const drawn = draw.pick(types);
    // Counting down, an unsigned iterator would never be below its end.
    const type = isDown && drawn === UINT ? INT : drawn;
    const visible = drawing.declare({ name, dataClass: 'iterator', type });
    const iterator = visible.variable;
    const isClosed = draw.boolean();
    const number = (value: number): ExpressionNode => drawNumber(drawing, value, HIDDEN_EDGE);
    const start = number(isDown ? most : least);
    const end = number(isDown ? least : isClosed ? most : most + 1);
    const step = number(level.step);
    const pragma = drawPragma(drawing);
    const open = { iterator, visible, least, most, trips, isLoop: true };
    const sign = isDown ? '>=' : isClosed ? '<=' : '<';
    const own = placeOf(iterator);
    // An iterator that wraps reaches values that become negative in a narrower type.
    const isOver = edge === 'from' && outer !== undefined && outer.most + most > type.max;
    const isAlone = outer === undefined || edge === 'straight' || isOver;
    const beside = isAlone ? undefined : placeOf(outer.iterator);
    const loop = { kind: 'ranged', iterator, step, isDown, pragma } as const;
    const goesOn = binary(sign, own, end);
    if (beside === undefined) return { loop: { ...loop, start, goesOn }, open };
    if (edge === 'from') return { loop: { ...loop, start: binary('+', beside, start), goesOn }, open };
    if (edge === 'against')
      return { loop: { ...loop, start, goesOn: binary(sign, binary('+', own, beside), end) }, open };
    const below = binary('<=', placeOf(iterator), beside);
    const isEnough = outer!.most <= most;
    return { loop: { ...loop, start, goesOn: isEnough ? below : binary('&&', below, goesOn) }, open };
  });
}
