/**
 * Loops over an iterator: `for`, `while` and `do`, upwards and downwards.
 *
 * How often a loop runs is decided when it is drawn, and is no value of the program: so what bounds its subscripts is known
 * then. Where its end is held by an input, settling adds what is missing, and a compiler sees an unknown trip count.
 */
import type { Drawing } from '../draw/drawing.ts';
import { byTicket, type Visible } from '../draw/tickets.ts';
import { binary, cast, constant, placeOf } from '../ir/build.ts';
import type { Block, ExpressionNode, Statement, Variable } from '../ir/nodes.ts';
import { INT, type IntegerType, LLONG, LONG, promoted, SHORT, UINT } from '../ir/types.ts';
import { convert } from '../rules/convert.ts';
import type { LanguageRules } from '../rules/language.ts';
import { boundKinds, DOWN, type LoopForm, loopForms } from '../policy/weights.ts';
import { drawBlock } from './block.ts';
import type { StatementRow } from './row.ts';

interface LoopStatement extends Statement {
  readonly kind: 'loop';
  readonly form: LoopForm;
  readonly iterator: Variable;
  readonly first: number;
  readonly step: number;
  /** At least one. */
  readonly trips: number;
  /** The input that holds the end; undefined where the end is written. */
  readonly held: Variable | undefined;
  /** The first value that the iterator does not take. */
  end: ExpressionNode;
  readonly body: Block;
}

const iteratorTypes: readonly IntegerType[] = [INT, LONG, UINT, LLONG, SHORT];
/** Powers of two up to which trips are drawn. */
const SIZES = 9;
const MAX_FIRST = 4;
const MAX_STEP = 4;
/** Executions of the innermost statement of a nest. */
const MAX_TRIPS = 1_024;

export const loop: StatementRow<LoopStatement> = {
  kind: 'loop',
  weight: 12,
  isNesting: true,

  draw(drawing, depth) {
    const { head, body } = drawing.inBlock(() => drawHeadAndBody(drawing, depth));
    const { visible, first, step, trips } = head;
    const last = lastOf(head);
    const { form, held } = head;
    const isDown = step < 0;
    const end = isDown ? first - 1 : last + 1;
    return {
      kind: 'loop',
      form,
      iterator: visible.variable,
      first: isDown ? last : first,
      step,
      trips,
      held,
      end: constant(BigInt(end), INT),
      body,
    };
  },

  settle(statement, settling) {
    const { iterator, first, step, trips, held, body } = statement;
    if (held !== undefined) statement.end = endHeldBy(held, statement.end, settling.rules);
    return settling.repeatedly(() => {
      for (let trip = 0; trip < trips; trip++) {
        settling.store(placeOf(iterator), BigInt(first + trip * step));
        const flow = settling.block(body);
        if (!settling.isExecuted || flow === 'break') return 'on';
        if (flow !== 'on' && flow !== 'continue') return flow;
      }
      return 'on';
    });
  },

  interpret({ form, iterator, first, step, end, body }, interpreter) {
    const place = placeOf(iterator);
    const goesOn = (): boolean => {
      const [value, bound] = [interpreter.load(place), interpreter.evaluate(end)];
      return step < 0 ? value > bound : value < bound;
    };
    interpreter.store(place, BigInt(first));
    if (form !== 'do' && !goesOn()) return 'on';
    do {
      const flow = interpreter.block(body);
      if (flow === 'break') break;
      if (flow !== 'on' && flow !== 'continue') return flow;
      interpreter.store(place, interpreter.load(place) + BigInt(step));
    } while (goesOn());
    return 'on';
  },

  print({ form, iterator, first, step, end, body }, printer) {
    const { name } = iterator;
    const goesOn = `${name} ${step < 0 ? '>' : '<'} ${printer.expression(end, 10)}`;
    const move = Math.abs(step) === 1 ? `${name}${step < 0 ? '--' : '++'}` : `${name} += ${step}`;
    const start = `${printer.type(iterator.type)} ${name} = ${first}`;
    if (form === 'for') {
      printer.line(`for (${start}; ${goesOn}; ${move}) {`);
      printer.bodyOfLoop(body, '');
      printer.line('}');
      return;
    }
    // The iterator moves where `continue` cannot jump over it.
    printer.line('{');
    printer.indented(() => {
      printer.line(`${start};`);
      printer.line(form === 'while' ? `while (${goesOn}) {` : 'do {');
      printer.bodyOfLoop(body, `${move};`);
      printer.line(form === 'while' ? '}' : `} while (${goesOn});`);
    });
    printer.line('}');
  },
};

interface Head extends Pick<LoopStatement, 'form' | 'held' | 'first' | 'step' | 'trips'> {
  readonly visible: Visible;
}

/** The largest value that the iterator takes in the body. */
function lastOf({ first, step, trips }: Pick<Head, 'first' | 'step' | 'trips'>): number {
  return first + (trips - 1) * Math.abs(step);
}

function drawHeadAndBody(drawing: Drawing, depth: number): { readonly head: Head; readonly body: Block } {
  const head = drawing.draw.scope('head', () => drawHead(drawing));
  const { visible, first } = head;
  drawing.loops.push({ iterator: visible.variable, visible, least: first, most: lastOf(head) });
  const body = drawBlock(drawing, depth + 1);
  drawing.loops.pop();
  return { head, body };
}

/** What is drawn of a loop besides its body. */
function drawHead(drawing: Drawing): Head {
  const { draw, budget } = drawing;
  const form = drawing.choose('loop form', loopForms);
  const name = drawing.names.draw(draw, 'iterator');
  const type = draw.pick(iteratorTypes);
  const isDown = draw.boolean(DOWN);
  const step = 1 + draw.pick(MAX_STEP);
  const wanted = 2 ** draw.pick(SIZES) + draw.pick(MAX_FIRST);
  // Downwards an iterator stays above zero, so that an unsigned one does not wrap.
  const first = draw.pick(MAX_FIRST) + (isDown ? step : 0);
  const isHeld = drawing.choose('loop bound', boundKinds) === 'held';
  const inputs = drawing.readable.filter(
    ({ variable }) => variable.dataClass === 'input' && variable.dimensions.length === 0,
  );
  const held = isHeld ? byTicket(draw, inputs) : undefined;
  const room = Math.min(MAX_TRIPS, budget.executions) / drawing.trips / step;
  const trips = Math.max(1, Math.min(wanted, Math.floor(room)));
  const visible = drawing.declare({ name, dataClass: 'iterator', type, dimensions: [] });
  return { visible, form, held, first, step: isDown ? -step : step, trips };
}

/** The end as what an input holds and what that lacks; unchanged where the sum would overflow. */
function endHeldBy(held: Variable, end: ExpressionNode, rules: LanguageRules): ExpressionNode {
  if (end.kind !== 'constant' || held.initial === undefined) return end;
  const type = promoted(held.type);
  const lacks = end.value - convert(held.initial.first, held.type);
  if (type.isSigned && convert(lacks, type) !== lacks) return end;
  const read: ExpressionNode = { kind: 'read', type: held.type, variable: held };
  return cast(INT, binary('+', read, constant(convert(lacks, type), type), rules));
}
