/**
 * Expressions for weaving. For some expressions we know the value, and the compiler does not; for the others
 * the value does not matter.
 */
import type { Draw } from '../../choice/index.ts';
import {
  type BinaryOperator,
  constantOf,
  type LitmusExpression,
  type Load,
  localOf,
  type Order,
  type UpdateOperator,
} from '../../litmus/index.ts';
import type { WovenVariables } from './variables.ts';

export const loadOrders: readonly Order[] = ['rlx', 'acq', 'sc'];
export const allOrders: readonly Order[] = ['rlx', 'acq', 'rel', 'ar', 'sc'];

export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';
export const comparisonOperators: readonly ComparisonOperator[] = ['==', '!=', '<', '<=', '>', '>='];

export function holdsBetween(left: number, operator: ComparisonOperator, right: number): boolean {
  switch (operator) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}

/** Updates, with the C expression of the value that each leaves, and that value. */
const updatesWithFlags: readonly (readonly [
  UpdateOperator,
  BinaryOperator,
  (initial: number, by: number) => number,
])[] = [
  ['add', '+', (initial, by) => initial + by],
  ['sub', '-', (initial, by) => initial - by],
  ['and', '&', (initial, by) => initial & by],
  ['or', '|', (initial, by) => initial | by],
  ['xor', '^', (initial, by) => initial ^ by],
];

export class Conditions {
  readonly #draw: Draw;
  readonly #variables: WovenVariables;
  /** Locations of the test itself. */
  readonly #shared: readonly string[];

  constructor(draw: Draw, variables: WovenVariables, shared: readonly string[]) {
    this.#draw = draw;
    this.#variables = variables;
    this.#shared = shared;
  }

  load(location: string): LitmusExpression {
    const order = this.#draw.pick(loadOrders);
    return { kind: 'load', location, order, ...this.consumed(order) };
  }

  /** One acquire load in six is written as a consume load. */
  consumed(order: Order): Pick<Load, 'isConsume'> {
    return order === 'acq' && this.#draw.boolean(1 / 6) ? { isConsume: true } : {};
  }

  /** A condition whose result we know: true or false. */
  known(holds: boolean): LitmusExpression {
    const draw = this.#draw;
    if (draw.boolean(0.1)) return this.#knownByAlgebra(holds);
    // Passes move a plain constant out of loops and across atomics.
    const isPlain = draw.boolean(0.25);
    const { name, initial } = isPlain ? this.#variables.plainConstant() : this.#variables.constant();
    const value = initial + draw.integer(-1, 1);
    const fitting = comparisonOperators.filter((each) => holdsBetween(initial, each, value) === holds);
    const one: LitmusExpression = {
      kind: 'binary',
      operator: draw.pick(fitting),
      left: isPlain ? { kind: 'load', location: name, order: 'na' } : this.load(name),
      right: constantOf(value),
    };
    if (!draw.boolean(0.15)) return one;
    // The other side decides nothing.
    const other = this.any();
    return { kind: 'binary', operator: holds ? '||' : '&&', left: one, right: other };
  }

  /** A comparison of zero with zero, which a compiler can recognise if it looks through the operations. */
  #knownByAlgebra(holds: boolean): LitmusExpression {
    const draw = this.#draw;
    const zero = this.#zero();
    const operator = draw.pick(holds ? (['==', '<=', '>='] as const) : (['!=', '<', '>'] as const));
    return { kind: 'binary', operator, left: zero, right: constantOf(0) };
  }

  #zero(): LitmusExpression {
    const draw = this.#draw;
    const twice = (operator: '-' | '^', value: LitmusExpression): LitmusExpression => ({
      kind: 'binary',
      operator,
      left: value,
      right: value,
    });
    const { locals } = this.#variables.thread;
    return draw.weighted<() => LitmusExpression>([
      [2, () => ({ kind: 'binary', operator: '*', left: this.any(), right: constantOf(0) })],
      [
        2,
        () => ({
          kind: 'binary',
          operator: '&',
          left: twice('^', constantOf(draw.integer(1, 999))),
          right: this.any(),
        }),
      ],
      [
        2 * Math.min(locals.length, 1),
        () => twice(draw.pick(['-', '^'] as const), localOf(draw.pick(locals))),
      ],
      [1, () => twice('^', this.load(this.#variables.constant().name))],
    ])();
  }

  /** An expression whose value does not matter. */
  any(): LitmusExpression {
    const draw = this.#draw;
    const location = draw.pick([...this.#shared, this.#variables.scratch().name]);
    const left = draw.boolean(0.2) ? this.emptyUpdateOf(location) : this.load(location);
    const operator = draw.pick(['==', '!=', '&', '<'] as const);
    return { kind: 'binary', operator, left, right: constantOf(draw.integer(0, 2)) };
  }

  /** An update that changes nothing: of a location with a constant value, or of a location of the test. */
  emptyUpdate(): LitmusExpression {
    const draw = this.#draw;
    return this.emptyUpdateOf(draw.boolean(0.5) ? this.#variables.constant().name : draw.pick(this.#shared));
  }

  emptyUpdateOf(location: string): LitmusExpression {
    const draw = this.#draw;
    const [operator, value] = draw.pick<readonly [UpdateOperator, number]>([
      ['add', 0],
      ['sub', 0],
      ['or', 0],
      ['xor', 0],
      ['and', -1],
    ]);
    return { kind: 'update', operator, location, operand: constantOf(value), order: draw.pick(allOrders) };
  }

  /** A condition on an update of a private variable, and its result. */
  onPrivate(): { readonly condition: LitmusExpression; readonly holds: boolean } {
    const draw = this.#draw;
    const initial = draw.integer(-2, 2);
    const { name: location } = this.#variables.ofOneAction(initial);
    const order = draw.pick(allOrders);
    const update = (operator: UpdateOperator, operand: number): LitmusExpression => ({
      kind: 'update',
      operator,
      location,
      operand: constantOf(operand),
      order,
    });
    const compared = (
      left: LitmusExpression,
      operator: ComparisonOperator,
      right: number,
    ): { readonly condition: LitmusExpression; readonly holds: boolean } => ({
      condition: { kind: 'binary', operator, left, right: constantOf(right) },
      holds: holdsBetween(initial, operator, right),
    });
    return draw.weighted<() => { readonly condition: LitmusExpression; readonly holds: boolean }>([
      // Compilers have instructions for the sign of a difference, for a sum, and for one bit.
      [15, () => compared(update('add', 1), draw.pick(['<', '>='] as const), 0)],
      [15, () => compared(update('sub', 1), draw.pick(['>', '<='] as const), 0)],
      [
        15,
        () => {
          const by = draw.integer(1, 3);
          const operator = draw.pick(comparisonOperators);
          return initial < 0
            ? compared(update('add', by), operator, -by)
            : compared(update('sub', by), operator, by);
        },
      ],
      [
        15,
        () => {
          const bit = 1 << draw.integer(0, 4);
          const operator = draw.pick(['or', 'and', 'xor'] as const);
          const left = update(operator, operator === 'and' ? ~bit : bit);
          const condition = { kind: 'binary' as const, operator: '&' as const, left, right: constantOf(bit) };
          return { condition, holds: (initial & bit) !== 0 };
        },
      ],
      [
        15,
        () => {
          // The value after the update, compared with 0: the processor's flags after the update tell the
          // same.
          const [name, operator, left] = draw.pick(updatesWithFlags);
          const by = draw.integer(1, 3);
          const made: LitmusExpression = {
            kind: 'binary',
            operator,
            left: update(name, by),
            right: constantOf(by),
          };
          const comparison = draw.pick(comparisonOperators);
          const condition = {
            kind: 'binary' as const,
            operator: comparison,
            left: made,
            right: constantOf(0),
          };
          return { condition, holds: holdsBetween(left(initial, by), comparison, 0) };
        },
      ],
    ])();
  }

  /** A counter that starts at a constant's value, and moves away from 0. */
  counter(isOnce: boolean): {
    readonly local: string;
    readonly start: LitmusExpression;
    readonly condition: LitmusExpression;
    readonly step: number;
  } {
    const { name, initial } = this.#variables.constant();
    const local = this.#variables.local();
    const step = initial < 0 ? -1 : 1;
    const strict = step > 0 ? '<' : '>';
    const condition: LitmusExpression = {
      kind: 'binary',
      operator: isOnce ? `${strict}=` : strict,
      left: localOf(local),
      right: this.load(name),
    };
    return { local, start: this.load(name), condition, step };
  }
}
