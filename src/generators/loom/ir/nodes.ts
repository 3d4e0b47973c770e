/**
 * The program as a tree: expressions, statements and data, as plain objects told apart by `kind`.
 *
 * What draws makes the tree with no value in it but those of constants. What settles sets the types and puts repaired
 * expressions in place of undefined ones. Afterwards the tree is only read.
 */
import type { BinarySign, UnarySign } from '../rules/signs.ts';
import type { IntegerType } from './types.ts';

/** One object of the program: an integer, or an array of integers. */
export interface Variable {
  readonly name: string;
  readonly type: IntegerType;
  /** What it holds when the program starts; undefined for locals. */
  readonly initial: Initial | undefined;
  /** Elements in each direction; empty for a single integer. */
  readonly dimensions: readonly number[];
  readonly dataClass: DataClass;
  /** Position among all variables of the program; memories are indexed by it. */
  readonly slot: number;
}

/** The element at `index` holds `first + index * step`, converted to the type. */
export interface Initial {
  readonly first: bigint;
  readonly step: bigint;
}

/** Inputs are never written, outputs never read; mixed data and locals are both. Iterators are written by their loop. */
export type DataClass = 'input' | 'mixed' | 'output' | 'local' | 'iterator';

export type ExpressionNode = Constant | Read | Element | Unary | Binary | Cast | Choose | Extreme | Guarded;

export interface Constant {
  readonly kind: 'constant';
  readonly type: IntegerType;
  readonly value: bigint;
}

export interface Read {
  readonly kind: 'read';
  readonly type: IntegerType;
  readonly variable: Variable;
}

/** An element of an array. Its subscripts lie within the bounds by construction. */
export interface Element {
  readonly kind: 'element';
  readonly type: IntegerType;
  readonly variable: Variable;
  readonly subscripts: readonly Subscript[];
}

/** One dimension of a place in an array; `size` is the number of elements in it. */
export type Subscript =
  | { readonly kind: 'fixed'; readonly size: number; readonly index: number }
  /** The iterator and an offset that fit for all values that the iterator takes. */
  | { readonly kind: 'iterator'; readonly size: number; readonly iterator: Variable; readonly offset: number }
  /** Any expression, brought within the bounds: a mask where the size is a power of two, else a remainder. */
  | { readonly kind: 'computed'; readonly size: number; index: ExpressionNode };

export interface Unary {
  readonly kind: 'unary';
  type: IntegerType;
  readonly sign: UnarySign;
  operand: ExpressionNode;
}

export interface Binary {
  readonly kind: 'binary';
  type: IntegerType;
  readonly sign: BinarySign;
  left: ExpressionNode;
  right: ExpressionNode;
}

export interface Cast {
  readonly kind: 'cast';
  readonly type: IntegerType;
  operand: ExpressionNode;
}

/** `condition ? yes : no` */
export interface Choose {
  readonly kind: 'choose';
  type: IntegerType;
  condition: ExpressionNode;
  yes: ExpressionNode;
  no: ExpressionNode;
}

/** The smaller or larger of two values, by a function of the common type. */
export interface Extreme {
  readonly kind: 'extreme';
  type: IntegerType;
  readonly which: 'min' | 'max';
  left: ExpressionNode;
  right: ExpressionNode;
}

/** A division by a function that divides by one where the divisor would not do; for operands too large to be repeated. */
export interface Guarded {
  readonly kind: 'guarded';
  readonly type: IntegerType;
  readonly sign: '/' | '%';
  left: ExpressionNode;
  right: ExpressionNode;
}

/** The kinds of statements live in `statements/`, each with its own fields. */
export interface Statement {
  readonly kind: string;
}

export type Block = readonly Statement[];

export interface TestFunction {
  readonly name: string;
  readonly body: Block;
}

export interface LoomProgram {
  readonly variables: readonly Variable[];
  readonly functions: readonly TestFunction[];
}
