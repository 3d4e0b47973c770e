/** The avoidance of a campaign that avoids nothing. */
import { Avoidance, AvoidedBugs } from '../../src/triage/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export function noAvoidance(): Avoidance {
  return new Avoidance(new AvoidedBugs(temporaryFolder()), 'b', () => undefined);
}
