/**
 * Weights of the generation policies, as data. A list never changes its order: choices refer to it, and the
 * simplest option comes first.
 */
import type { Bound, Container, Storage } from '../ir/nodes.ts';
import type { RoundedSign } from '../ir/rounded.ts';
import { binarySigns, type BinarySign, unarySigns, type UnarySign } from '../rules/signs.ts';

export type Weights<T> = readonly (readonly [weight: number, value: T])[];

function weighted<T extends string>(weights: Readonly<Record<T, number>>): Weights<T> {
  return Object.entries<number>(weights).map(([value, weight]) => [weight, value as T]);
}

/** Weights of leaves and inner nodes: at full depth, a tree of 4 levels has about 12 nodes. */
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
  peephole: 8,
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

/** The subscript of one dimension: a constant, an iterator, an iterator with an offset, any expression. */
const subscripts = { fixed: 10, iterator: 45, offset: 25, computed: 20 };
export type SubscriptKind = keyof typeof subscripts;
export const subscriptKinds: Weights<SubscriptKind> = weighted(subscripts);

const loops = { for: 70, while: 15, do: 15, falling: 8 };
export type LoopForm = keyof typeof loops;
export const loopForms: Weights<LoopForm> = weighted(loops);

/** The form of a loop's end: a plain number, or with an input in it. */
export const boundKinds: Weights<Bound['kind'] | 'written'> = weighted({
  written: 40,
  sum: 25,
  masked: 10,
  product: 10,
  limit: 15,
});

/** The order of loops in the dimensions of an array. */
const orders = { straight: 40, reversed: 20, diagonal: 20, any: 20 };
export type SubscriptOrder = keyof typeof orders;
export const subscriptOrders: Weights<SubscriptOrder> = weighted(orders);

/** The operators by which reductions accumulate. */
export const reductionSigns: Weights<BinarySign> = weighted({
  '+': 25,
  '-': 15,
  '&': 10,
  '|': 10,
  '^': 10,
  '*': 15,
});

/** The data that an expression reads: anything visible, or only one kind. */
const readKinds = { any: 60, array: 8, member: 8, pointer: 4, input: 10, written: 10 };
export const readSources: Weights<keyof typeof readKinds> = weighted(readKinds);

/** Splits whose arms are different repairs, and the operators that have repairs. */
export const SPLIT_APART = 0.5;
const repairs = { '+': 25, '-': 20, '*': 15, '<<': 10, '/': 10, '%': 8, '>>': 8 };
export const repairable: Weights<BinarySign> = weighted(repairs);

/** Probabilities: an `else` after an `if`; a compound assignment; a new output in place of existing data. */
export const ELSE = 0.35;
export const COMPOUND = 0.2;
export const NEW_OUTPUT = 0.35;
/** Probabilities: data that are structs; kinds of members; members that are structs again; number of members. */
export const STRUCT = 0.15;
export const memberKinds: Weights<'plain' | 'bit-field' | 'unnamed'> = weighted({
  plain: 65,
  'bit-field': 25,
  unnamed: 10,
});
export const NESTED_STRUCT = 0.3;
export const ANOTHER_MEMBER = 0.75;
/**
 * Probabilities for loops: the space of the last loop at the same depth; a hint to the compiler; nothing
 * inside but another loop.
 */
export const SAME_SPACE = 0.25;
export const PRAGMA = 0.2;
export const PERFECT = 0.2;
/**
 * Stencils: probability of another summand; of a summand with a factor. Probability of reductions to a
 * minimum or maximum.
 */
export const ANOTHER_TAP = 0.65;
export const TAP_FACTOR = 0.3;
export const EXTREME_REDUCTION = 0.3;
/** Weights for the values of loops that are made for vectorisers; leaves come first. */
const streams = { constant: 2, read: 10, binary: 14, choose: 2, extreme: 2 };
export const streamKinds: Weights<keyof typeof streams> = weighted(streams);
export const ANOTHER_STORE = 0.5;
/** The form in which a common subexpression comes again; probability of a new one. */
const commons = { same: 60, negated: 10, swapped: 15, changed: 15 };
export const commonUses: Weights<keyof typeof commons> = weighted(commons);
export const NEW_COMMON = 0.25;
/** Number of values that the elements of an array repeat in turn; 0: each has its own. */
export const periods: Weights<number> = [
  [50, 0],
  [20, 1],
  [20, 2],
  [5, 4],
  [5, 3],
];
export const ALIGNED = 0.5;
/** Probability that the rows of an array of arrays begin with different values. */
export const ACROSS = 0.5;
/** Number of classes of iterations that a condition distinguishes. */
export const lanes: Weights<number> = [
  [60, 2],
  [15, 4],
  [25, 3],
];
/** Probability that a condition of a statement in a loop distinguishes lanes. */
export const LANE = 0.25;
/** Probabilities: one more operation on vectors; a block with a label; a call of a lambda. */
export const ANOTHER_VECTOR = 0.75;
export const ANOTHER_SEGMENT = 0.7;
export const ANOTHER_CALL = 0.6;
/** The value that a lambda holds; the function that calls it; probability that it takes any type. */
export const lambdaOrigins: Weights<'plain' | 'copy' | 'changing' | 'returned'> = weighted({
  plain: 45,
  copy: 20,
  changing: 20,
  returned: 15,
});
export const lambdaCalls: Weights<'directly' | 'inlined' | 'apart'> = weighted({
  directly: 60,
  inlined: 20,
  apart: 20,
});
export const GENERIC = 0.3;
/** Probabilities: pure functions that are templates; globals that are volatile. */
export const TEMPLATE = 0.4;
export const VOLATILE = 0.05;
/** The same for members of structs. */
export const VOLATILE_MEMBER = 0.06;
/**
 * Probabilities: another function while some are wanted; functions without side effects; functions that call
 * themselves.
 */
export const ANOTHER_HELPER = 0.8;
export const ANOTHER_PARAMETER = 0.6;
export const PURE = 0.65;
export const RECURSIVE = 0.3;
/** Probabilities: data that are arrays; loops whose iterator counts down. */
export const ARRAY = 0.3;
export const DOWN = 0.15;
/** Probabilities: a packed struct; a call through a pointer; an iterator that passes the end of its type. */
export const PACKED = 0.2;
export const INDIRECT = 0.25;
export const WRAPS = 0.06;
/** Shares of programs that read arguments, not standard input; and of integers that the input gives. */
export const FROM_ARGUMENTS = 0.6;
export const GIVEN = 0.7;
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
/** Probabilities: parameters of a test function; one more parameter. */
export const PASSED = 0.5;
export const ANOTHER_PASSED = 0.85;
/** Probability that the program checks a local at the end of its block. */
export const SINK = 0.4;
/**
 * Probabilities for stores in loops for vectorisers: under a condition; into one integer; arrays of all
 * widths; gathered elements.
 */
export const CONDITIONAL_STORE = 0.15;
export const ACCUMULATED = 0.2;
export const MIXED_WIDTHS = 0.25;
export const GATHERED = 0.08;
/**
 * Graphs of blocks: the end of a block, the construct around some blocks, the continuation of a test's arm.
 */
const endings = { jump: 20, branch: 50, switch: 18, table: 12 };
export const endingKinds: Weights<keyof typeof endings> = weighted(endings);
const wrappers = { none: 60, while: 10, do: 8, for: 6, switch: 10, if: 6 };
export const wrapperKinds: Weights<keyof typeof wrappers> = weighted(wrappers);
const arms = { fall: 25, goto: 60, break: 8, continue: 7 };
export const armKinds: Weights<keyof typeof arms> = weighted(arms);
/**
 * Probabilities: another block; one more step of the path; an input in place of a number; wild code beside
 * the path.
 */
export const ANOTHER_BLOCK = 0.75;
export const ANOTHER_STEP = 0.85;
export const HIDDEN_NUMBER = 0.35;
export const WILD = 0.3;
/**
 * Nests of loops: their depth; the use of the outer iterator in a loop's range; the values of the innermost
 * loop.
 */
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
/**
 * Probabilities: another nest over the same space; a statement between loops; an input in a start, an end or
 * a step.
 */
export const ANOTHER_NEST = 0.55;
export const STATEMENT_BETWEEN = 0.35;
export const HIDDEN_EDGE = 0.35;
/**
 * Probabilities: another array; an array with turned dimensions; an array from elsewhere; an array that
 * accumulates.
 */
export const ANOTHER_ARRAY = 0.6;
export const REVERSED = 0.25;
export const FOREIGN = 0.2;
export const REDUCED = 0.75;
/**
 * Vectorisers: kinds of expressions over given leaves; one lane of a tree; steps between the loads of lanes;
 * loops.
 */
const mixtures = { leaf: 14, constant: 3, binary: 16, cast: 4, choose: 2, extreme: 2, peephole: 3 };
export const mixtureKinds: Weights<keyof typeof mixtures> = weighted(mixtures);
const laneOnes = { load: 14, constant: 4, binary: 20, cast: 3, choose: 2, extreme: 3, peephole: 8 };
export const laneKinds: Weights<keyof typeof laneOnes> = weighted(laneOnes);
export const loadPatterns: Weights<number> = [
  [50, 1],
  [15, 0],
  [14, -1],
  [12, 2],
  [5, 3],
  [4, 5],
];
/**
 * Probabilities of lanes that differ from the others: in the operator, in the order of operands, by a missing
 * store.
 */
export const ODD_LANE = 0.3;
export const rhythms: Weights<'interleaved' | 'recurrence' | 'exit' | 'conditional' | 'product' | 'masked'> =
  weighted({ interleaved: 22, recurrence: 18, exit: 18, conditional: 18, product: 14, masked: 10 });
/** Calling conventions; all but the last one give registers another role. */
export const conventions: Weights<
  'none' | 'most' | 'all' | 'ms' | 'sysv' | 'vector' | 'swift' | 'registers' | 'fast' | 'plain'
> = weighted({
  none: 24,
  most: 16,
  all: 8,
  ms: 12,
  sysv: 6,
  vector: 8,
  swift: 8,
  registers: 4,
  fast: 4,
  plain: 24,
});
/** Arrays on the heap, and probability of one more use; C has `calloc` in place of `new`. */
export const heapWays: Weights<'malloc' | 'calloc' | 'new'> = weighted({ malloc: 50, calloc: 30, new: 20 });
export const ANOTHER_USE = 0.7;
/** Probability that a number of `double` becomes a `long double`. */
export const LONG_DOUBLE = 0.25;
/**
 * Containers of the C++ library that a program has: drawn once for each program, since each container needs a
 * header. Probability that an array is in a container; weights of checked and unchecked subscripts.
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
/**
 * Floating point that rounds: operations, and the origin of its numbers. Bits give numbers that are very
 * large, very small, or none. Probabilities: one more operation; a constant as its right operand.
 */
export const roundedSigns: Weights<RoundedSign> = weighted<RoundedSign>({
  '+': 20,
  '-': 15,
  '*': 20,
  '/': 15,
  sqrt: 6,
  negate: 5,
  fabs: 4,
  least: 5,
  greatest: 5,
  '<': 4,
  whole: 5,
  resize: 5,
});
export const roundedOperands: Weights<'int' | 'signed' | 'unsigned' | 'bits'> = weighted({
  int: 40,
  signed: 20,
  unsigned: 15,
  bits: 25,
});
export const ANOTHER_ROUNDED = 0.75;
export const CONSTANT_OPERAND = 0.35;
/** Probabilities: programs that pass arrays as spans; an array of such a program that is passed as one. */
export const SPANS = 0.4;
export const IN_SPAN = 0.85;
/** Graphs of calls: the way to a callee; probability of one more arm; words before a function. */
const callees = { name: 35, table: 20, handed: 30, indexed: 15 };
export const calleeWays: Weights<keyof typeof callees> = weighted(callees);
export const ANOTHER_ARM = 0.7;
export const graphAttributes: Weights<string> = [
  [60, ''],
  [20, '__attribute__((noinline)) '],
  [12, 'inline '],
  [8, '__attribute__((cold)) '],
];
