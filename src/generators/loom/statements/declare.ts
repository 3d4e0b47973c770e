/** `int l = e;`: a local variable, visible to the end of its block. */
import { drawExpression } from '../draw/expression.ts';
import { placeOf } from '../ir/build.ts';
import type { ExpressionNode, Statement, Variable } from '../ir/nodes.ts';
import type { StatementRow } from './row.ts';

interface Declare extends Statement {
  readonly kind: 'declare';
  readonly variable: Variable;
  value: ExpressionNode;
}

export const declare: StatementRow<Declare> = {
  kind: 'declare',
  weight: 12,

  draw(drawing) {
    const { draw } = drawing;
    const name = drawing.names.draw(draw, 'local');
    const type = draw.pick(drawing.types);
    const value = drawExpression(drawing);
    const { variable } = drawing.declare({ name, dataClass: 'local', type, dimensions: [] });
    return { kind: 'declare', variable, value };
  },

  settle({ variable, value }, settling) {
    settling.store(placeOf(variable), settling.expression(value));
    return 'on';
  },

  interpret({ variable, value }, interpreter) {
    interpreter.store(placeOf(variable), interpreter.evaluate(value));
    return 'on';
  },

  print({ variable, value }, printer) {
    printer.line(`${printer.declared(variable)} = ${printer.expression(value)};`);
  },
};
