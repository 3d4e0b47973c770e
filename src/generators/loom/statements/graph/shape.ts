/** The statement for a graph of blocks. */
import type { Statement, Variable } from '../../ir/nodes.ts';
import type { Path } from './path.ts';
import type { Point } from './points.ts';

export interface BlockGraph extends Statement<'graph'> {
  readonly label: string;
  /** Counts the visits of blocks. */
  readonly counter: Variable;
  readonly points: readonly Point[];
  readonly path: Path;
  /** The blocks that the path goes through. */
  readonly visited: ReadonlySet<number>;
  /** True once the whole graph is settled. */
  isSettled: boolean;
}
