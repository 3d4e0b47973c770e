/** Statements that evaluate operands and then have one effect: for these settling and interpreting are the same. */
import type { ExpressionNode, Place, Statement } from '../ir/nodes.ts';
import type { ExecutionState } from '../truth/execution-state.ts';
import type { StatementRow } from './row.ts';

export interface SimpleRow<S extends Statement> extends Omit<StatementRow<S>, 'settle' | 'interpret'> {
  /** In the order of execution. */
  operands(statement: S): readonly ExpressionNode[];
  /** The places that it stores to; their subscripts are settled first. */
  places(statement: S): readonly Place[];
  effect(statement: S, values: readonly bigint[], state: ExecutionState): void;
}

export function simple<S extends Statement>(row: SimpleRow<S>): StatementRow<S> {
  return {
    ...row,
    settle(statement, settling) {
      for (const place of row.places(statement)) settling.place(place);
      const values = row.operands(statement).map((operand) => settling.expression(operand));
      if (settling.isExecuted) row.effect(statement, values as bigint[], settling);
      return 'on';
    },
    interpret(statement, interpreter) {
      const values = row.operands(statement).map((operand) => interpreter.evaluate(operand));
      row.effect(statement, values, interpreter);
      return 'on';
    },
  };
}
