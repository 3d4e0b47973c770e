/** Internal reduction: from a failing test's choice sequence to a small one. Knows no language and no process. */
export { NotInterestingError, reduce, type Reduced, type ReduceOptions } from './reduce.ts';
export type { Generate, IsInteresting, ReductionProgress } from './reduction.ts';
export { compareShortlex, rankOf, simplestValue } from './order.ts';
