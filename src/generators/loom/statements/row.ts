/**
 * What a kind of statement says of itself. Each kind is one file: how it is drawn, settled, interpreted and printed.
 *
 * What settles is given no choices, and what draws is given no values.
 */
import type { Drawing } from '../draw/drawing.ts';
import type { Statement } from '../ir/nodes.ts';
import type { Printer } from '../lower/printer.ts';
import type { Settling } from '../settle/settling.ts';
import type { Flow, Interpreter } from '../truth/interpreter.ts';

export interface StatementRow<S extends Statement> {
  readonly draw: (drawing: Drawing, depth: number) => S;
  /** Says where execution goes on; `on` for what is not executed. */
  readonly settle: (statement: S, settling: Settling) => Flow;
  readonly interpret: (statement: S, interpreter: Interpreter) => Flow;
  readonly print: (statement: S, printer: Printer) => void;
}
