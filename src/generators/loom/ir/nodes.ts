/**
 * The program as a tree: expressions, statements and data, as plain objects told apart by `kind`.
 *
 * The drawing step makes the tree, which holds no values except constants. The settling step sets the types,
 * and replaces undefined expressions by repaired ones. Later steps only read the tree.
 */
import type { PlantedKind } from '../../../program/index.ts';
import type { BuiltinRow } from '../rules/builtins.ts';
import type { BinarySign, UnarySign } from '../rules/signs.ts';
import type { IntegerType } from './types.ts';

/**
 * One object of the program: an integer, an array of integers, or a pointer to an integer. Members of structs
 * are variables, too.
 */
export interface Variable {
  readonly name: string;
  readonly type: IntegerType;
  /** The value at the program's start; undefined for locals. */
  readonly initial: Initial | undefined;
  /** Number of elements in each direction; empty for a single integer. */
  readonly dimensions: readonly number[];
  readonly dataClass: DataClass;
  /** Position among all variables of the program, which is the index into memories. */
  readonly slot: number;
  /** For members only: the path from the named object, `.b1`, and the number of subscripts before it. */
  readonly member?: { readonly path: string; readonly after: number; readonly isPacked?: boolean };
  readonly pointer?: Pointer;
  /** Alignment of its address in bytes, if the program states one. */
  readonly alignment?: number;
  /** Present if compilers may assume nothing about it between two accesses. */
  readonly isVolatile?: boolean;
  /** Visible only in its file, or never written. */
  readonly storage?: Storage;
  /** Present if its first value comes from the program's input. */
  readonly isGiven?: true;
  /** The struct whose static member it is; the member's name begins with the struct's name. */
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

/**
 * The part of a variable that makes it a pointer. The variable's `type` is the type of the integer at the
 * end.
 */
export interface Pointer {
  /** Stars in its type. */
  readonly levels: number;
  /** Its first target, without computed subscripts, which has one level less. */
  readonly target: Read | Element;
}

/** A struct type. Members that are unnamed bit-fields only take space. */
export interface StructType {
  readonly name: string;
  /** True if nothing lies between its members, so that their addresses need not be aligned. */
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
  /** Present if all accesses stay, in all objects. */
  readonly isVolatile?: true;
}

/** A named object of a struct type. `leaves` are its members that are no structs, as variables. */
export interface StructObject {
  readonly name: string;
  readonly type: StructType;
  readonly dimensions: readonly number[];
  readonly dataClass: DataClass;
  readonly leaves: readonly Variable[];
}

/**
 * The element at `index` holds `first + index * step`, converted to the type; with a period, the index modulo
 * the period counts. With `across`, each further row of `width` elements holds more by its step.
 */
export interface Initial {
  readonly first: bigint;
  readonly step: bigint;
  readonly period?: number;
  readonly across?: { readonly width: number; readonly step: bigint };
}

/**
 * Inputs are never written, outputs are never read; mixed data and locals are read and written. Only their
 * loop writes iterators; hidden variables do not occur in the text.
 */
export type DataClass = 'input' | 'mixed' | 'output' | 'local' | 'iterator' | 'hidden';

export type ExpressionNode =
  Constant | Place | Unary | Binary | Cast | Choose | Extreme | Guarded | Call | Builtin | FloatNode | Hidden;

/** A place can stand on the left of an assignment. */
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

/** An element of an array. By construction its subscripts lie within the bounds. */
export interface Element {
  readonly kind: 'element';
  readonly type: IntegerType;
  readonly variable: Variable;
  readonly subscripts: readonly Subscript[];
}

/** The target of a pointer, through all of its levels. */
export interface Dereference {
  readonly kind: 'dereference';
  readonly type: IntegerType;
  readonly variable: Variable;
}

/** One dimension of a place in an array; `size` is its number of elements. */
export type Subscript =
  | { readonly kind: 'fixed'; readonly size: number; readonly index: number }
  /** A multiple of the iterator plus an offset; both fit for all values of the iterator. */
  | {
      readonly kind: 'iterator';
      readonly size: number;
      readonly iterator: Variable;
      readonly scale: number;
      readonly offset: number;
    }
  /**
   * Any expression, brought within the bounds: by a mask if the size is a power of two, else by a remainder.
   */
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
  /** Present until settling gives `no` another repair than `yes`: both arms are copies of one operation. */
  isApart?: true | undefined;
}

/** The smaller or larger of two values, by a function of the common type. */
export interface Extreme {
  readonly kind: 'extreme';
  type: IntegerType;
  readonly which: 'min' | 'max';
  left: ExpressionNode;
  right: ExpressionNode;
}

/**
 * A division by a function, which divides by one if the divisor is unsuitable; for operands too large to be
 * repeated.
 */
export interface Guarded {
  readonly kind: 'guarded';
  readonly type: IntegerType;
  readonly sign: '/' | '%';
  left: ExpressionNode;
  right: ExpressionNode;
}

/**
 * A call of a function that reads only inputs and its parameters. Its arguments are settled before the call.
 */
export interface Call {
  readonly kind: 'call';
  readonly type: IntegerType;
  readonly callee: HelperFunction;
  readonly operands: ExpressionNode[];
}

/** A function of the compiler, or a function in the program's own text. */
export interface Builtin {
  readonly kind: 'builtin';
  readonly type: IntegerType;
  readonly row: BuiltinRow;
  readonly operands: ExpressionNode[];
}

/** A number in floating point, converted back to an integer. */
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

/**
 * The way in which a number, such as a loop's end, depends on an input: plus a constant, masked, multiplied, or
 * compared with a limit.
 */
export interface Bound {
  readonly kind: 'sum' | 'masked' | 'product' | 'limit';
  readonly held: Variable;
}

export interface TestFunction {
  readonly name: string;
  readonly body: Block;
  readonly passed?: readonly Passed[];
}

/** Data that a test function receives as a parameter of the same name. */
export interface Passed {
  readonly of: Variable | StructObject;
  readonly byValue: boolean;
  /** True if nothing else reaches the data while the function runs. */
  readonly isRestrict: boolean;
  /** Present for an array that the function receives as a `std::span`, whose type may say the length. */
  readonly span?: 'of any length' | 'of this length';
}

/** A function that others call. */
export interface HelperFunction extends TestFunction {
  readonly parameters: readonly Variable[];
  /** Receives the returned value; not in the text. */
  readonly result: Variable;
  /** The slots of its parameters and of everything that it declares. */
  readonly frame: { readonly from: number; to: number };
  /** Upper bound of statements that one call executes. */
  cost: number;
  /** True if it reads only inputs and its own variables, and writes only its own variables. */
  readonly isPure: boolean;
  readonly isRecursive: boolean;
  /** True for a template of C++: its last parameter is a template parameter, whose argument is a constant. */
  readonly isTemplate: boolean;
  /** Words before its declaration. */
  readonly attributes: string;
  /** True if the program calls it through a pointer that other code could change. */
  readonly isIndirect: boolean;
}

/** The source of values that no compiler knows. */
export type InputKind = 'arguments' | 'standard input';

/** The fault that a program is to have. */
export interface PlantingPlan {
  /** An operation that settling would repair, or a statement that is there for this. */
  readonly what: 'operation' | 'statement';
  /** Number of such places that stay right. */
  readonly skipped: number;
}

export interface LoomProgram {
  readonly variables: readonly Variable[];
  readonly structs: readonly StructType[];
  readonly objects: readonly StructObject[];
  readonly helpers: readonly HelperFunction[];
  readonly functions: readonly TestFunction[];
  /** Present if the program may read input. */
  readonly input?: InputKind;
  /** True if data and functions are `static`, and functions may be inlined: a compiler may know all values. */
  readonly isOpen?: boolean;
  /** Absent if the program has no fault. */
  readonly planting?: PlantingPlan;
  /** The undefined operation that stayed. */
  readonly planted?: PlantedKind | undefined;
}
