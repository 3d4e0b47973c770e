/** The files of a campaign's corpus, as bytes: equal for equal campaigns. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CampaignFolder } from '../../src/campaign/index.ts';

export function segments(dir: string): Buffer[] {
  const folder = new CampaignFolder(dir).corpus;
  return readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name)));
}
