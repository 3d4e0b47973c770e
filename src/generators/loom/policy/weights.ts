/**
 * Weights of the generation policies, as data. A list never changes its order: choices refer to it, and the simplest
 * option stands first.
 */
import { binarySigns, type BinarySign, unarySigns, type UnarySign } from '../rules/signs.ts';

export type Weights<T> = readonly (readonly [weight: number, value: T])[];

export type ExpressionKind = 'constant' | 'read' | 'unary' | 'binary' | 'cast' | 'choose' | 'extreme';

/** Leaves beside inner nodes: as deep as the depth allows, a tree of 4 levels has some 12 nodes. */
export const expressionKinds: Weights<ExpressionKind> = [
  [6, 'constant'],
  [18, 'read'],
  [16, 'unary'],
  [46, 'binary'],
  [10, 'cast'],
  [6, 'choose'],
  [4, 'extreme'],
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

export type StatementKind = 'end' | 'assign' | 'declare' | 'if';

/** The weight of `end` is bent by the budget; see `draw/budget.ts`. */
export const statementKinds: Weights<StatementKind> = [
  [10, 'end'],
  [40, 'assign'],
  [12, 'declare'],
  [10, 'if'],
];

/** In percent: an `else` behind an `if`; a compound assignment; a new output in place of something that is there. */
export const ELSE = 0.35;
export const COMPOUND = 0.2;
export const NEW_OUTPUT = 0.35;
