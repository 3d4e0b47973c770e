/** `int l = e;`: a local variable, visible to the end of its block. */
import { drawExpression } from '../draw/expression.ts';
import { placeOf } from '../ir/build.ts';
import type { ExpressionNode, Statement, Variable } from '../ir/nodes.ts';
import type { StatementRow } from './row.ts';

interface Declare extends Statement<'declare'> {
  readonly variable: Variable;
  readonly value: ExpressionNode;
}

export const declare: StatementRow<Declare> = {
  kind: 'declare',
  weight: 12,

  draw(drawing) {
    const name = drawing.names.draw(drawing.draw, 'local');
    const type = drawing.drawType();
    const value = drawExpression(drawing);
    return declared(drawing.declare({ name, dataClass: 'local', type }).variable, value);
  },

  execute({ variable, value }, executor) {
    executor.store(placeOf(variable), executor.value(value));
    return 'on';
  },

  print({ variable, value }, printer) {
    printer.line(`${printer.declared(variable)} = ${printer.expression(value)};`);
  },
};

export function declared(variable: Variable, value: ExpressionNode): Declare {
  return { kind: 'declare', variable, value };
}
