/**
 * Weights of the generation policies, as data. A list never changes its order: choices refer to it, and the simplest
 * option stands first.
 */
import type { Bound, Storage } from '../ir/nodes.ts';
import { binarySigns, type BinarySign, unarySigns, type UnarySign } from '../rules/signs.ts';

export type Weights<T> = readonly (readonly [weight: number, value: T])[];

export type ExpressionKind =
  | 'constant'
  | 'read'
  | 'unary'
  | 'binary'
  | 'cast'
  | 'choose'
  | 'extreme'
  | 'call'
  | 'stencil'
  | 'builtin'
  | 'float'
  | 'lane'
  | 'common';

/** Leaves beside inner nodes: as deep as the depth allows, a tree of 4 levels has some 12 nodes. */
export const expressionKinds: Weights<ExpressionKind> = [
  [6, 'constant'],
  [18, 'read'],
  [16, 'unary'],
  [46, 'binary'],
  [10, 'cast'],
  [6, 'choose'],
  [4, 'extreme'],
  [5, 'call'],
  [6, 'stencil'],
  [6, 'builtin'],
  [2, 'float'],
  [4, 'lane'],
  [6, 'common'],
];

export const unaryWeights: Weights<UnarySign> = unarySigns.map((sign) => [10, sign]);
export const binaryWeights: Weights<BinarySign> = binarySigns.map((sign) => [10, sign]);

export type ConstantPattern =
  'small' | 'limit' | 'power' | 'width' | 'end-bits' | 'block' | 'reused' | 'random';

export const constantPatterns: Weights<ConstantPattern> = [
  [20, 'small'],
  [12, 'limit'],
  [10, 'power'],
  [4, 'width'],
  [10, 'end-bits'],
  [10, 'block'],
  [24, 'reused'],
  [20, 'random'],
];

/** The subscript of one dimension: a constant, an iterator as it is or with an offset, any expression. */
export type SubscriptKind = 'fixed' | 'iterator' | 'offset' | 'computed';

export const subscriptKinds: Weights<SubscriptKind> = [
  [10, 'fixed'],
  [45, 'iterator'],
  [25, 'offset'],
  [20, 'computed'],
];

export type LoopForm = 'for' | 'while' | 'do' | 'falling';

export const loopForms: Weights<LoopForm> = [
  [70, 'for'],
  [15, 'while'],
  [15, 'do'],
  [8, 'falling'],
];

/** How the end of a loop is written: as it is, or with an input in it. */
export const boundKinds: Weights<Bound['kind'] | 'written'> = [
  [40, 'written'],
  [25, 'sum'],
  [10, 'masked'],
  [10, 'product'],
  [15, 'limit'],
];

/** Which loops stand in which dimensions of an array. */
export type SubscriptOrder = 'straight' | 'reversed' | 'diagonal' | 'any';

export const subscriptOrders: Weights<SubscriptOrder> = [
  [40, 'straight'],
  [20, 'reversed'],
  [20, 'diagonal'],
  [20, 'any'],
];

/** The signs that reductions accumulate with. */
export const reductionSigns: Weights<BinarySign> = [
  [25, '+'],
  [15, '-'],
  [10, '&'],
  [10, '|'],
  [10, '^'],
  [15, '*'],
];

/** How often: an `else` behind an `if`; a compound assignment; a new output in place of something that is there. */
export const ELSE = 0.35;
export const COMPOUND = 0.2;
export const NEW_OUTPUT = 0.35;
/** Data that are structs; struct members that are bit-fields, unnamed bit-fields, structs again; how many there are. */
export const STRUCT = 0.15;
export const BIT_FIELD = 0.25;
export const UNNAMED = 0.1;
export const NESTED_STRUCT = 0.3;
export const ANOTHER_MEMBER = 0.75;
/** Loops: in the space of the last one at their depth; with a wish to the compiler; with nothing but a loop inside. */
export const SAME_SPACE = 0.25;
export const PRAGMA = 0.2;
export const PERFECT = 0.2;
/** Stencils: another summand; one with a factor. Reductions to a minimum or maximum. */
export const ANOTHER_TAP = 0.65;
export const TAP_FACTOR = 0.3;
export const EXTREME_REDUCTION = 0.3;
/** The values of loops made to be vectorised; leaves first. */
export const streamKinds: Weights<'constant' | 'read' | 'binary' | 'choose' | 'extreme'> = [
  [2, 'constant'],
  [10, 'read'],
  [14, 'binary'],
  [2, 'choose'],
  [2, 'extreme'],
];
export const ANOTHER_STORE = 0.5;
/** How a common subexpression comes again; how often it is a new one. */
export const commonUses: Weights<'same' | 'negated' | 'swapped' | 'changed'> = [
  [60, 'same'],
  [10, 'negated'],
  [15, 'swapped'],
  [15, 'changed'],
];
export const NEW_COMMON = 0.25;
/** Values that the elements of an array take in turns; 0: each its own. */
export const periods: Weights<number> = [
  [50, 0],
  [20, 1],
  [20, 2],
  [5, 4],
  [5, 3],
];
export const ALIGNED = 0.5;
/** Classes of iterations that a condition tells apart. */
export const lanes: Weights<number> = [
  [60, 2],
  [15, 4],
  [25, 3],
];
/** Conditions of statements in loops that tell lanes apart. */
export const LANE = 0.25;
/** One more operation on vectors; block with a label; call of a lambda. */
export const ANOTHER_VECTOR = 0.75;
export const ANOTHER_SEGMENT = 0.7;
export const ANOTHER_CALL = 0.6;
/** Pure functions that are templates; globals that are volatile. */
export const TEMPLATE = 0.4;
export const VOLATILE = 0.05;
/** Functions: another one as long as some are wanted; those without side effects; those that call themselves. */
export const ANOTHER_HELPER = 0.8;
export const ANOTHER_PARAMETER = 0.6;
export const PURE = 0.65;
export const RECURSIVE = 0.3;
/** Data that are arrays; loops whose iterator counts down. */
export const ARRAY = 0.3;
export const DOWN = 0.15;
/** How often a struct is packed; a function is called through a pointer; an iterator goes over the end of its type. */
export const PACKED = 0.2;
export const INDIRECT = 0.25;
export const WRAPS = 0.06;
export const storages: Weights<Storage> = [
  [70, ''],
  [20, 'static'],
  [10, 'const'],
];
/** The factor of an iterator in a subscript. */
export const strides: Weights<number> = [
  [60, 1],
  [18, -1],
  [16, 2],
  [6, 3],
];
export const runKinds: Weights<'neighbours' | 'stores' | 'loads' | 'members'> = [
  [40, 'neighbours'],
  [20, 'stores'],
  [20, 'loads'],
  [20, 'members'],
];
export const copyWays: Weights<'assign' | 'move' | 'zero'> = [
  [60, 'assign'],
  [25, 'move'],
  [15, 'zero'],
];
/** How often test functions have parameters; another one. */
export const PASSED = 0.5;
export const ANOTHER_PASSED = 0.85;
/** How often a local is looked at where its block ends. */
export const SINK = 0.4;
/** Stores of loops made to be vectorised: under a condition; into one integer; arrays of all widths; gathered elements. */
export const CONDITIONAL_STORE = 0.15;
export const ACCUMULATED = 0.2;
export const MIXED_WIDTHS = 0.25;
export const GATHERED = 0.08;
