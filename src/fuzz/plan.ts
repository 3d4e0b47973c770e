/** A plan: one test that a worker is to make and execute. */
import type { Proposal } from '../search/index.ts';

export interface Plan {
  readonly proposal: Proposal;
  /** Its number among the tests of the search; tests that only learn about the corpus have none. */
  readonly test: number | undefined;
}
