/**
 * A target takes a program and says what became of it, and which features it showed.
 *
 * Every compiler is behind this one interface: the instrumented server, stock compilers that are executed, and
 * programs of other people's. Invariant: a target never throws because of a program, however bad; it throws only when
 * it cannot do its work at all.
 */
import type { ExecuteRequest, Execution, OutcomeKind } from '../serve/index.ts';

export interface Target {
  readonly name: string;
  /** How many features there can be; 0 without coverage. */
  readonly featureLimit: number;
  execute(request: ExecuteRequest): Promise<readonly Execution[]>;
  /** Counts these features as seen, and no others: a byte for each cell, a bit for each bucket of it. */
  assumeSeen(bucketsOfCells: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

export function isCrash(outcome: OutcomeKind): boolean {
  return ['assertion', 'fatal-error', 'signal', 'stack-overflow'].includes(outcome);
}
