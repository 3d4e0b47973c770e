/** The kinds of statements. A new kind is one file, and a line here and in `policy/weights.ts`. */
import type { Statement } from '../ir/nodes.ts';
import type { StatementKind } from '../policy/weights.ts';
import { assign } from './assign.ts';
import { declare } from './declare.ts';
import { branch } from './if.ts';
import { leave } from './leave.ts';
import { loop } from './loop.ts';
import type { StatementRow } from './row.ts';
import { choice } from './switch.ts';

type AnyRow = StatementRow<Statement>;

export const statementRows: Readonly<Record<Exclude<StatementKind, 'end'>, AnyRow>> = {
  assign: assign as unknown as AnyRow,
  declare: declare as unknown as AnyRow,
  if: branch as unknown as AnyRow,
  loop: loop as unknown as AnyRow,
  leave: leave as unknown as AnyRow,
  switch: choice as unknown as AnyRow,
};

export function rowOf({ kind }: Statement): AnyRow {
  return statementRows[kind as Exclude<StatementKind, 'end'>];
}
