/**
 * Interpreter: executes the finished program, statement by statement.
 *
 * It knows nothing of settling, so that its result can be compared with settling's. Invariant: it never meets
 * undefined behaviour; if it does, settling is wrong, and it throws an error.
 */
import type { Block, ExpressionNode, HelperFunction, Place } from '../ir/nodes.ts';
import type { LanguageRules } from '../rules/language.ts';
import type { StatementTable } from '../statements/row.ts';
import { evaluate, storeTo } from './evaluate.ts';
import type { Executor, Flow, Settled } from './executor.ts';
import type { Memory } from './memory.ts';

export class Interpreter implements Executor {
  readonly rules: LanguageRules;
  readonly memory: Memory;
  readonly isExecuted = true;
  readonly #statements: StatementTable;

  constructor(memory: Memory, rules: LanguageRules, statements: StatementTable) {
    this.memory = memory;
    this.rules = rules;
    this.#statements = statements;
  }

  block(statements: Block): Flow {
    for (const statement of statements) {
      const flow = this.#statements.rowOf(statement).execute(statement, this);
      if (flow !== 'on') return flow;
    }
    return 'on';
  }

  value(expression: ExpressionNode): bigint {
    return defined(evaluate(expression, this));
  }

  place(): void {}

  store(to: Place, value: Settled): void {
    storeTo(to, defined(value), this);
  }

  where<T>(condition: boolean, body: () => T): T | undefined {
    return condition ? body() : undefined;
  }

  repeatedly<T>(body: () => T): T {
    return body();
  }

  run(callee: HelperFunction, values: readonly Settled[]): bigint {
    return this.memory.during(callee, values.map(defined), () => this.block(callee.body));
  }

  call(callee: HelperFunction, values: readonly bigint[]): bigint {
    return this.run(callee, values);
  }
}

function defined<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a settled program has undefined behaviour');
  return value;
}
