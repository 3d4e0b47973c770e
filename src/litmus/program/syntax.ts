/**
 * Small concurrent programs: threads of statements over shared locations and locals of a thread.
 *
 * Numbers are 32 bits wide and wrap; narrower locations keep only their own bits. An access may stand
 * wherever an expression may, as in C.
 */
import type { Order } from '../model/graph.ts';

export type BinaryOperator =
  '+' | '-' | '*' | '&' | '|' | '^' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '&&' | '||';
export type UnaryOperator = '!' | '-' | '~';
export type UpdateOperator = 'exchange' | 'add' | 'sub' | 'or' | 'and' | 'xor';

export type LitmusExpression =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'local'; readonly name: string }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: LitmusExpression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: LitmusExpression;
      readonly right: LitmusExpression;
    }
  | Access;

/** An access that reads a shared location, and gives a value. */
export type Access = Load | Update | CompareExchange;

export interface Load {
  readonly kind: 'load';
  readonly location: string;
  /** `na` for plain memory. */
  readonly order: Order;
  /** True for an acquire load that is written as a consume load; compilers treat both alike. */
  readonly isConsume?: boolean;
}

export interface Update {
  readonly kind: 'update';
  readonly operator: UpdateOperator;
  readonly location: string;
  readonly operand: LitmusExpression;
  readonly order: Order;
}

export interface CompareExchange {
  readonly kind: 'compareExchange';
  readonly location: string;
  readonly expected: LitmusExpression;
  /** The local that receives the old value after a failure. */
  readonly found?: string;
  readonly desired: LitmusExpression;
  readonly order: Order;
  readonly failureOrder: Order;
  /** True if it may fail even with the expected value. */
  readonly isWeak?: boolean;
}

export type LitmusStatement =
  | { readonly kind: 'assign'; readonly local: string; readonly value: LitmusExpression }
  | { readonly kind: 'evaluate'; readonly value: LitmusExpression }
  | {
      readonly kind: 'store';
      readonly location: string;
      readonly value: LitmusExpression;
      readonly order: Order;
    }
  | { readonly kind: 'fence'; readonly order: Order; readonly isSignal?: boolean }
  | {
      readonly kind: 'if';
      readonly condition: LitmusExpression;
      readonly whenTrue: readonly LitmusStatement[];
      readonly otherwise: readonly LitmusStatement[];
    }
  | LoopStatement
  | { readonly kind: 'leave'; readonly how: 'return' | 'break' | 'continue' }
  | { readonly kind: 'label'; readonly name: string }
  /** Occurs only in code that is never reached. */
  | { readonly kind: 'goto'; readonly name: string };

export interface LoopStatement {
  readonly kind: 'loop';
  readonly condition: LitmusExpression;
  /** True if the condition is tested after each round, and not before it. */
  readonly isAfter: boolean;
  readonly body: readonly LitmusStatement[];
  /** The statements that a `for` executes after each round, also after `continue`. */
  readonly step: readonly LitmusStatement[];
}

export interface Thread {
  readonly statements: readonly LitmusStatement[];
  /** Volatile locals, which a compiler may not keep in a register. */
  readonly volatile?: readonly string[];
}

/** Widths of locations other than 32 bits. Values of 64-bit locations fit into 32 bits nevertheless. */
export const oddWidths = [8, 16, 64] as const;
export type Bits = (typeof oddWidths)[number] | 32;

export interface SharedLocation {
  readonly name: string;
  readonly initial: number;
  /** Default: 32. */
  readonly bits?: Bits;
  /** The struct that the location is a member of; a name that begins with `union` is a union. */
  readonly within?: string;
}

/** A value, cut to the width of a location. */
export function keptIn({ bits = 32 }: Pick<SharedLocation, 'bits'>, value: number): number {
  const shift = Math.max(0, 32 - bits);
  return (value << shift) >> shift;
}

/** One part of an outcome: a local of a thread, or the final value of a location. */
export type Observed =
  | { readonly kind: 'local'; readonly thread: number; readonly name: string }
  | { readonly kind: 'location'; readonly name: string };

export interface LitmusProgram {
  readonly name: string;
  readonly locations: readonly SharedLocation[];
  /** Volatile locations, whose accesses must all stay. */
  readonly volatile?: readonly string[];
  readonly threads: readonly Thread[];
  readonly observed: readonly Observed[];
}

export function constantOf(value: number): LitmusExpression {
  return { kind: 'constant', value };
}

export function localOf(name: string): LitmusExpression {
  return { kind: 'local', name };
}

/** The name of an observed thing in herd's notation. */
export function observedName(observed: Observed): string {
  return observed.kind === 'local' ? `${observed.thread}:${observed.name}` : `[${observed.name}]`;
}
