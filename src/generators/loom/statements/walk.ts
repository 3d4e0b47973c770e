/** `for (int *p = a; p != a + 8; p++) *p = e;`: a pointer that walks through an array. */
import type { Drawing } from '../draw/drawing.ts';
import { drawExpression } from '../draw/expression.ts';
import { isContiguous } from '../draw/purposes.ts';
import { byTicket } from '../draw/tickets.ts';
import { placeOf } from '../ir/build.ts';
import type { Block, Dereference, Statement, Variable } from '../ir/nodes.ts';
import { INT } from '../ir/types.ts';
import { elementCount } from '../ir/walk.ts';
import { assigned } from './assign.ts';
import { drawBlock } from './block.ts';
import { executeTrips } from './loop.ts';
import type { StatementRow } from './row.ts';

interface Walk extends Statement<'walk'> {
  readonly array: Variable;
  readonly pointer: Variable;
  /** Counts the rounds while the pointer walks. */
  readonly counter: Variable;
  readonly first: number;
  readonly step: number;
  readonly trips: number;
  readonly isByPointer: boolean;
  readonly body: Block;
}

const INDICES = 64;
const STEPS = [1, 2, -1, 3] as const;

export const walk: StatementRow<Walk> = {
  kind: 'walk',
  weight: 5,
  text: 150,
  needs: 'walks',
  isNesting: true,
  fits: ({ writable, helper }) => writable.has(isContiguous) && helper?.isPure !== true,

  draw(drawing, depth) {
    const { draw, names, budget } = drawing;
    const array = byTicket(draw, drawing.writable.those(isContiguous))!;
    const [step, from, isByPointer] = [draw.pick(STEPS), draw.pick(INDICES), draw.boolean()];
    const wanted = Math.max(1, Math.min(1 + draw.pick(INDICES), budget.executions / 4 / drawing.trips));
    const space = spaceIn(elementCount(array), { step, from, wanted });
    return drawing.inBlock(() => {
      const visible = drawing.integer('iterator', INT);
      const about = { name: names.draw(draw, 'iterator'), dataClass: 'iterator', type: array.type } as const;
      const target = { levels: 1, target: placeOf(array) };
      const pointer = drawing.declare({ ...about, pointer: target }).variable;
      const counter = visible.variable;
      const { trips } = space;
      const open = { iterator: counter, visible, least: 0, most: trips - 1, trips, isLoop: true };
      const body = drawing.inLoop(open, () => [
        drawStore(drawing, pointer),
        ...drawBlock(drawing, depth + 1),
      ]);
      return { kind: 'walk', array, pointer, counter, isByPointer, ...space, body };
    });
  },

  execute({ array, pointer, counter, first, step, trips, body }, executor) {
    return executeTrips(trips, body, executor, (trip) => {
      executor.store(placeOf(counter), BigInt(trip));
      const index = first + trip * step;
      if (executor.isExecuted) executor.memory.point(pointer, { variable: array, index });
    });
  },

  print({ array, pointer, counter, first, step, trips, isByPointer, body }, printer) {
    const start = printer.elements(array);
    const goesOn = isByPointer
      ? `${pointer.name} != ${start} + ${first + trips * step}`
      : `${counter.name} < ${trips}`;
    printer.line(
      `{ ${printer.declared(pointer)} = ${start} + ${first}; ${printer.type(INT)} ${counter.name} = 0;`,
    );
    printer.line(`for (; ${goesOn}; ${counter.name}++, ${pointer.name} += ${step}) {`);
    printer.bodyOfLoop(body, '');
    printer.line('} }');
  },
};

interface Wanted {
  readonly step: number;
  readonly from: number;
  readonly wanted: number;
}

/**
 * The pointer stays within the array even after the last round: downwards it ends above the array's start.
 */
function spaceIn(count: number, { step, from, wanted }: Wanted): Pick<Walk, 'first' | 'trips' | 'step'> {
  const first = from % count;
  const room = Math.floor((step > 0 ? count - first : first) / Math.abs(step));
  if (room === 0) return { first: 0, step: 1, trips: 1 };
  return { first, step, trips: Math.max(1, Math.min(Math.floor(wanted), room)) };
}

/** The statement inside the walk. */
function drawStore(drawing: Drawing, pointer: Variable): Statement {
  const to: Dereference = { kind: 'dereference', type: pointer.type, variable: pointer };
  return assigned(to, drawExpression(drawing, 1));
}
