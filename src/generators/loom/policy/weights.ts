/**
 * Weights of the generation policies, as data. A list never changes its order: choices refer to it, and the simplest
 * option stands first.
 */
import type { Bound, Container, Storage } from '../ir/nodes.ts';
import { binarySigns, type BinarySign, unarySigns, type UnarySign } from '../rules/signs.ts';

export type Weights<T> = readonly (readonly [weight: number, value: T])[];

function weighted<T extends string>(weights: Readonly<Record<T, number>>): Weights<T> {
  return Object.entries<number>(weights).map(([value, weight]) => [weight, value as T]);
}

/** Leaves beside inner nodes: as deep as the depth allows, a tree of 4 levels has some 12 nodes. */
const expressions = {
  constant: 6,
  read: 18,
  unary: 16,
  binary: 46,
  cast: 10,
  choose: 6,
  extreme: 4,
  call: 5,
  stencil: 6,
  builtin: 6,
  float: 2,
  lane: 4,
  common: 6,
};
export type ExpressionKind = keyof typeof expressions;
export const expressionKinds: Weights<ExpressionKind> = weighted(expressions);

export const unaryWeights: Weights<UnarySign> = unarySigns.map((sign) => [10, sign]);
export const binaryWeights: Weights<BinarySign> = binarySigns.map((sign) => [10, sign]);

const constants = {
  small: 20,
  limit: 12,
  power: 10,
  width: 4,
  'end-bits': 10,
  block: 10,
  reused: 24,
  random: 20,
};
export type ConstantPattern = keyof typeof constants;
export const constantPatterns: Weights<ConstantPattern> = weighted(constants);

/** The subscript of one dimension: a constant, an iterator as it is or with an offset, any expression. */
const subscripts = { fixed: 10, iterator: 45, offset: 25, computed: 20 };
export type SubscriptKind = keyof typeof subscripts;
export const subscriptKinds: Weights<SubscriptKind> = weighted(subscripts);

const loops = { for: 70, while: 15, do: 15, falling: 8 };
export type LoopForm = keyof typeof loops;
export const loopForms: Weights<LoopForm> = weighted(loops);

/** How the end of a loop is written: as it is, or with an input in it. */
export const boundKinds: Weights<Bound['kind'] | 'written'> = weighted({
  written: 40,
  sum: 25,
  masked: 10,
  product: 10,
  limit: 15,
});

/** Which loops stand in which dimensions of an array. */
const orders = { straight: 40, reversed: 20, diagonal: 20, any: 20 };
export type SubscriptOrder = keyof typeof orders;
export const subscriptOrders: Weights<SubscriptOrder> = weighted(orders);

/** The signs that reductions accumulate with. */
export const reductionSigns: Weights<BinarySign> = weighted({
  '+': 25,
  '-': 15,
  '&': 10,
  '|': 10,
  '^': 10,
  '*': 15,
});

/** How often: an `else` after an `if`; a compound assignment; a new output in place of something that is there. */
export const ELSE = 0.35;
export const COMPOUND = 0.2;
export const NEW_OUTPUT = 0.35;
/** Data that are structs; the members of structs; members that are structs again; how many there are. */
export const STRUCT = 0.15;
export const memberKinds: Weights<'plain' | 'bit-field' | 'unnamed'> = weighted({
  plain: 65,
  'bit-field': 25,
  unnamed: 10,
});
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
const streams = { constant: 2, read: 10, binary: 14, choose: 2, extreme: 2 };
export const streamKinds: Weights<keyof typeof streams> = weighted(streams);
export const ANOTHER_STORE = 0.5;
/** How a common subexpression comes again; how often it is a new one. */
const commons = { same: 60, negated: 10, swapped: 15, changed: 15 };
export const commonUses: Weights<keyof typeof commons> = weighted(commons);
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
/**
 * Functions: another function as long as some are wanted; functions without side effects; functions that call
 * themselves.
 */
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
export const storages: Weights<Storage> = weighted({ '': 70, static: 20, const: 10 });
/** The factor of an iterator in a subscript. */
export const strides: Weights<number> = [
  [60, 1],
  [18, -1],
  [16, 2],
  [6, 3],
];
const runs = { neighbours: 40, stores: 20, loads: 20, members: 20 };
export const runKinds: Weights<keyof typeof runs> = weighted(runs);
const copies = { assign: 60, move: 25, zero: 15 };
export const copyWays: Weights<keyof typeof copies> = weighted(copies);
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
/** Graphs of blocks: how a block ends, what stands around some blocks, how an arm of a test goes on. */
const endings = { jump: 20, branch: 50, switch: 18, table: 12 };
export const endingKinds: Weights<keyof typeof endings> = weighted(endings);
const wrappers = { none: 60, while: 10, do: 8, for: 6, switch: 10, if: 6 };
export const wrapperKinds: Weights<keyof typeof wrappers> = weighted(wrappers);
const arms = { fall: 25, goto: 60, break: 8, continue: 7 };
export const armKinds: Weights<keyof typeof arms> = weighted(arms);
/** How often: another block; one more step of the path; an input in place of a number; wild code beside the path. */
export const ANOTHER_BLOCK = 0.75;
export const ANOTHER_STEP = 0.85;
export const HIDDEN_NUMBER = 0.35;
export const WILD = 0.3;
/** Nests of loops: how deep they are; how the loop around stands in the range of a loop; the values of the innermost one. */
export const nestDepths: Weights<number> = [
  [30, 1],
  [38, 2],
  [20, 3],
  [12, 4],
];
export const edges: Weights<'straight' | 'from' | 'to' | 'against'> = weighted({
  straight: 55,
  from: 18,
  to: 18,
  against: 9,
});
const lattices = { constant: 2, read: 10, binary: 14, choose: 2, extreme: 2, iterator: 1, stencil: 6 };
export const latticeKinds: Weights<keyof typeof lattices> = weighted(lattices);
/** How often: another nest over the same space; a statement between; an input in a start, an end or a step. */
export const ANOTHER_NEST = 0.55;
export const STATEMENT_BETWEEN = 0.35;
export const HIDDEN_EDGE = 0.35;
/** How often: another array; one whose dimensions are turned; an array from elsewhere; one that accumulates. */
export const ANOTHER_ARRAY = 0.6;
export const REVERSED = 0.25;
export const FOREIGN = 0.2;
export const REDUCED = 0.75;
/** Vectorisers: what expressions of given leaves are; one lane of a tree; steps between the loads of lanes; loops. */
const mixtures = { leaf: 14, constant: 3, binary: 16, cast: 4, choose: 2, extreme: 2 };
export const mixtureKinds: Weights<keyof typeof mixtures> = weighted(mixtures);
const laneOnes = { load: 14, constant: 4, binary: 20, cast: 3, choose: 2, extreme: 3 };
export const laneKinds: Weights<keyof typeof laneOnes> = weighted(laneOnes);
export const loadPatterns: Weights<number> = [
  [50, 1],
  [15, 0],
  [14, -1],
  [12, 2],
  [5, 3],
  [4, 5],
];
/** Lanes that differ from the others: in the operator, in the order of operands, in having no store. */
export const ODD_LANE = 0.3;
export const rhythms: Weights<'interleaved' | 'recurrence' | 'exit' | 'conditional' | 'product' | 'masked'> =
  weighted({ interleaved: 22, recurrence: 18, exit: 18, conditional: 18, product: 14, masked: 10 });
/** Arrays on the heap, and one more use of them; C has `calloc` in place of `new`. */
export const heapWays: Weights<'malloc' | 'calloc' | 'new'> = weighted({ malloc: 50, calloc: 30, new: 20 });
export const ANOTHER_USE = 0.7;
/** How often a number of `double` is a `long double`. */
export const LONG_DOUBLE = 0.25;
/**
 * Containers of the C++ library that a program has: drawn once for each program, since each needs a header. How often
 * an array is in a container; the subscripts that are checked.
 */
export const containerSets: Weights<readonly Container['kind'][]> = [
  [66, []],
  [16, ['array']],
  [10, ['vector']],
  [4, ['valarray']],
  [4, ['array', 'vector', 'valarray']],
];
export const IN_CONTAINER = 0.6;
export const checkedSubscripts: Weights<Container['checked']> = weighted({ none: 50, computed: 25, all: 25 });
/** Data that are static members of a struct. */
export const STATIC_MEMBER = 0.12;
/** Bit-fields as they are drawn elsewhere; of `long long`; with more bits than their type. */
export const fieldWidths: Weights<'usual' | 'long' | 'beyond'> = weighted({
  usual: 60,
  long: 25,
  beyond: 15,
});
