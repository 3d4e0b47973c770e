/** `if (c) return e;`, and the `return e;` that ends each function. */
import { drawExpression, SMALL } from '../draw/expression.ts';
import { placeOf } from '../ir/build.ts';
import type { ExpressionNode, Statement, Variable } from '../ir/nodes.ts';
import type { StatementRow } from './row.ts';

interface Return extends Statement<'return'> {
  /** Undefined: always. */
  readonly condition: ExpressionNode | undefined;
  readonly value: ExpressionNode;
  /** Holds the value until the end of the call. */
  readonly result: Variable;
}

export const leaveFunction: StatementRow<Return> = {
  kind: 'return',
  weight: 4,
  needs: 'calls',
  fits: ({ helper }) => helper !== undefined,

  draw(drawing) {
    const condition = drawExpression(drawing, SMALL);
    return returning(drawing.helper!.result!, drawExpression(drawing, SMALL), condition);
  },

  execute({ condition, value, result }, executor) {
    const isTaken = condition === undefined || executor.value(condition) !== 0n;
    executor.where(isTaken, () => executor.store(placeOf(result), executor.value(value)));
    return isTaken && executor.isExecuted ? 'return' : 'on';
  },

  print({ condition, value }, printer) {
    const text = `return ${printer.expression(value)};`;
    printer.line(condition === undefined ? text : `if (${printer.expression(condition)}) ${text}`);
  },
};

export function returning(result: Variable, value: ExpressionNode, condition?: ExpressionNode): Return {
  return { kind: 'return', condition, value, result };
}
