/**
 * Executor: the interface that statements and expressions use to execute, of settling or of the interpreter.
 */
import type { Block, ExpressionNode, HelperFunction, Place } from '../ir/nodes.ts';
import type { LanguageRules } from '../rules/language.ts';
import type { Memory } from './memory.ts';

/** The effect of a statement on later statements. */
export type Flow = 'on' | 'break' | 'continue' | 'return' | 'throw';

/** A value if the expression is executed, otherwise undefined. */
export type Settled = bigint | undefined;

/** The data that determine an expression's value. */
export interface ExecutionState {
  readonly memory: Memory;
  readonly rules: LanguageRules;
  /** The value that a function returns; undefined if the call may be undefined. */
  readonly call: (callee: HelperFunction, values: readonly bigint[]) => Settled;
}

export interface Executor extends ExecutionState {
  /** Settling also visits code that is not executed; the interpreter never does. */
  readonly isExecuted: boolean;
  value(expression: ExpressionNode): Settled;
  /** Visits the expressions within a place, so that it can be stored to. */
  place(place: Place): void;
  store(to: Place, value: Settled): void;
  block(statements: Block): Flow;
  /**
   * The body is executed if the present code is executed and the condition holds; undefined if the body was not
   * visited.
   */
  where<T>(condition: boolean, body: () => T): T | undefined;
  /** A body that may be executed several times. */
  repeatedly<T>(body: () => T): T;
  /** Executes a function; undefined if the present code is not executed. */
  run(callee: HelperFunction, values: readonly Settled[]): Settled;
}
