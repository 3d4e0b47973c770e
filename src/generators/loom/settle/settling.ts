/**
 * Settling: executes the program while it sets the type of every expression, and puts something defined in place of what
 * would be undefined.
 *
 * It walks in the order of execution, operands first, so that operands are defined when their operation is looked at.
 * What is executed once gets one of two repairs. What is executed several times, in loops, gets the repair that agrees
 * with the operation wherever that is defined: so earlier executions keep their values, and nothing is settled anew. What
 * is never executed keeps its operations as they were drawn.
 *
 * Invariant: afterwards no execution meets undefined behaviour, the memory holds what the program computes, and no choice
 * was asked for on the way.
 */
import type { Binary, Block, Choose, Element, ExpressionNode, Unary, Variable } from '../ir/nodes.ts';
import { BOOL, commonType } from '../ir/types.ts';
import { sizeOf } from '../ir/walk.ts';
import { convert, truth } from '../rules/convert.ts';
import type { LanguageRules } from '../rules/language.ts';
import { applyBinary, applyUnary, binaryType, unaryType } from '../rules/operators.ts';
import { agreeingBinary, agreeingNegation, publishedBinary, publishedNegation } from '../rules/repairs.ts';
import { rowOf } from '../statements/table.ts';
import { elementIndex, evaluate } from '../truth/evaluate.ts';
import type { Flow } from '../truth/interpreter.ts';
import type { Memory } from '../truth/memory.ts';

/** An expression that has its type, and its value where it is executed. */
export interface Settled {
  readonly expression: ExpressionNode;
  readonly value: bigint | undefined;
}

export interface SettlingOptions {
  readonly rules: LanguageRules;
  readonly memory: Memory;
  /** Whether repairs begin with the form that fits all values. */
  readonly prefersAgreeing: boolean;
}

/** Larger operands are not printed several times over. */
const MAX_REPEATED = 24;

export class Settling {
  readonly rules: LanguageRules;
  readonly #memory: Memory;
  readonly #prefersAgreeing: boolean;
  #isExecuted = true;
  /** How many loops are around what is settled. */
  #loops = 0;
  /** What loops have settled at least once, executed or not. */
  readonly #known = new Set<ExpressionNode>();
  /** Operations that were replaced, for measurements. */
  repairs = 0;

  constructor({ rules, memory, prefersAgreeing }: SettlingOptions) {
    this.rules = rules;
    this.#memory = memory;
    this.#prefersAgreeing = prefersAgreeing;
  }

  get isExecuted(): boolean {
    return this.#isExecuted;
  }

  /** What stands behind a statement that leaves the block is not executed. */
  block(statements: Block): Flow {
    let flow: Flow = 'on';
    for (const statement of statements) {
      const next: Flow = this.where(flow === 'on', () => rowOf(statement).settle(statement, this));
      if (flow === 'on') flow = next;
    }
    return flow;
  }

  /** The body, executed if this is and the condition holds. */
  where<T>(condition: boolean, body: () => T): T {
    const outer = this.#isExecuted;
    this.#isExecuted = outer && condition;
    const result = body();
    this.#isExecuted = outer;
    return result;
  }

  /** A body that may be settled several times. */
  inLoop(body: () => void): void {
    this.#loops++;
    body();
    this.#loops--;
  }

  store(to: Variable | Element, value: bigint | undefined): void {
    if (value === undefined || !this.#isExecuted) return;
    if (!('subscripts' in to)) return this.#memory.store(to, 0, value);
    this.#memory.store(to.variable, elementIndex(to, this.#memory, this.rules)!, value);
  }

  /** For statements: an expression that loops have settled before is only evaluated, unless it turns out undefined. */
  expression(expression: ExpressionNode): Settled {
    if (this.#loops > 0 && this.#known.has(expression)) {
      if (!this.#isExecuted) return { expression, value: undefined };
      const value = evaluate(expression, this.#memory, this.rules);
      if (value !== undefined) return { expression, value };
    }
    const settled = this.#settle(expression);
    if (this.#loops > 0) this.#known.add(settled.expression);
    return settled;
  }

  /** The places within an element's subscripts. */
  element(element: Element): void {
    for (const subscript of element.subscripts) {
      if (subscript.kind === 'computed') subscript.index = this.expression(subscript.index).expression;
    }
  }

  #settle(expression: ExpressionNode): Settled {
    switch (expression.kind) {
      case 'constant':
        return this.#valued(expression, () => expression.value);
      case 'read':
        return this.#valued(expression, () => this.#memory.load(expression.variable, 0));
      case 'element':
        this.element(expression);
        return this.#valued(expression, () => evaluate(expression, this.#memory, this.rules)!);
      case 'cast': {
        const operand = this.#settle(expression.operand);
        expression.operand = operand.expression;
        return this.#valued(expression, () => convert(operand.value!, expression.type));
      }
      case 'unary':
        return this.#unary(expression);
      case 'binary':
        return expression.sign === '&&' || expression.sign === '||'
          ? this.#shortCircuit(expression)
          : this.#binary(expression);
      case 'choose':
        return this.#choose(expression);
      case 'extreme':
      case 'guarded': {
        const left = this.#settle(expression.left);
        const right = this.#settle(expression.right);
        expression.left = left.expression;
        expression.right = right.expression;
        if (expression.kind === 'extreme')
          expression.type = commonType(left.expression.type, right.expression.type);
        return this.#valued(expression, () => evaluate(expression, this.#memory, this.rules)!);
      }
    }
  }

  #unary(expression: Unary): Settled {
    const operand = this.#settle(expression.operand);
    expression.operand = operand.expression;
    const of = operand.expression.type;
    expression.type = unaryType(expression.sign, of, this.rules);
    if (operand.value === undefined) return { expression, value: undefined };
    const value = applyUnary(expression.sign, operand.value, of);
    if (value !== undefined) return { expression, value };
    const repair = this.#mustAgree ? agreeingNegation : publishedNegation;
    return this.#repaired(repair(operand.expression, this.rules))!;
  }

  #binary(expression: Binary): Settled {
    const left = this.#settle(expression.left);
    const right = this.#settle(expression.right);
    expression.left = left.expression;
    expression.right = right.expression;
    const { sign } = expression;
    const [leftType, rightType] = [left.expression.type, right.expression.type];
    expression.type = binaryType(sign, leftType, rightType, this.rules);
    const [a, b] = [left.value, right.value];
    if (a === undefined || b === undefined) return { expression, value: undefined };
    const value = applyBinary(sign, a, b, leftType, rightType, this.rules);
    if (value !== undefined) return { expression, value };
    const operation = { sign, left: left.expression, right: right.expression };
    if (!this.#mustAgree) {
      const repaired = this.#repaired(publishedBinary({ ...operation, a, b }, this.rules));
      if (repaired !== undefined) return repaired;
    }
    const isLarge = sizeOf(operation.left) + sizeOf(operation.right) > MAX_REPEATED;
    return this.#repaired(agreeingBinary(operation, isLarge, this.rules))!;
  }

  /** The right operand is executed where the left one does not decide, and nowhere else. */
  #shortCircuit(expression: Binary): Settled {
    const left = this.#settle(expression.left);
    expression.left = left.expression;
    expression.type = this.rules.truthType;
    const decided = expression.sign === '||' ? 1n : 0n;
    const isDecided = left.value !== undefined && convert(left.value, BOOL) === decided;
    const right = this.where(!isDecided, () => this.#settle(expression.right));
    expression.right = right.expression;
    return this.#valued(expression, () => (isDecided ? decided : truth(right.value !== 0n)));
  }

  #choose(expression: Choose): Settled {
    const condition = this.#settle(expression.condition);
    expression.condition = condition.expression;
    const isYes = condition.value !== 0n;
    const yes = this.where(isYes, () => this.#settle(expression.yes));
    const no = this.where(!isYes, () => this.#settle(expression.no));
    expression.yes = yes.expression;
    expression.no = no.expression;
    expression.type = this.rules.chooseType(yes.expression.type, no.expression.type);
    return this.#valued(expression, () => convert((isYes ? yes : no).value!, expression.type));
  }

  /** Undefined where the repair is not defined either. */
  #repaired(expression: ExpressionNode): Settled | undefined {
    const value = evaluate(expression, this.#memory, this.rules);
    if (value === undefined) return undefined;
    this.repairs++;
    return { expression, value };
  }

  #valued(expression: ExpressionNode, value: () => bigint): Settled {
    return { expression, value: this.#isExecuted ? value() : undefined };
  }

  get #mustAgree(): boolean {
    return this.#prefersAgreeing || this.#loops > 0;
  }
}
