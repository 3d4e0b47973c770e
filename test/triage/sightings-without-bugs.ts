/** The sightings of a campaign that avoids nothing. */
import { Findings } from '../../src/finding/index.ts';
import { AvoidedBugs, Sightings } from '../../src/triage/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export function sightingsWithoutBugs(): Sightings {
  const folder = temporaryFolder();
  return new Sightings({
    findings: new Findings(folder, () => []),
    bugs: new AvoidedBugs(folder),
    avoids: false,
    tell: () => undefined,
    onLook: () => undefined,
  });
}
