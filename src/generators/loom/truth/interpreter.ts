/**
 * Interpreter: a plain interpreter of the finished program, statement by statement.
 *
 * It knows nothing of how the program was settled, so that it can be held against that. Invariant: it never meets
 * undefined behaviour; where it does, settling is wrong, and it throws.
 */
import type { Block, ExpressionNode, LoomProgram, Variable } from '../ir/nodes.ts';
import type { IntegerType } from '../ir/types.ts';
import { convert } from '../rules/convert.ts';
import type { LanguageRules } from '../rules/language.ts';
import { applyBinary } from '../rules/operators.ts';
import type { BinarySign } from '../rules/signs.ts';
import { rowOf } from '../statements/table.ts';
import { evaluate } from './evaluate.ts';

export class Interpreter {
  readonly #rules: LanguageRules;
  readonly #memory: (bigint | undefined)[];

  constructor({ variables }: Pick<LoomProgram, 'variables'>, rules: LanguageRules) {
    this.#rules = rules;
    this.#memory = variables.map(({ initial }) => initial);
  }

  block(statements: Block): void {
    for (const statement of statements) rowOf(statement).interpret(statement, this);
  }

  load({ slot, name }: Variable): bigint {
    const value = this.#memory[slot];
    if (value === undefined) throw new Error(`${name} is read before it is written`);
    return value;
  }

  store({ slot, type }: Variable, value: bigint): void {
    this.#memory[slot] = convert(value, type);
  }

  evaluate(expression: ExpressionNode): bigint {
    return defined(evaluate(expression, (variable) => this.load(variable), this.#rules));
  }

  binary(sign: BinarySign, a: bigint, left: IntegerType, b: bigint, right: IntegerType): bigint {
    return defined(applyBinary(sign, a, b, left, right, this.#rules));
  }
}

function defined(value: bigint | undefined): bigint {
  if (value === undefined) throw new Error('a settled program has undefined behaviour');
  return value;
}
