/**
 * `auto f = [&](int x) -> int { return e; };` and some calls of it.
 *
 * A lambda may also hold a copy of a value, and change this copy. It may come from another lambda, take any
 * type, or be the argument of a function.
 */
import type { Drawing } from '../draw/drawing.ts';
import { drawExpression, SMALL } from '../draw/expression.ts';
import { drawList } from '../draw/list.ts';
import { drawTargetPlace } from '../draw/target.ts';
import { placeOf } from '../ir/build.ts';
import type { ExpressionNode, Place, Statement, Variable } from '../ir/nodes.ts';
import type { IntegerType } from '../ir/types.ts';
import type { Printer } from '../lower/printer.ts';
import { convert } from '../rules/convert.ts';
import { ANOTHER_CALL, GENERIC, lambdaCalls, lambdaOrigins } from '../policy/weights.ts';
import type { Executor, Settled } from '../truth/executor.ts';
import type { StatementRow } from './row.ts';

interface LambdaCall {
  readonly argument: ExpressionNode;
  readonly to: Place;
  /** Type of the argument, if the lambda takes any type. */
  readonly as: IntegerType;
}

/** A value that the lambda holds: a copy, or the parameter of the lambda that makes it. */
interface Capture {
  readonly variable: Variable;
  readonly first: ExpressionNode;
  /** The value of the copy after each call. */
  readonly next: ExpressionNode | undefined;
  readonly isReturned: boolean;
}

interface LambdaForm {
  readonly takesAny: boolean;
  readonly called: 'directly' | 'inlined' | 'apart';
}

interface Lambda extends Statement<'lambda'> {
  readonly name: string;
  readonly form: LambdaForm;
  readonly capture: Capture | undefined;
  readonly parameter: Variable;
  readonly result: IntegerType;
  readonly value: ExpressionNode;
  readonly calls: readonly LambdaCall[];
}

const MAX_CALLS = 3;

export const lambda: StatementRow<Lambda> = {
  kind: 'lambda',
  weight: 6,
  text: 150,
  needs: 'lambdas',

  draw(drawing) {
    const { draw, names } = drawing;
    const name = names.draw(draw, 'function');
    const form = draw.scope('form', () => ({
      takesAny: draw.boolean(GENERIC),
      called: draw.weighted(lambdaCalls),
    }));
    const { capture, parameter, value } = drawing.inBlock(() => {
      const held = drawCapture(drawing);
      const { variable } = drawing.integer('local');
      return { capture: held, parameter: variable, value: drawExpression(drawing, 1) };
    });
    const result = draw.pick(drawing.types);
    const length = { chance: ANOTHER_CALL, least: 1, most: MAX_CALLS };
    const calls = drawList(drawing, 'call', length, () => ({
      argument: drawExpression(drawing, SMALL),
      to: drawTargetPlace(drawing),
      as: draw.scope('as', () => draw.pick(drawing.types)),
    }));
    return { kind: 'lambda', name, form, capture, parameter, result, value, calls };
  },

  execute({ form, capture, parameter, result, value, calls }, executor) {
    executor.repeatedly(() => {
      if (capture !== undefined) executor.store(placeOf(capture.variable), executor.value(capture.first));
      for (const { argument, to, as } of calls) {
        const given = executor.value(argument);
        executor.store(placeOf(parameter), form.takesAny ? converted(given, as) : given);
        executeNext(capture, executor);
        const returned = executor.value(value);
        executor.place(to);
        executor.store(to, converted(returned, result));
      }
    });
    return 'on';
  },

  print(statement, printer) {
    const { name, form, parameter, calls } = statement;
    printer.line(`{ auto ${name} = ${lambdaText(statement, printer)};`);
    for (const { argument, to, as } of calls) {
      const type = printer.type(form.takesAny ? as : parameter.type);
      const isPlain = !form.takesAny && form.called === 'directly';
      const operand = isPlain ? printer.expression(argument) : `(${type})${printer.operand(argument)}`;
      printer.line(`  ${printer.name(to)} = ${callText(name, form, operand, printer)};`);
    }
    printer.line('}');
  },
};

function converted(value: Settled, type: IntegerType): Settled {
  return value === undefined ? undefined : convert(value, type);
}

function executeNext(capture: Capture | undefined, executor: Executor): void {
  if (capture?.next !== undefined) executor.store(placeOf(capture.variable), executor.value(capture.next));
}

/** Visible from here on, if there is one. */
function drawCapture(drawing: Drawing): Capture | undefined {
  const { draw } = drawing;
  return draw.scope('capture', () => {
    const origin = draw.weighted(lambdaOrigins);
    if (origin === 'plain') return undefined;
    const first = drawExpression(drawing, SMALL);
    const { variable } = drawing.integer('local');
    const next = origin === 'changing' ? drawExpression(drawing, SMALL) : undefined;
    return { variable, first, next, isReturned: origin === 'returned' };
  });
}

function lambdaText({ form, capture, parameter, result, value }: Lambda, printer: Printer): string {
  const head = form.takesAny ? '(auto given)' : `(${printer.declared(parameter)})`;
  const own = form.takesAny ? `${printer.declared(parameter)} = given; ` : '';
  const body = `${own}${nextText(capture, printer)}return ${printer.expression(value)};`;
  const returns = `-> ${printer.type(result)} { ${body} }`;
  if (capture === undefined) return `[&]${head} ${returns}`;
  const { variable, first, next, isReturned } = capture;
  const held = `(${printer.type(variable.type)})${printer.operand(first)}`;
  if (isReturned)
    return `[&](${printer.declared(variable)}) { return [&, ${variable.name}]${head} ${returns}; }(${held})`;
  const changes = next === undefined ? '' : ' mutable';
  return `[&, ${variable.name} = ${held}]${head}${changes} ${returns}`;
}

function nextText(capture: Capture | undefined, printer: Printer): string {
  if (capture?.next === undefined) return '';
  return `${capture.variable.name} = ${printer.expression(capture.next)}; `;
}

function callText(name: string, { called }: LambdaForm, operand: string, printer: Printer): string {
  if (called === 'directly') return `${name}(${operand})`;
  const own = called === 'apart' ? '__attribute__((noinline)) ' : '';
  const text = `template <typename F, typename A> ${own}static auto ${called}(F &f, A a) { return f(a); }\n`;
  return `${printer.needed(called, text)}(${name}, ${operand})`;
}
