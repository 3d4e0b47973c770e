/** A plan: one test for a worker to make and execute. */
import type { Proposal } from '../search/index.ts';

export interface Plan {
  readonly proposal: Proposal;
  /** Its number among the tests of the search; a test that only teaches about the corpus has no number. */
  readonly test: number | undefined;
}
