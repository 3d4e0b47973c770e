/**
 * Settling: gives every expression its type and its values, and puts something defined in place of what would be undefined.
 *
 * It walks in the order of execution, operands first, so that operands are defined when their operation is looked at. An
 * expression is evaluated in every lane that is live: a lane is a class of executions that see the same values. Where no
 * lane is live nothing is executed, and operations stay as they were drawn.
 *
 * Invariant: afterwards no live lane has undefined behaviour; and no choice was asked for on the way.
 */
import type { Binary, Block, Choose, ExpressionNode, Extreme, Unary, Variable } from '../ir/nodes.ts';
import { commonType } from '../ir/types.ts';
import { sizeOf } from '../ir/walk.ts';
import { convert, truth } from '../rules/convert.ts';
import type { LanguageRules } from '../rules/language.ts';
import { applyBinary, applyUnary, binaryType, unaryType } from '../rules/operators.ts';
import { agreeingBinary, agreeingNegation, publishedBinary, publishedNegation } from '../rules/repairs.ts';
import { rowOf } from '../statements/table.ts';
import { evaluate } from '../truth/evaluate.ts';

/** An expression with its values in the live lanes, in their order. */
export interface Settled {
  readonly expression: ExpressionNode;
  readonly values: readonly bigint[];
}

export interface SettlingOptions {
  readonly rules: LanguageRules;
  readonly lanes: number;
  /** Whether repairs begin with the form that fits all values. */
  readonly prefersAgreeing: boolean;
}

/** Larger operands are not printed several times over, as the forms that fit all values do. */
const MAX_REPEATED = 40;

export class Settling {
  readonly #rules: LanguageRules;
  readonly #prefersAgreeing: boolean;
  /** By the slots of variables, then by lanes. */
  readonly #memory: bigint[][] = [];
  #live: readonly number[];
  /** Operations that were replaced, for measurements. */
  repairs = 0;

  constructor(variables: readonly Variable[], { rules, lanes, prefersAgreeing }: SettlingOptions) {
    this.#rules = rules;
    this.#prefersAgreeing = prefersAgreeing;
    this.#live = Array.from({ length: lanes }, (_, lane) => lane);
    for (const { initial } of variables) {
      this.#memory.push(initial === undefined ? [] : this.#live.map(() => initial));
    }
  }

  block(statements: Block): void {
    for (const statement of statements) rowOf(statement).settle(statement, this);
  }

  /** The body, in the lanes whose value is true, or is not. */
  where(values: readonly bigint[], isTrue: boolean, body: () => void): void {
    this.#among((index) => (values[index] !== 0n) === isTrue, body);
  }

  store({ slot, type }: Variable, values: readonly bigint[]): void {
    const held = this.#memory[slot]!;
    this.#live.forEach((lane, index) => (held[lane] = convert(values[index]!, type)));
  }

  expression(expression: ExpressionNode): Settled {
    switch (expression.kind) {
      case 'constant':
        return { expression, values: this.#live.map(() => expression.value) };
      case 'read': {
        const held = this.#memory[expression.variable.slot]!;
        return { expression, values: this.#live.map((lane) => held[lane]!) };
      }
      case 'cast': {
        const operand = this.expression(expression.operand);
        expression.operand = operand.expression;
        return { expression, values: operand.values.map((value) => convert(value, expression.type)) };
      }
      case 'unary':
        return this.#unary(expression);
      case 'binary':
        return expression.sign === '&&' || expression.sign === '||'
          ? this.#shortCircuit(expression)
          : this.#binary(expression);
      case 'choose':
        return this.#choose(expression);
      case 'extreme': {
        const left = this.expression(expression.left);
        const right = this.expression(expression.right);
        expression.left = left.expression;
        expression.right = right.expression;
        expression.type = commonType(left.expression.type, right.expression.type);
        return { expression, values: left.values.map((a, i) => extreme(expression, a, right.values[i]!)) };
      }
    }
  }

  #unary(expression: Unary): Settled {
    const operand = this.expression(expression.operand);
    expression.operand = operand.expression;
    const of = operand.expression.type;
    expression.type = unaryType(expression.sign, of, this.#rules);
    const values = operand.values.map((value) => applyUnary(expression.sign, value, of));
    if (areDefined(values)) return { expression, values };
    // The published form is defined wherever negation is not; both fit all lanes.
    const repair = this.#prefersAgreeing ? agreeingNegation : publishedNegation;
    return this.#repaired(repair(operand.expression, this.#rules))!;
  }

  #binary(expression: Binary): Settled {
    const left = this.expression(expression.left);
    const right = this.expression(expression.right);
    expression.left = left.expression;
    expression.right = right.expression;
    const { sign } = expression;
    const [leftType, rightType] = [left.expression.type, right.expression.type];
    expression.type = binaryType(sign, leftType, rightType, this.#rules);
    const values = left.values.map((a, i) =>
      applyBinary(sign, a, right.values[i]!, leftType, rightType, this.#rules),
    );
    if (areDefined(values)) return { expression, values };
    const operation = { sign, left: left.expression, right: right.expression };
    if (!this.#prefersAgreeing || sizeOf(operation.left) + sizeOf(operation.right) > MAX_REPEATED) {
      const bad = values.indexOf(undefined);
      const at = { ...operation, a: left.values[bad]!, b: right.values[bad]! };
      const repaired = this.#repaired(publishedBinary(at, this.#rules));
      if (repaired !== undefined) return repaired;
    }
    return this.#repaired(agreeingBinary(operation, this.#rules))!;
  }

  /** The right operand is settled where it is evaluated, and nowhere else. */
  #shortCircuit(expression: Binary): Settled {
    const left = this.expression(expression.left);
    expression.left = left.expression;
    expression.type = this.#rules.truthType;
    const decides = expression.sign === '||';
    const values = left.values.map((value) => truth(value !== 0n));
    this.#among(
      (index) => (values[index] !== 0n) !== decides,
      (indices) => {
        const right = this.expression(expression.right);
        expression.right = right.expression;
        indices.forEach((index, i) => (values[index] = truth(right.values[i] !== 0n)));
      },
    );
    return { expression, values };
  }

  #choose(expression: Choose): Settled {
    const condition = this.expression(expression.condition);
    expression.condition = condition.expression;
    const values: bigint[] = [];
    const settleWhere = (isTrue: boolean, branch: 'yes' | 'no'): void =>
      this.#among(
        (index) => (condition.values[index] !== 0n) === isTrue,
        (indices) => {
          const settled = this.expression(expression[branch]);
          expression[branch] = settled.expression;
          indices.forEach((index, i) => (values[index] = settled.values[i]!));
        },
      );
    settleWhere(true, 'yes');
    settleWhere(false, 'no');
    expression.type = this.#rules.chooseType(expression.yes.type, expression.no.type);
    return { expression, values: values.map((value) => convert(value, expression.type)) };
  }

  /** Undefined where the repair itself is undefined in a live lane. */
  #repaired(expression: ExpressionNode): Settled | undefined {
    const values = this.#live.map((lane) =>
      evaluate(expression, ({ slot }) => this.#memory[slot]![lane]!, this.#rules),
    );
    if (!areDefined(values)) return undefined;
    this.repairs++;
    return { expression, values };
  }

  /** Runs the body with those of the live lanes that are wanted; it is told where in the order of all live ones they are. */
  #among(isWanted: (index: number) => boolean, body: (indices: readonly number[]) => void): void {
    const outer = this.#live;
    const indices = [...outer.keys()].filter(isWanted);
    this.#live = indices.map((index) => outer[index]!);
    body(indices);
    this.#live = outer;
  }
}

function areDefined(values: readonly (bigint | undefined)[]): values is readonly bigint[] {
  return !values.includes(undefined);
}

function extreme({ which, type }: Extreme, a: bigint, b: bigint): bigint {
  const [x, y] = [convert(a, type), convert(b, type)];
  return (which === 'min') === x < y ? x : y;
}
