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
    const { variable } = drawing.declare({ name, dataClass: 'local', type, dimensions: [] });
    return { kind: 'declare', variable, value };
  },

  settle(statement, settling) {
    const settled = settling.expression(statement.value);
    statement.value = settled.expression;
    settling.store(statement.variable, settled.value);
    return 'on';
  },

  interpret({ variable, value }, interpreter) {
    interpreter.store(variable, interpreter.evaluate(value));
    return 'on';
  },

  print({ variable, value }, printer) {
    printer.line(`${printer.type(variable.type)} ${variable.name} = ${printer.expression(value)};`);
  },
};
