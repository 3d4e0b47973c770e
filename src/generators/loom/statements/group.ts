/** Several statements in place of one: rows that draw a shape from other kinds make a group. */
import type { Block, Statement } from '../ir/nodes.ts';
import type { StatementRow } from './row.ts';

export interface Group extends Statement<'group'> {
  readonly body: Block;
}

/** Without what draws it. */
export const group: Pick<StatementRow<Group>, 'kind' | 'execute' | 'print'> = {
  kind: 'group',
  execute: ({ body }, executor) => executor.block(body),

  print({ body }, printer) {
    for (const statement of body) printer.statement(statement);
  },
};

export function groupOf(...body: Statement[]): Group {
  return { kind: 'group', body };
}
