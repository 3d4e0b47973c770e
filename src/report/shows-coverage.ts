/** Nothing is known of a compiler without coverage, and figures of zeros would look like a mistake. */
import type { StatsLine } from '../campaign/index.ts';

/** True also of a campaign that has done nothing yet: what its target shows is not known. */
export function showsCoverage({ features, executions }: Pick<StatsLine, 'features' | 'executions'>): boolean {
  return features > 0 || executions === 0;
}
