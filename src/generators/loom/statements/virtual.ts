/** `Base *p = c ? &x : &y; a = p->get(e);`: the type of an object decides which function is called. */
import type { Drawing } from '../draw/drawing.ts';
import { drawExpression, SMALL } from '../draw/expression.ts';
import { drawTargetPlace } from '../draw/target.ts';
import { placeOf } from '../ir/build.ts';
import type { ExpressionNode, Place, Statement, Variable } from '../ir/nodes.ts';
import type { IntegerType } from '../ir/types.ts';
import { convert } from '../rules/convert.ts';
import type { StatementRow } from './row.ts';

interface Virtual extends Statement<'virtual'> {
  readonly name: string;
  readonly parameter: Variable;
  readonly result: IntegerType;
  /** The results of the base's function and of the derived class's function. */
  readonly values: readonly [base: ExpressionNode, derived: ExpressionNode];
  readonly calls: readonly Call[];
}

interface Call {
  readonly isDerived: ExpressionNode;
  readonly argument: ExpressionNode;
  readonly to: Place;
}

export const virtual: StatementRow<Virtual> = {
  kind: 'virtual',
  weight: 5,
  text: 350,
  needs: 'virtuals',

  draw(drawing) {
    const { draw, names } = drawing;
    const name = names.draw(draw, 'struct');
    const about = { name: names.draw(draw, 'local'), type: draw.pick(drawing.types) };
    // A class within a function sees no locals except its own.
    const { parameter, values } = drawing.withInputs(() => {
      const visible = drawing.declare({ ...about, dataClass: 'local' });
      const value = (): ExpressionNode => drawExpression(drawing, 2);
      return { parameter: visible.variable, values: [value(), value()] as const };
    });
    const result = draw.pick(drawing.types);
    const calls = Array.from({ length: 1 + draw.pick(2) }, () => drawCall(drawing));
    return { kind: 'virtual', name, parameter, result, values, calls };
  },

  execute({ parameter, result, values, calls }, executor) {
    executor.repeatedly(() => {
      for (const { isDerived, argument, to } of calls) {
        const which = executor.value(isDerived) === 0n ? 0 : 1;
        executor.store(placeOf(parameter), executor.value(argument));
        const [base, derived] = values.map((value, i) =>
          executor.where(i === which, () => executor.value(value)),
        );
        const returned = which === 0 ? base : derived;
        executor.place(to);
        executor.store(to, returned === undefined ? undefined : convert(returned, result));
      }
    });
    return 'on';
  },

  print({ name, parameter, result, values, calls }, printer) {
    const [base, derived] = values.map((value) => printer.expression(value));
    const head = `${printer.type(result)} get(${printer.declared(parameter)})`;
    printer.line(`{ struct ${name} { virtual ${head} { return ${base}; } } x;`);
    printer.line(`  struct D${name} : ${name} { ${head} override { return ${derived}; } } y;`);
    for (const { isDerived, argument, to } of calls) {
      const object = `(${printer.expression(isDerived, 2)} ? &y : &x)`;
      printer.line(
        `  { ${name} *p = ${object}; ${printer.name(to)} = p->get(${printer.expression(argument)}); }`,
      );
    }
    printer.line('}');
  },
};

function drawCall(drawing: Drawing): Call {
  return drawing.draw.scope('call', () => ({
    isDerived: drawExpression(drawing, SMALL),
    argument: drawExpression(drawing, SMALL),
    to: drawTargetPlace(drawing),
  }));
}
