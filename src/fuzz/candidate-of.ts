/** A test of the search as care and findings see it. */
import type { MadeProgram, SourceDefinition } from '../source/index.ts';
import type { Proposal } from '../search/arm.ts';
import type { ComparisonCandidate } from '../triage/care/candidates.ts';

export function candidateOf(
  definition: SourceDefinition,
  { source, arm }: Proposal,
  { program, record }: MadeProgram,
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
  return { definition, program, record, origin, freshFeatures };
}
