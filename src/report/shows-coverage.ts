/** For a compiler without coverage nothing is known, and zeros would look like a mistake. */
import type { StatsLine } from '../campaign/index.ts';

/** Also true for a campaign that has done nothing yet: its target's coverage is still unknown. */
export function showsCoverage({ features, executions }: Pick<StatsLine, 'features' | 'executions'>): boolean {
  return features > 0 || executions === 0;
}
