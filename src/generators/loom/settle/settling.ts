/**
 * Settling: executes the program, sets the type of every expression, and replaces operations that would be
 * undefined.
 *
 * It walks in the order of execution, operands first, so that operands are defined before their operation is
 * checked. Code that runs once gets one of two repairs. Code that runs several times, in loops and functions,
 * gets the repair that equals the operation in all defined cases. So earlier executions keep their values,
 * and nothing is settled again. Code that never runs keeps its operations as drawn.
 *
 * A repair replaces its operation inside the same node. So references to a node stay valid, even if a
 * function calls itself while its body is being settled.
 *
 * Invariant: afterwards no execution meets undefined behaviour, the memory holds the program's values, and
 * the step has made no choice.
 */
import { unary } from '../ir/build.ts';
import type {
  Binary,
  Block,
  Call,
  Choose,
  ExpressionNode,
  HelperFunction,
  LoomProgram,
  Place,
  Unary,
} from '../ir/nodes.ts';
import { BOOL, commonType } from '../ir/types.ts';
import { childrenOf, sizeOf } from '../ir/walk.ts';
import { convert, truth } from '../rules/convert.ts';
import type { LanguageRules } from '../rules/language.ts';
import { applyBinary, applyUnary, binaryType, unaryType } from '../rules/operators.ts';
import { agreeingBinary, agreeingNegation, publishedBinary } from '../rules/repairs.ts';
import type { StatementTable } from '../statements/row.ts';
import { evaluate, storeTo } from '../truth/evaluate.ts';
import type { Executor, Flow, Settled } from '../truth/executor.ts';
import type { Memory } from '../truth/memory.ts';
import { endWith } from './bounds.ts';
import type { Planting } from './planting.ts';

export interface SettlingOptions {
  readonly rules: LanguageRules;
  readonly memory: Memory;
  /** True if repairs begin with the form that fits all values. */
  readonly prefersAgreeing: boolean;
  readonly statements: StatementTable;
  /** One undefined operation stays, if the program is to have one. */
  readonly planting?: Planting | undefined;
}

/** Larger operands are not printed several times. */
const MAX_REPEATED = 24;

export class Settling implements Executor {
  readonly rules: LanguageRules;
  readonly memory: Memory;
  readonly planting: Planting | undefined;
  readonly #options: SettlingOptions;
  #isExecuted = true;
  /** Number of loops and functions around the present code. */
  #repeated = 0;
  /** Expressions that loops have settled at least once, whether executed or not. */
  readonly #known = new Set<ExpressionNode>();
  /** Results of pure functions that are already settled, by name and arguments. */
  readonly #returned = new Map<string, bigint>();

  constructor(options: SettlingOptions) {
    this.rules = options.rules;
    this.memory = options.memory;
    this.planting = options.planting;
    this.#options = options;
  }

  get isExecuted(): boolean {
    return this.#isExecuted;
  }

  /** First settles functions that are called, so that all of them have types; then executes everything. */
  program({ helpers, functions }: LoomProgram): void {
    for (const { body } of helpers) this.repeatedly(() => this.where(false, () => this.block(body)));
    for (const { body } of functions) this.block(body);
  }

  /** Statements after one that leaves the block are settled but not executed. */
  block(statements: Block): Flow {
    let flow: Flow = 'on';
    for (const statement of statements) {
      const row = this.#options.statements.rowOf(statement);
      const next: Flow = this.where(flow === 'on', () =>
        row.settle === undefined ? row.execute(statement, this) : row.settle(statement, this),
      );
      if (flow === 'on') flow = next;
    }
    return flow;
  }

  where<T>(condition: boolean, body: () => T): T {
    const outer = this.#isExecuted;
    this.#isExecuted = outer && condition;
    const result = body();
    this.#isExecuted = outer;
    return result;
  }

  repeatedly<T>(body: () => T): T {
    this.#repeated++;
    const result = body();
    this.#repeated--;
    return result;
  }

  store(to: Place, value: Settled): void {
    if (value === undefined || !this.#isExecuted) return;
    storeTo(to, value, this);
  }

  /** For statements: an expression that was settled before is only evaluated, unless it is undefined. */
  value(expression: ExpressionNode): Settled {
    if (this.#repeated > 0 && this.#known.has(expression)) {
      if (!this.#isExecuted) return undefined;
      const value = evaluate(expression, this);
      if (value !== undefined) return value;
    }
    const value = this.#settle(expression);
    if (this.#repeated > 0) this.#known.add(expression);
    return value;
  }

  place(place: Place): void {
    if (place.kind !== 'element') return;
    for (const subscript of place.subscripts) {
      if (subscript.kind === 'computed') this.value(subscript.index);
    }
  }

  call({ name, isPure }: HelperFunction, values: readonly bigint[]): Settled {
    return isPure ? this.#returned.get(`${name} ${values.join(' ')}`) : undefined;
  }

  /** Executes and settles a function for these arguments; undefined if the call is not executed. */
  run(callee: HelperFunction, values: readonly Settled[]): Settled {
    if (!this.#isExecuted) return undefined;
    const known = this.call(callee, values as readonly bigint[]);
    if (known !== undefined) return known;
    const value = this.memory.during(callee, values as readonly bigint[], () =>
      this.repeatedly(() => this.block(callee.body)),
    );
    if (callee.isPure) this.#returned.set(`${callee.name} ${values.join(' ')}`, value);
    return value;
  }

  #settle(expression: ExpressionNode): Settled {
    switch (expression.kind) {
      case 'constant':
        return this.#isExecuted ? expression.value : undefined;
      case 'hidden':
        return this.#settle(
          Object.assign(expression, endWith(expression.bound, expression.value, this.rules)),
        );
      case 'element':
        this.place(expression);
        return this.#evaluated(expression);
      case 'cast':
        this.#settle(expression.operand);
        return this.#evaluated(expression);
      case 'unary':
        return this.#unary(expression);
      case 'binary':
        return expression.sign === '&&' || expression.sign === '||'
          ? this.#shortCircuit(expression)
          : this.#binary(expression);
      case 'choose':
        return this.#choose(expression);
      case 'call':
        return this.#call(expression);
      case 'extreme':
      case 'guarded':
        this.#settle(expression.left);
        this.#settle(expression.right);
        if (expression.kind === 'extreme')
          expression.type = commonType(expression.left.type, expression.right.type);
        return this.#evaluated(expression);
      case 'builtin':
      case 'float':
        for (const operand of childrenOf(expression)) this.#settle(operand);
        return this.#evaluated(expression);
      case 'read':
      case 'dereference':
        return this.#evaluated(expression);
    }
  }

  #unary(expression: Unary): Settled {
    const value = this.#settle(expression.operand);
    const { sign, operand } = expression;
    expression.type = unaryType(sign, operand.type, this.rules);
    if (value === undefined) return undefined;
    const result = applyUnary(sign, value, operand.type);
    if (result !== undefined) return result;
    const repair = this.#mustAgree ? agreeingNegation(operand, this.rules) : unary('+', operand, this.rules);
    return this.#repaired(expression, repair);
  }

  #binary(expression: Binary): Settled {
    const { sign } = expression;
    const a = this.#settle(expression.left);
    const b = this.#settle(expression.right);
    // A recursive call among the operands may have repaired this operation already.
    if ((expression as ExpressionNode).kind !== 'binary' || expression.sign !== sign)
      return this.#evaluated(expression);
    const { left, right } = expression;
    expression.type = binaryType(sign, left.type, right.type, this.rules);
    if (a === undefined || b === undefined) return undefined;
    const value = applyBinary(sign, a, b, left.type, right.type, this.rules);
    if (value !== undefined) return value;
    const operation = { sign, left, right };
    if (!this.#mustAgree) {
      const repaired = this.#repaired(expression, publishedBinary({ ...operation, a, b }, this.rules), b);
      if (repaired !== undefined) return repaired;
    }
    const isLarge = sizeOf(left) + sizeOf(right) > MAX_REPEATED;
    return this.#repaired(expression, agreeingBinary(operation, isLarge, this.rules), b);
  }

  /** The right operand is executed only if the left one does not decide. */
  #shortCircuit(expression: Binary): Settled {
    const left = this.#settle(expression.left);
    expression.type = this.rules.truthType;
    const decided = expression.sign === '||' ? 1n : 0n;
    const isDecided = left !== undefined && convert(left, BOOL) === decided;
    const right = this.where(!isDecided, () => this.#settle(expression.right));
    if (!this.#isExecuted) return undefined;
    return isDecided ? decided : truth(right !== 0n);
  }

  #choose(expression: Choose): Settled {
    const isYes = this.#settle(expression.condition) !== 0n;
    const yes = this.where(isYes, () => this.#settle(expression.yes));
    const no = this.where(!isYes, () => this.#settle(expression.no));
    if (expression.isApart === true) this.#tellApart(expression);
    expression.type = this.rules.chooseType(expression.yes.type, expression.no.type);
    return this.#isExecuted ? convert((isYes ? yes : no)!, expression.type) : undefined;
  }

  /** The repair that agrees with the operation has the same value, and another text. */
  #tellApart(expression: Choose): void {
    expression.isApart = undefined;
    const { no } = expression;
    if (no.kind !== 'binary') return;
    const isLarge = sizeOf(no.left) + sizeOf(no.right) > MAX_REPEATED;
    Object.assign(no, agreeingBinary({ sign: no.sign, left: no.left, right: no.right }, isLarge, this.rules));
  }

  #call({ callee, operands }: Call): Settled {
    const values = operands.map((operand) => this.#settle(operand));
    const converted = values.map((value, i) =>
      value === undefined ? undefined : convert(value, callee.parameters[i]!.type),
    );
    return this.run(callee, converted);
  }

  /**
   * Puts the repair in the operation's place; returns undefined and changes nothing if the repair is not
   * defined either.
   */
  #repaired(operation: ExpressionNode, repair: ExpressionNode, divisor?: bigint): Settled {
    const value = evaluate(repair, this);
    if (value === undefined) return undefined;
    this.planting?.meet(operation, divisor);
    Object.assign(operation, repair);
    return value;
  }

  #evaluated(expression: ExpressionNode): Settled {
    return this.#isExecuted ? evaluate(expression, this) : undefined;
  }

  get #mustAgree(): boolean {
    return this.#options.prefersAgreeing || this.#repeated > 0;
  }
}
