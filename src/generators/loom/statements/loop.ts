/**
 * Loops over an iterator: `for`, `while` and `do`, upwards and downwards.
 *
 * How often a loop runs is decided when it is drawn, and is no value of the program: so what bounds its subscripts is known
 * then. Where an input stands in the end, settling adds what is missing, and a compiler sees an unknown trip count.
 */
import type { Drawing } from '../draw/drawing.ts';
import { drawHead, type LoopHead } from '../draw/head.ts';
import { constant, placeOf } from '../ir/build.ts';
import type { Block, ExpressionNode, Statement } from '../ir/nodes.ts';
import { INT, UINT } from '../ir/types.ts';
import { PERFECT } from '../policy/weights.ts';
import { endWith } from '../settle/bounds.ts';
import { drawBlock, MAX_DEPTH } from './block.ts';
import type { StatementRow } from './row.ts';

export interface CountedLoop extends Statement {
  readonly kind: 'loop';
  readonly head: LoopHead;
  /** The expression that the iterator is compared with. */
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

  settle(statement, settling) {
    const { body, head } = statement;
    const { iterator, start, step, trips, bound } = head;
    if (statement.end.kind === 'constant' && bound !== undefined)
      statement.end = endWith(bound, statement.end.value, settling.rules);
    return settling.repeatedly(() => {
      for (let trip = 0; trip < trips; trip++) {
        settling.store(placeOf(iterator), BigInt(start + trip * step));
        const flow = settling.block(body);
        if (!settling.isExecuted || flow === 'break') return 'on';
        if (flow !== 'on' && flow !== 'continue') return flow;
      }
      return 'on';
    });
  },

  interpret({ head: { form, iterator, start, step, sign }, end, body }, interpreter) {
    const place = placeOf(iterator);
    const goesOn = (): boolean => {
      const left = interpreter.load(place);
      if (form === 'falling') {
        interpreter.store(place, left - 1n);
        return left > 0n;
      }
      return interpreter.binary(sign, left, iterator.type, interpreter.evaluate(end), end.type) !== 0n;
    };
    interpreter.store(place, BigInt(form === 'falling' ? start + 1 : start));
    if (form !== 'do' && !goesOn()) return 'on';
    do {
      const flow = interpreter.block(body);
      if (flow === 'break') break;
      if (flow !== 'on' && flow !== 'continue') return flow;
      if (form !== 'falling') interpreter.store(place, interpreter.load(place) + BigInt(step));
    } while (goesOn());
    return 'on';
  },

  print({ head, end, body }, printer) {
    const { iterator, form, sign, step, pragma } = head;
    const { name } = iterator;
    const goesOn = `${name} ${sign} ${printer.expression(end, 10)}`;
    const move = Math.abs(step) === 1 ? `${name}${step < 0 ? '--' : '++'}` : `${name} += ${step}`;
    const start = `${printer.type(iterator.type)} ${name} = ${head.start}`;
    if (form === 'for' || form === 'falling') {
      if (pragma !== '') printer.line(`#pragma ${pragma}`);
      const falling = `${printer.type(iterator.type)} ${name} = ${head.start + 1}; ${name}-- > 0;`;
      printer.line(`for (${form === 'for' ? `${start}; ${goesOn}; ${move}` : falling}) {`);
      printer.bodyOfLoop(body, '');
      printer.line('}');
      return;
    }
    // The iterator moves where `continue` cannot jump over it.
    printer.line('{');
    printer.indented(() => {
      printer.line(`${start};`);
      if (pragma !== '') printer.line(`#pragma ${pragma}`);
      printer.line(form === 'while' ? `while (${goesOn}) {` : 'do {');
      printer.bodyOfLoop(body, `${move};`);
      printer.line(form === 'while' ? '}' : `} while (${goesOn});`);
    });
    printer.line('}');
  },
};

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
  // A perfect nest: the body is nothing but another loop.
  const isNest = isPerfect && depth + 1 < MAX_DEPTH && switches.has('nests');
  const body = drawing.inLoop(open, () =>
    isNest ? [loop.draw(drawing, depth + 1)] : drawBlock(drawing, depth + 1),
  );
  return { head, body };
}
