/**
 * The row that a kind of statement fills in about itself. Each kind is one file: how it is drawn, executed and printed.
 *
 * Execution is given no choices, and drawing is given no values. Settling and the interpreter execute alike, but for
 * the kinds that say otherwise.
 */
import type { Drawing } from '../draw/drawing.ts';
import type { Statement } from '../ir/nodes.ts';
import type { Printer } from '../lower/printer.ts';
import type { Switch } from '../policy/switches.ts';
import type { Weights } from '../policy/weights.ts';
import type { Settling } from '../settle/settling.ts';
import type { Executor, Flow } from '../truth/executor.ts';

/** All kinds of statements, as they are handed to what draws, settles, executes and prints: no module imports the table. */
export class StatementTable {
  /** The weight of each kind, against a block's end. */
  readonly weights: Weights<StatementRow<Statement> | undefined>;
  readonly #byKind: ReadonlyMap<string, StatementRow<Statement>>;

  constructor(rows: readonly StatementRow<Statement>[]) {
    this.weights = [[END_OF_BLOCK, undefined], ...rows.map((row) => [row.weight, row] as const)];
    // Rows that draw a statement of another kind have no kind of their own: the first row of a kind handles it.
    this.#byKind = new Map(rows.toReversed().map((row) => [row.kind, row]));
  }

  /** The row of the statement's kind, which handles no other. */
  rowOf({ kind }: Statement): StatementRow<Statement> {
    return this.#byKind.get(kind)!;
  }
}

/** The weight of a block's end, against the weight of a statement, as long as statements are wanted. */
export const END_OF_BLOCK = 10;

export interface StatementRow<S extends Statement> {
  /** The `kind` of its statements. */
  readonly kind: S['kind'];
  /** How often, against the other kinds. */
  readonly weight: number;
  /** It is drawn only if this is on; undefined for what is always there. */
  readonly needs?: Switch;
  /** Bytes that it takes in the middle, without blocks and expressions; some twenty if nothing is said. */
  readonly text?: number;
  /** Whether it holds blocks: their depth is limited. */
  readonly isNesting?: boolean;
  /** Whether it makes sense here; it does everywhere if undefined. */
  readonly fits?: (drawing: Drawing) => boolean;
  draw(drawing: Drawing, depth: number): S;
  /** Says where execution goes on; `on` for what is not executed. */
  execute(statement: S, executor: Executor): Flow;
  /** In place of `execute`, for kinds that settling changes, or has to look at as a whole. */
  settle?(statement: S, settling: Settling): Flow;
  print(statement: S, printer: Printer): void;
}
