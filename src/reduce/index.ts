/**
 * Internal reduction: from a failing test's choice sequence, or its text, to a small one. It runs no process;
 * `text/` knows a little C.
 */
export { compareShortlex } from './choices/order.ts';
export { NotInterestingError, reduce, type Reduced, type ReduceOptions } from './choices/reduce.ts';
export type { Fate, Generate, IsInteresting, ReductionProgress } from './choices/reduction.ts';
export { reduceTokens, type ReducedText } from './text/reduce-tokens.ts';
export { tokensKey } from './text/tokens.ts';
export { reduceTuning } from './tuning.ts';
