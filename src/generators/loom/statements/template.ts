/**
 * `template <typename T, int n> struct S { T held; int step(int x) { ... } };` with objects of several types.
 *
 * One text serves all objects, so its expressions see the held value as a `long long`. So their types are the
 * same for each argument of the template. One type may have a specialisation, with a text of its own.
 */
import type { Drawing } from '../draw/drawing.ts';
import { drawConstant } from '../draw/constant.ts';
import { drawExpression, SMALL } from '../draw/expression.ts';
import { drawList } from '../draw/list.ts';
import { drawTargetPlace } from '../draw/target.ts';
import { constant, placeOf } from '../ir/build.ts';
import type { ExpressionNode, Place, Statement, Variable } from '../ir/nodes.ts';
import { type IntegerType, INT, LLONG } from '../ir/types.ts';
import type { Printer } from '../lower/printer.ts';
import { ANOTHER_CALL } from '../policy/weights.ts';
import { convert } from '../rules/convert.ts';
import type { Executor, Settled } from '../truth/executor.ts';
import type { StatementRow } from './row.ts';

/** The bodies of the member function that changes the held value and computes a result. */
interface Step {
  readonly next: ExpressionNode;
  readonly result: ExpressionNode;
}

interface StepCall {
  readonly argument: ExpressionNode;
  readonly to: Place;
}

interface TemplateObject {
  readonly of: IntegerType;
  readonly number: bigint;
  readonly first: ExpressionNode;
  readonly calls: readonly StepCall[];
}

interface ClassTemplate extends Statement<'class template'> {
  readonly name: string;
  /** The names that its text sees: the held value, the number of the template, the function's parameter. */
  readonly seen: readonly [held: Variable, number: Variable, parameter: Variable];
  readonly returns: IntegerType;
  readonly usual: Step;
  /** The type with a text of its own. */
  readonly special: { readonly of: IntegerType; readonly step: Step };
  readonly objects: readonly TemplateObject[];
}

const MAX_OBJECTS = 3;

export const classTemplate: StatementRow<ClassTemplate> = {
  kind: 'class template',
  weight: 6,
  text: 400,
  needs: 'templates',

  draw(drawing) {
    const { draw, names, types } = drawing;
    const name = names.draw(draw, 'struct');
    const text = drawText(drawing);
    const returns = draw.pick(types);
    const special = draw.pick(types);
    const length = { chance: ANOTHER_CALL, least: 1, most: MAX_OBJECTS };
    const objects = drawList(drawing, 'object', length, () => {
      const other = draw.pick(types);
      const of = draw.boolean() ? special : other;
      const number = drawConstant(drawing, INT).value;
      return { of, number, first: drawExpression(drawing, SMALL), calls: drawCalls(drawing) };
    });
    const { seen, steps } = text;
    return {
      kind: 'class template',
      name,
      seen,
      returns,
      usual: steps[0],
      special: { of: special, step: steps[1] },
      objects,
    };
  },

  execute(statement, executor) {
    executor.repeatedly(() => {
      for (const object of statement.objects) executeObject(statement, object, executor);
    });
    return 'on';
  },

  print(statement, printer) {
    const { name, objects } = statement;
    printer.needed(name, templateText(statement, printer), 'template');
    printer.line('{');
    for (const [i, { of, number, first, calls }] of objects.entries()) {
      printer.line(
        `  ${name}<${printer.type(of)}, ${printer.expression(constant(number, INT))}> x${i}((${printer.type(of)})${printer.operand(first)});`,
      );
      for (const { argument, to } of calls)
        printer.line(`  ${printer.name(to)} = x${i}.step(${printer.expression(argument)});`);
    }
    printer.line('}');
  },
};

/** A template at the head of the file sees the program's inputs, and its own names. */
function drawText(drawing: Drawing): {
  readonly seen: ClassTemplate['seen'];
  readonly steps: readonly [Step, Step];
} {
  const { draw, names, types } = drawing;
  const own = [LLONG, INT, draw.pick(types)].map((type) => ({ name: names.draw(draw, 'local'), type }));
  return drawing.withInputs(() => {
    const [held, number, parameter] = own.map(
      (about) => drawing.declare({ ...about, dataClass: 'local' }).variable,
    );
    const step = (): Step => ({ next: drawExpression(drawing, SMALL), result: drawExpression(drawing, 2) });
    return { seen: [held!, number!, parameter!], steps: [step(), step()] };
  });
}

function drawCalls(drawing: Drawing): StepCall[] {
  const length = { chance: ANOTHER_CALL, least: 1, most: MAX_OBJECTS };
  return drawList(drawing, 'call', length, () => ({
    argument: drawExpression(drawing, SMALL),
    to: drawTargetPlace(drawing),
  }));
}

function executeObject(statement: ClassTemplate, object: TemplateObject, executor: Executor): void {
  const { seen, returns, usual, special } = statement;
  const [held, number, parameter] = seen.map((each) => placeOf(each));
  const { of, calls } = object;
  let value = converted(executor.value(object.first), of);
  for (const { argument, to } of calls) {
    executor.store(held!, value);
    executor.store(number!, object.number);
    executor.store(parameter!, executor.value(argument));
    const steps = [usual, special.step].map(({ next, result }, i) =>
      executor.where(i === (of === special.of ? 1 : 0), () => ({
        next: executor.value(next),
        result: executor.value(result),
      })),
    );
    const done = steps[of === special.of ? 1 : 0]!;
    value = converted(done.next, of);
    executor.place(to);
    executor.store(to, converted(done.result, returns));
  }
}

function converted(value: Settled, type: IntegerType): Settled {
  return value === undefined ? undefined : convert(value, type);
}

/** The template, and its specialisation if an object uses it. */
function templateText({ name, seen, returns, ...own }: ClassTemplate, printer: Printer): string {
  const [held, number, parameter] = seen;
  const body = ({ next, result }: Step, type: string): string =>
    `  ${type} held;
  ${name}(${type} first) : held(first) {}
  ${printer.type(returns)} step(${printer.declared(parameter)}) {
    ${printer.declared(held)} = held;
    held = (${type})${printer.operand(next)};
    return ${printer.expression(result)};
  }
};
`;
  const usual = `template <typename T, int ${number.name}> struct ${name} {\n${body(own.usual, 'T')}`;
  const { of, step } = own.special;
  if (!own.objects.some((object) => object.of === of)) return usual;
  const type = printer.type(of);
  return `${usual}template <int ${number.name}> struct ${name}<${type}, ${number.name}> {\n${body(step, type)}`;
}
