/** A test of the search, in the form for care and findings. */
import type { Plan } from './plan.ts';
import { originOf } from './origin-of.ts';
import type { FailedTest, PassedTest } from './run-test.ts';
import type { ComparisonCandidate } from '../triage/index.ts';

export function candidateOf(
  { definition, proposal, test }: Plan,
  { made, looksAt }: Pick<PassedTest | FailedTest, 'made' | 'looksAt'>,
  freshFeatures: number,
): ComparisonCandidate {
  const { module } = definition;
  const { program, unstaged, record } = made;
  const origin = {
    source: proposal.source,
    ...(module === undefined ? {} : { module }),
    ...originOf(proposal),
    ...(test === undefined ? {} : { test }),
  };
  const before = unstaged === undefined ? {} : { unstaged };
  return { definition, program, ...before, record, origin, freshFeatures, looksAt };
}
