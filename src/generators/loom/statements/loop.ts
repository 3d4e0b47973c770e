/**
 * Loops over an iterator: `for`, `while` and `do`, upwards and downwards.
 *
 * The drawing step decides the number of rounds, which depends on no value of the program. So the drawing step
 * keeps subscripts within their bounds. If the end of the loop contains an input, settling corrects the end,
 * and a compiler cannot know the number of rounds.
 */
import type { Drawing } from '../draw/drawing.ts';
import { drawHead, type LoopHead } from '../draw/head.ts';
import { binary, constant, placeOf } from '../ir/build.ts';
import type { Block, ExpressionNode, Statement } from '../ir/nodes.ts';
import { INT, UINT } from '../ir/types.ts';
import { PERFECT } from '../policy/weights.ts';
import { printForeach } from '../lower/foreach.ts';
import { endWith } from '../settle/bounds.ts';
import type { Executor, Flow } from '../truth/executor.ts';
import { drawBlock, MAX_DEPTH } from './block.ts';
import type { StatementRow } from './row.ts';

export interface CountedLoop extends Statement<'loop'> {
  readonly head: LoopHead;
  /** The expression that the loop compares the iterator with. */
  end: ExpressionNode;
  readonly body: Block;
}

export const loop: StatementRow<CountedLoop> = {
  kind: 'loop',
  weight: 12,
  text: 80,
  isNesting: true,

  draw(drawing, depth) {
    const { head, body } = drawing.inBlock(() => drawHeadAndBody(drawing, depth));
    return countedLoop(head, body);
  },

  execute({ head: { form, iterator, start, step, sign }, end, body }, executor) {
    const place = placeOf(iterator);
    const compared = binary(sign, place, end, executor.rules);
    const load = (): bigint => executor.memory.load(iterator, 0);
    const goesOn = (): boolean => {
      if (form !== 'falling') return executor.value(compared) !== 0n;
      const left = load();
      executor.store(place, left - 1n);
      return left > 0n;
    };
    executor.store(place, BigInt(form === 'falling' ? start + 1 : start));
    if (form !== 'do' && !goesOn()) return 'on';
    do {
      const flow = executor.block(body);
      if (flow === 'break') break;
      if (flow !== 'on' && flow !== 'continue') return flow;
      if (form !== 'falling') executor.store(place, load() + BigInt(step));
    } while (goesOn());
    return 'on';
  },

  settle(statement, settling) {
    const { body, head } = statement;
    const { iterator, start, step, trips, bound } = head;
    if (statement.end.kind === 'constant' && bound !== undefined)
      statement.end = endWith(bound, statement.end.value, settling.rules);
    return executeTrips(trips, body, settling, (trip) =>
      settling.store(placeOf(iterator), BigInt(start + trip * step)),
    );
  },

  print({ head, end, body }, printer) {
    const { iterator, form, sign, step, pragma, trips } = head;
    const { name } = iterator;
    const value = step === 1 ? undefined : (counted: string) => `${head.start} + ${counted} * ${step}`;
    const space =
      value === undefined
        ? { start: `${head.start}`, end: `${head.start + trips}` }
        : { start: '0', end: `${trips}`, value };
    if (printForeach({ iterator, body, space }, printer)) return;
    const goesOn = `${name} ${sign} ${printer.expression(end, 10)}`;
    const move = Math.abs(step) === 1 ? `${name}${step < 0 ? '--' : '++'}` : `${name} += ${step}`;
    const start = `${printer.local(iterator.type)} ${name} = ${head.start}`;
    if (form === 'for' || form === 'falling') {
      if (pragma !== '') printer.line(`#pragma ${pragma}`);
      const falling = `${printer.local(iterator.type)} ${name} = ${head.start + 1}; ${name}-- > 0;`;
      printer.line(`for (${form === 'for' ? `${start}; ${goesOn}; ${move}` : falling}) {`);
      printer.bodyOfLoop(body, '');
      printer.line('}');
      return;
    }
    // The iterator moves at a point that `continue` cannot skip.
    printer.apart(() => {
      printer.line(`${start};`);
      if (pragma !== '') printer.line(`#pragma ${pragma}`);
      printer.line(form === 'while' ? `while (${goesOn}) {` : 'do {');
      printer.bodyOfLoop(body, `${move};`);
      printer.line(form === 'while' ? '}' : `} while (${goesOn});`);
    });
  },
};

/**
 * Executes the body this number of times, unless it leaves the loop; `begin` runs at the start of each round.
 */
export function executeTrips(
  trips: number,
  body: Block,
  executor: Executor,
  begin: (trip: number) => void,
): Flow {
  return executor.repeatedly(() => {
    for (let trip = 0; trip < trips; trip++) {
      begin(trip);
      const flow = executor.block(body);
      if (!executor.isExecuted || flow === 'break') return 'on';
      if (flow !== 'on' && flow !== 'continue') return flow;
    }
    return 'on';
  });
}

export function countedLoop(head: LoopHead, body: Block): CountedLoop {
  return { kind: 'loop', head, end: constant(BigInt(head.end), head.end > INT.max ? UINT : INT), body };
}

interface HeadAndBody {
  readonly head: LoopHead;
  readonly body: Block;
}

function drawHeadAndBody(drawing: Drawing, depth: number): HeadAndBody {
  const { draw, switches } = drawing;
  const { head, open, isPerfect } = draw.scope('head', () => ({
    ...drawHead(drawing),
    isPerfect: draw.boolean(PERFECT),
  }));
  // A perfect nest: the body holds only another loop.
  const isNest = isPerfect && depth + 1 < MAX_DEPTH && switches.has('nests');
  const body = drawing.inLoop(open, () =>
    isNest ? [loop.draw(drawing, depth + 1)] : drawBlock(drawing, depth + 1),
  );
  return { head, body };
}
