/** A plan: one test that a worker is to make and execute. */
import type { Proposal, Purpose } from '../search/index.ts';
import type { SourceDefinition } from '../source/index.ts';

export interface Planned {
  readonly proposal: Proposal;
  /** Its number among the tests of the search; a test that only teaches about the corpus has no number. */
  readonly test: number | undefined;
}

export interface Plan extends Planned {
  /** The source of the proposal. */
  readonly definition: SourceDefinition;
}

/** True if the search did not propose a test of this purpose, and hears nothing of it. */
export function isTakenIn(
  purpose: Purpose,
): purpose is Extract<Purpose, { readonly kind: 'relearn' | 'arrival' | 'again' }> {
  return purpose.kind === 'relearn' || purpose.kind === 'arrival' || purpose.kind === 'again';
}
