/** `int l = e;`: a local variable, visible to the end of its block. */
import { drawExpression } from '../draw/expression.ts';
import type { ExpressionNode, Statement, Variable } from '../ir/nodes.ts';
import { drawnTypes } from '../ir/types.ts';
import type { StatementRow } from './row.ts';

interface Declare extends Statement {
  readonly kind: 'declare';
  readonly variable: Variable;
  value: ExpressionNode;
}

export const declare: StatementRow<Declare> = {
  draw(drawing) {
    const { draw } = drawing;
    const name = drawing.names.draw(draw, 'local');
    const type = draw.pick(drawnTypes);
    const value = drawExpression(drawing);
    return { kind: 'declare', variable: drawing.declare('local', name, type, undefined), value };
  },

  settle(statement, settling) {
    const settled = settling.expression(statement.value);
    statement.value = settled.expression;
    settling.store(statement.variable, settled.values);
  },

  interpret({ variable, value }, interpreter) {
    interpreter.store(variable, interpreter.evaluate(value));
  },

  print({ variable, value }, printer) {
    printer.line(`${printer.type(variable.type)} ${variable.name} = ${printer.expression(value)};`);
  },
};
