/**
 * The program as a tree: expressions, statements and data, as plain objects told apart by `kind`.
 *
 * What draws makes the tree with no value in it but those of constants. What settles sets the types and puts repaired
 * expressions in place of undefined ones. Afterwards the tree is only read.
 */
import type { BinarySign, UnarySign } from '../rules/signs.ts';
import type { IntegerType } from './types.ts';

/** One object of the program that holds an integer. */
export interface Variable {
  readonly name: string;
  readonly type: IntegerType;
  /** What it holds when the program starts; undefined for locals. */
  readonly initial: bigint | undefined;
  readonly dataClass: DataClass;
  /** Position among all variables of the program; memories are indexed by it. */
  readonly slot: number;
}

/** Inputs are never written, outputs never read; mixed data and locals are both. */
export type DataClass = 'input' | 'mixed' | 'output' | 'local';

export type ExpressionNode = Constant | Read | Unary | Binary | Cast | Choose | Extreme;

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
