/** Executor: what statements and expressions ask of the part that executes them, settling or the interpreter. */
import type { Block, ExpressionNode, HelperFunction, Place } from '../ir/nodes.ts';
import type { LanguageRules } from '../rules/language.ts';
import type { Memory } from './memory.ts';

/** The effect of a statement on those after it. */
export type Flow = 'on' | 'break' | 'continue' | 'return' | 'throw';

/** A value if the expression is executed, undefined if it is not. */
export type Settled = bigint | undefined;

/** All that an expression needs to have a value. */
export interface ExecutionState {
  readonly memory: Memory;
  readonly rules: LanguageRules;
  /** The value that a function returns; undefined if the call is not known to be defined. */
  readonly call: (callee: HelperFunction, values: readonly bigint[]) => Settled;
}

export interface Executor extends ExecutionState {
  /** Settling also looks at what is not executed; the interpreter never does. */
  readonly isExecuted: boolean;
  value(expression: ExpressionNode): Settled;
  /** Looks at the expressions within a place, so that it can be stored to. */
  place(place: Place): void;
  store(to: Place, value: Settled): void;
  block(statements: Block): Flow;
  /** The body is executed if this is and the condition holds; undefined if nobody looked at it. */
  where<T>(condition: boolean, body: () => T): T | undefined;
  /** A body that may be executed several times. */
  repeatedly<T>(body: () => T): T;
  /** Executes a function; undefined if this is not executed. */
  run(callee: HelperFunction, values: readonly Settled[]): Settled;
}
