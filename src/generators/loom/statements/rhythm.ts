/**
 * Loops for vectorisers, each with a shape that vectorisers treat specially. These are interleaved accesses,
 * recurrences of the first order, early exits, conditional reductions and mixed widths.
 */
import type { Drawing, OpenLoop } from '../draw/drawing.ts';
import { drawMixture, drawOwnArray } from '../draw/mixture.ts';
import { drawList } from '../draw/list.ts';
import { fitting } from '../draw/place.ts';
import { drawLevel, drawRange, type LoopRange } from '../draw/range.ts';
import { binary, constant, elementOf, placeOf } from '../ir/build.ts';
import type { Element, ExpressionNode, Statement, Variable } from '../ir/nodes.ts';
import { INT } from '../ir/types.ts';
import { ANOTHER_ARRAY, MIXED_WIDTHS, reductionSigns, rhythms } from '../policy/weights.ts';
import { assigned } from './assign.ts';
import { declared } from './declare.ts';
import { type Group, group, groupOf } from './group.ts';
import { onlyIf } from './if.ts';
import type { Leave } from './leave.ts';
import type { StatementRow } from './row.ts';

const sizes = [16, 32, 64, 100, 7, 33] as const;
const MAX_TRIPS = 200;
const MAX_ARRAYS = 4;
const FACTORS = [2, 3, 4] as const;
const DISTANCES = 4;
const signs = ['==', '<', '>', '!='] as const;
const widths = [32, 8, 16, 64] as const;

/** The ingredients of such a loop's body. */
interface Body {
  readonly drawing: Drawing;
  readonly open: OpenLoop;
  readonly arrays: readonly Variable[];
  /** Elements of one trip. */
  readonly factor: number;
  /** An integer that the loop reads and writes, and that outlives the loop. */
  readonly held: Variable;
}

/** Drawn by this row; the result is a group. */
export const rhythm: StatementRow<Group> = {
  ...group,
  weight: 9,
  text: 600,
  needs: 'rhythms',
  fits: ({ helper }) => helper?.isPure !== true,

  draw(drawing) {
    const { draw, budget, trips } = drawing;
    const shape = drawing.choose('rhythm', rhythms);
    const factor = drawing.switches.has('strides') ? draw.pick(FACTORS) : 1;
    const room = Math.min(MAX_TRIPS, budget.executions / 4) / trips;
    const level = { ...drawLevel(drawing, sizes, room), edge: 'straight' } as const;
    const own = shape === 'interleaved' ? factor : 1;
    const arrays = drawArraysFor(drawing, level, own);
    const name = drawing.names.draw(draw, 'local');
    const type = draw.pick(drawing.types.filter(({ bits }) => bits > 1));
    const first = drawMixture(drawing, () => elementOf(arrays[0]!, [fixedAt(0, arrays[0]!)]), 2);
    return drawing.inBlock(() => {
      const held = drawing.declare({ name, dataClass: 'local', type }).variable;
      const loop = drawing.inBlock(() => {
        const { loop: head, open } = drawRange(drawing, level);
        const parts: Body = { drawing, open, arrays, factor: own, held };
        budget.executions -= 2 * level.trips * trips;
        return { ...head, body: drawing.inLoop(open, () => bodies[shape](parts)) };
      });
      const sink = assigned(placeOf(arraySum(drawing)), placeOf(held), '^');
      return groupOf(declared(held, first), loop, sink);
    });
  },
};

function drawArraysFor(drawing: Drawing, { most }: LoopRange, factor: number): Variable[] {
  const { draw } = drawing;
  const bits = draw.pick(widths);
  const isMixed = draw.boolean(2 * MIXED_WIDTHS);
  const types = drawing.types.filter((type) => (isMixed ? type.bits > 1 : type.bits === bits));
  const length = { chance: ANOTHER_ARRAY, least: 2, most: MAX_ARRAYS };
  const size = (most + 1) * factor + DISTANCES;
  return drawList(drawing, 'array', length, () => drawOwnArray(drawing, draw.pick(types), [size]));
}

/** The integer that receives the value of `held` after the loop. */
function arraySum(drawing: Drawing): Variable {
  const name = drawing.names.draw(drawing.draw, 'mixed');
  const initial = { first: 0n, step: 0n };
  return drawing.declare({ name, dataClass: 'mixed', type: INT, initial }).variable;
}

function fixedAt(index: number, { dimensions }: Variable) {
  return { kind: 'fixed', size: dimensions[0]!, index } as const;
}

/** An element at the iterator of this round, or near it. */
function near({ drawing: { draw, switches }, open, arrays, factor }: Body, lane?: number): Element {
  const array = arrays[draw.pick(MAX_ARRAYS) % arrays.length]!;
  const distance = draw.pick(DISTANCES);
  const isReversed = draw.boolean(0.12) && switches.has('strides');
  const [size] = array.dimensions;
  return elementOf(array, [fitting(open, size!, lane ?? distance, isReversed ? -factor : factor)]);
}

function value(body: Body): ExpressionNode {
  return drawMixture(body.drawing, () => near(body));
}

function compared(body: Body): ExpressionNode {
  const { draw } = body.drawing;
  return binary(
    draw.pick(signs),
    near(body),
    draw.boolean() ? near(body) : drawMixture(body.drawing, () => near(body), 2),
  );
}

const bodies: Readonly<Record<(typeof rhythms)[number][1], (body: Body) => Statement[]>> = {
  /** `a[2 * k] = ...; a[2 * k + 1] = ...;` */
  interleaved(body) {
    const { draw } = body.drawing;
    const isPartial = draw.boolean(0.25);
    const stores = Array.from({ length: body.factor }, (_, lane) => assigned(near(body, lane), value(body)));
    return isPartial ? stores.slice(1) : stores;
  },

  /** `t = a[k]; b[k] = t - held; held = t;` */
  recurrence(body) {
    const { drawing, held } = body;
    const { draw, names } = drawing;
    const name = names.draw(draw, 'local');
    const type = draw.boolean() ? held.type : draw.pick(drawing.types);
    const now = value(body);
    const local = drawing.declare({ name, dataClass: 'local', type }).variable;
    const mixed = drawMixture(drawing, () => (draw.boolean() ? placeOf(local) : placeOf(held)), 1);
    return [declared(local, now), assigned(near(body, 0), mixed), assigned(placeOf(held), placeOf(local))];
  },

  /** `if (a[k] == e) break;` before or after the stores. */
  exit(body) {
    const { draw } = body.drawing;
    const condition = compared(body);
    const leave: Leave = { kind: 'leave', how: 'break', condition: undefined };
    const exit = onlyIf(condition, assigned(placeOf(body.held), placeOf(body.open.iterator)), leave);
    const store = assigned(near(body, 0), value(body));
    const order = draw.pick(3);
    return order === 0 ? [exit] : order === 1 ? [exit, store] : [store, exit];
  },

  /** `if (a[k] < b[k]) held += c[k];` or the index of the least element. */
  conditional(body) {
    const { drawing, held, open } = body;
    const sign = drawing.choose('reduction', reductionSigns);
    const place = placeOf(held);
    if (drawing.draw.boolean(0.25)) {
      const element = near(body);
      const condition = binary(drawing.draw.pick(['<', '>', '<='] as const), element, place);
      return [onlyIf(condition, assigned(place, element), assigned(near(body, 0), placeOf(open.iterator)))];
    }
    return [onlyIf(compared(body), assigned(place, value(body), sign))];
  },

  /** `held += a[k] * b[k];` over elements of several widths. */
  product(body) {
    const { drawing, held } = body;
    const [left, right] = [near(body), near(body)];
    const sign = drawing.choose('reduction', reductionSigns);
    const more = drawing.draw.boolean() ? [assigned(near(body, 0), value(body))] : [];
    return [assigned(placeOf(held), binary('*', left, right), sign), ...more];
  },

  /** `if (m[k] & 4) b[k] = e;` */
  masked(body) {
    const { draw } = body.drawing;
    const mask = constant(1n << BigInt(draw.pick(8)), INT);
    return [onlyIf(binary('&', near(body), mask), assigned(near(body, 0), value(body)))];
  },
};
