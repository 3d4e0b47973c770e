/**
 * Interpreter: executes the finished program, statement by statement.
 *
 * It knows nothing of how the program was settled, so that it can be held against that. Invariant: it never meets
 * undefined behaviour; where it does, settling is wrong, and it throws.
 */
import type { Block, ExpressionNode, HelperFunction, Place } from '../ir/nodes.ts';
import type { IntegerType } from '../ir/types.ts';
import type { LanguageRules } from '../rules/language.ts';
import { applyBinary } from '../rules/operators.ts';
import type { BinarySign } from '../rules/signs.ts';
import { rowOf } from '../statements/table.ts';
import { evaluate, locate } from './evaluate.ts';
import type { Flow } from './flow.ts';
import type { ExecutionState } from './execution-state.ts';
import type { Location, Memory } from './memory.ts';

export class Interpreter implements ExecutionState {
  readonly rules: LanguageRules;
  readonly memory: Memory;

  constructor(memory: Memory, rules: LanguageRules) {
    this.memory = memory;
    this.rules = rules;
  }

  block(statements: Block): Flow {
    for (const statement of statements) {
      const flow = rowOf(statement).interpret(statement, this);
      if (flow !== 'on') return flow;
    }
    return 'on';
  }

  locate(place: Place): Location {
    return defined(locate(place, this));
  }

  load(from: Place): bigint {
    const { variable, index } = this.locate(from);
    return this.memory.load(variable, index);
  }

  store(to: Place, value: bigint): void {
    const { variable, index } = this.locate(to);
    this.memory.store(variable, index, value);
  }

  evaluate(expression: ExpressionNode): bigint {
    return defined(evaluate(expression, this));
  }

  binary(sign: BinarySign, a: bigint, left: IntegerType, b: bigint, right: IntegerType): bigint {
    return defined(applyBinary(sign, a, b, left, right, this.rules));
  }

  call({ parameters, body, result, frame }: HelperFunction, values: readonly bigint[]): bigint {
    const leave = this.memory.enter(frame);
    for (const [i, parameter] of parameters.entries()) this.memory.store(parameter, 0, values[i]!);
    this.block(body);
    const value = this.memory.load(result, 0);
    leave();
    return value;
  }
}

function defined<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a settled program has undefined behaviour');
  return value;
}
