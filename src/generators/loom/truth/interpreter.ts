/**
 * Interpreter: executes the finished program, statement by statement.
 *
 * It knows nothing of how the program was settled, so that it can be held against that. Invariant: it never meets
 * undefined behaviour; where it does, settling is wrong, and it throws.
 */
import type { Block, Element, ExpressionNode, Variable } from '../ir/nodes.ts';
import type { IntegerType } from '../ir/types.ts';
import type { LanguageRules } from '../rules/language.ts';
import { applyBinary } from '../rules/operators.ts';
import type { BinarySign } from '../rules/signs.ts';
import { rowOf } from '../statements/table.ts';
import { elementIndex, evaluate } from './evaluate.ts';
import type { Memory } from './memory.ts';

/** What a statement does to those behind it. */
export type Flow = 'on' | 'break' | 'continue';

export class Interpreter {
  readonly #rules: LanguageRules;
  readonly #memory: Memory;

  constructor(memory: Memory, rules: LanguageRules) {
    this.#memory = memory;
    this.#rules = rules;
  }

  block(statements: Block): Flow {
    for (const statement of statements) {
      const flow = rowOf(statement).interpret(statement, this);
      if (flow !== 'on') return flow;
    }
    return 'on';
  }

  load(from: Variable | Element): bigint {
    return this.#memory.load(...this.#placeOf(from));
  }

  store(to: Variable | Element, value: bigint): void {
    this.#memory.store(...this.#placeOf(to), value);
  }

  evaluate(expression: ExpressionNode): bigint {
    return defined(evaluate(expression, this.#memory, this.#rules));
  }

  binary(sign: BinarySign, a: bigint, left: IntegerType, b: bigint, right: IntegerType): bigint {
    return defined(applyBinary(sign, a, b, left, right, this.#rules));
  }

  #placeOf(place: Variable | Element): [Variable, number] {
    if (!('subscripts' in place)) return [place, 0];
    return [place.variable, defined(elementIndex(place, this.#memory, this.#rules))];
  }
}

function defined<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a settled program has undefined behaviour');
  return value;
}
