/** A test of the search as care and findings see it. */
import type { ProcessGenerated, SourceDefinition } from '../source/index.ts';
import type { Proposal } from '../search/arm.ts';
import type { ComparisonCandidate } from '../triage/care/candidates.ts';

export function candidateOf(
  definition: SourceDefinition,
  { source, arm }: Proposal,
  { value, record }: ProcessGenerated & { readonly outcome: 'ok' },
  test: number | undefined,
  freshFeatures: number,
): ComparisonCandidate {
  const { module } = definition;
  const origin = {
    source,
    ...(module === undefined ? {} : { module }),
    arm,
    ...(test === undefined ? {} : { test }),
  };
  return { definition, program: value, record, origin, freshFeatures };
}
