/**
 * The row of a kind of statement, which each kind fills in. Each kind is one file: the ways to draw, execute
 * and print it.
 *
 * Execution gets no choices, and drawing gets no values. Settling and the interpreter execute in the same
 * way, except for kinds with a `settle` of their own.
 */
import type { Drawing } from '../draw/drawing.ts';
import type { Statement } from '../ir/nodes.ts';
import type { Printer } from '../lower/printer.ts';
import type { Switch } from '../policy/switches.ts';
import type { Weights } from '../policy/weights.ts';
import type { Settling } from '../settle/settling.ts';
import type { Executor, Flow } from '../truth/executor.ts';

/**
 * All kinds of statements; the parts that draw, settle, execute and print receive the table, and no module
 * imports it.
 */
export class StatementTable {
  /** The weight of each kind, relative to a block's end. */
  readonly weights: Weights<StatementRow<Statement> | undefined>;
  readonly #byKind: ReadonlyMap<string, StatementRow<Statement>>;

  constructor(rows: readonly StatementRow<Statement>[]) {
    this.weights = [[END_OF_BLOCK, undefined], ...rows.map((row) => [row.weight, row] as const)];
    // Rows that draw a statement of another kind have no kind of their own: the first row of a kind handles it.
    this.#byKind = new Map(rows.toReversed().map((row) => [row.kind, row]));
  }

  /** The row of the statement's own kind. */
  rowOf({ kind }: Statement): StatementRow<Statement> {
    return this.#byKind.get(kind)!;
  }
}

/** The weight of a block's end, relative to a statement, while statements are wanted. */
export const END_OF_BLOCK = 10;

export interface StatementRow<S extends Statement> {
  /** The `kind` of its statements. */
  readonly kind: S['kind'];
  /** Weight relative to the other kinds. */
  readonly weight: number;
  /** The kind is drawn only if this switch is on; undefined for kinds that are always possible. */
  readonly needs?: Switch;
  /** Average size in bytes, without blocks and expressions; about twenty by default. */
  readonly text?: number;
  /** True if it holds blocks, whose depth is limited. */
  readonly isNesting?: boolean;
  /** True if the kind makes sense here; without this function it always does. */
  readonly fits?: (drawing: Drawing) => boolean;
  draw(drawing: Drawing, depth: number): S;
  /** Says where execution continues; `on` for statements that are not executed. */
  execute(statement: S, executor: Executor): Flow;
  /** Settling calls it in place of `execute`, for kinds that settling changes, or must see as a whole. */
  settle?(statement: S, settling: Settling): Flow;
  print(statement: S, printer: Printer): void;
}
