/**
 * The program as a tree: expressions, statements and data, as plain objects told apart by `kind`.
 *
 * Drawing makes the tree with no value in it but those of constants. Settling sets the types and puts repaired
 * expressions in place of undefined ones. Afterwards the tree is only read.
 */
import type { BuiltinRow } from '../rules/builtins.ts';
import type { BinarySign, UnarySign } from '../rules/signs.ts';
import type { IntegerType } from './types.ts';

/** One object of the program: an integer, an array of integers, or a pointer to an integer. Members of structs are too. */
export interface Variable {
  readonly name: string;
  readonly type: IntegerType;
  /** The value that it holds when the program starts; undefined for locals. */
  readonly initial: Initial | undefined;
  /** Elements in each direction; empty for a single integer. */
  readonly dimensions: readonly number[];
  readonly dataClass: DataClass;
  /** Position among all variables of the program; memories are indexed by it. */
  readonly slot: number;
  /** Members only: how it is reached from the named object, `.b1`, after so many of the subscripts. */
  readonly member?: { readonly path: string; readonly after: number; readonly isPacked?: boolean };
  readonly pointer?: Pointer;
  /** Bytes that its address is a multiple of, if the program says so. */
  readonly alignment?: number;
  /** Nothing is known of it between two accesses. */
  readonly isVolatile?: boolean;
  /** Visible in its file only, or never written. */
  readonly storage?: Storage;
  /** The struct whose static member it is; its name begins with that of the struct. */
  readonly owner?: string;
  /** The class of the C++ library that holds its elements; undefined for arrays of the language. */
  readonly container?: Container;
}

export interface Container {
  readonly kind: 'array' | 'vector' | 'valarray';
  /** The subscripts that are written as `.at(i)`. */
  readonly checked: 'none' | 'computed' | 'all';
}

export type Storage = '' | 'static' | 'const';

/** The part of a variable that makes it a pointer. The variable's `type` is that of the integer at the end. */
export interface Pointer {
  /** Stars in its type. */
  readonly levels: number;
  /** The place that it points to at first, without computed subscripts, of one level less. */
  readonly target: Read | Element;
}

/** A struct type. Members that are unnamed bit-fields only take room. */
export interface StructType {
  readonly name: string;
  /** Nothing lies between its members, so they have addresses that are multiples of nothing. */
  readonly isPacked: boolean;
  readonly members: readonly Member[];
}

export interface Member {
  /** Empty for unnamed bit-fields. */
  readonly name: string;
  readonly type: IntegerType | StructType;
  /** Bits of a bit-field; undefined for plain members. */
  readonly width: number | undefined;
  readonly dimensions: readonly number[];
}

/** A named object of a struct type. `leaves` are its members that are no structs, as variables. */
export interface StructObject {
  readonly name: string;
  readonly type: StructType;
  readonly dimensions: readonly number[];
  readonly dataClass: DataClass;
  readonly leaves: readonly Variable[];
}

/** The element at `index` holds `first + index * step`, converted to the type; with a period, the index modulo that. */
export interface Initial {
  readonly first: bigint;
  readonly step: bigint;
  readonly period?: number;
}

/** Inputs are never written, outputs never read; mixed data and locals are both. Iterators are written by their loop; hidden ones are no part of the text. */
export type DataClass = 'input' | 'mixed' | 'output' | 'local' | 'iterator' | 'hidden';

export type ExpressionNode =
  Constant | Place | Unary | Binary | Cast | Choose | Extreme | Guarded | Call | Builtin | FloatNode | Hidden;

/** A place can stand left of an assignment. */
export type Place = Read | Element | Dereference;

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

/** The object that a pointer leads to, through all of its levels. */
export interface Dereference {
  readonly kind: 'dereference';
  readonly type: IntegerType;
  readonly variable: Variable;
}

/** One dimension of a place in an array; `size` is the number of elements in it. */
export type Subscript =
  | { readonly kind: 'fixed'; readonly size: number; readonly index: number }
  /** The iterator, so many times, and an offset that fit for all values that the iterator takes. */
  | {
      readonly kind: 'iterator';
      readonly size: number;
      readonly iterator: Variable;
      readonly scale: number;
      readonly offset: number;
    }
  /** Any expression, brought within the bounds: a mask if the size is a power of two, else a remainder. */
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

/** A division by a function that divides by one if the divisor would not do; for operands too large to be repeated. */
export interface Guarded {
  readonly kind: 'guarded';
  readonly type: IntegerType;
  readonly sign: '/' | '%';
  left: ExpressionNode;
  right: ExpressionNode;
}

/** A call of a function that reads inputs and its parameters only. Its arguments are settled before. */
export interface Call {
  readonly kind: 'call';
  readonly type: IntegerType;
  readonly callee: HelperFunction;
  readonly operands: ExpressionNode[];
}

/** A function of the compiler, or one that is written beside the program. */
export interface Builtin {
  readonly kind: 'builtin';
  readonly type: IntegerType;
  readonly row: BuiltinRow;
  readonly operands: ExpressionNode[];
}

/** A number in floating point, brought back to an integer. */
export interface FloatNode {
  readonly kind: 'float';
  readonly type: IntegerType;
  readonly format: 'float' | 'double' | 'long double';
  readonly tree: FloatTree;
}

export type FloatTree =
  | { readonly kind: 'constant'; readonly value: number }
  /** The lowest bits of an integer. */
  | { readonly kind: 'leaf'; readonly bits: number; readonly operand: ExpressionNode }
  | { readonly kind: 'unary'; readonly sign: '-' | 'fabs' | 'floor' | 'half'; readonly operand: FloatTree }
  | {
      readonly kind: 'binary';
      readonly sign: '+' | '-' | '*' | 'fmin' | 'fmax' | '<';
      readonly left: FloatTree;
      readonly right: FloatTree;
    };

/** A number that settling writes with an input, so that no compiler knows it. */
export interface Hidden {
  readonly kind: 'hidden';
  readonly type: IntegerType;
  readonly value: bigint;
  readonly bound: Bound;
}

/** The kinds of statements live in `statements/`, each with its own fields. */
export interface Statement<Kind extends string = string> {
  readonly kind: Kind;
}

export type Block = readonly Statement[];

/** Input in a number, such as the end of a loop: with a summand, masked, multiplied, or as one of two in a comparison. */
export interface Bound {
  readonly kind: 'sum' | 'masked' | 'product' | 'limit';
  readonly held: Variable;
}

export interface TestFunction {
  readonly name: string;
  readonly body: Block;
  readonly passed?: readonly Passed[];
}

/** Data that a test function gets as a parameter of the same name. */
export interface Passed {
  readonly of: Variable | StructObject;
  readonly byValue: boolean;
  /** Nothing else reaches it while the function is executed. */
  readonly isRestrict: boolean;
}

/** A function that others call. */
export interface HelperFunction extends TestFunction {
  readonly parameters: readonly Variable[];
  /** Takes what is returned; no part of the text. */
  readonly result: Variable;
  /** The slots of its parameters and of all that it declares. */
  readonly frame: { readonly from: number; to: number };
  /** Executions of statements by one call, at the most. */
  cost: number;
  /** Whether it reads inputs and its own variables only, and writes its own only. */
  readonly isPure: boolean;
  readonly isRecursive: boolean;
  /** A template of C++: its last parameter is one of the template, and its argument a constant. */
  readonly isTemplate: boolean;
  /** Words before its declaration. */
  readonly attributes: string;
  /** It is called through a pointer that others could change. */
  readonly isIndirect: boolean;
}

export interface LoomProgram {
  readonly variables: readonly Variable[];
  readonly structs: readonly StructType[];
  readonly objects: readonly StructObject[];
  readonly helpers: readonly HelperFunction[];
  readonly functions: readonly TestFunction[];
}
