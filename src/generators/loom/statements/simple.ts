/** Simple statements: they evaluate their operands, and then have one effect. */
import type { ExpressionNode, Place, Statement } from '../ir/nodes.ts';
import type { Memory } from '../truth/memory.ts';
import type { StatementRow } from './row.ts';

export interface SimpleStatement<Kind extends string = string> extends Statement<Kind> {
  /** In the order of execution. */
  readonly operands?: readonly ExpressionNode[];
  /** The place for the value that the effect returns. */
  readonly to?: Place;
}

export interface SimpleRow<S extends SimpleStatement> extends Omit<StatementRow<S>, 'execute'> {
  effect(statement: S, values: readonly bigint[], memory: Memory): bigint | undefined;
}

export function simple<S extends SimpleStatement>(row: SimpleRow<S>): StatementRow<S> {
  return {
    ...row,
    execute(statement, executor) {
      const { operands = [], to } = statement;
      if (to !== undefined) executor.place(to);
      const values = operands.map((operand) => executor.value(operand));
      if (!executor.isExecuted) return 'on';
      const result = row.effect(statement, values as bigint[], executor.memory);
      if (to !== undefined && result !== undefined) executor.store(to, result);
      return 'on';
    },
  };
}
