/** The finding that a person means: by the path of its folder, or by the first letters of its id in a campaign. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CampaignFolder } from '../campaign/index.ts';
import { FindingFolder } from '../finding/index.ts';
import { UserError } from '../util/user-error.ts';

/** Undefined where the word names a file that is no folder. */
export function findFinding(cwd: string, dir: string, word: string): FindingFolder | undefined {
  const path = resolve(cwd, word);
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) return undefined;
    const folder = new FindingFolder(path);
    if (folder.exists) return folder;
  }
  if (word.includes('/') || word.endsWith('.cgseq')) {
    throw new UserError(`there is no finding and no sequence ${word}`, [`looked for: ${path}`]);
  }
  if (!new CampaignFolder(resolve(cwd, dir)).exists)
    throw new UserError(`there is no finding ${word}: ${dir} is no campaign`, [
      'name the campaign: --dir FOLDER; or the folder of the finding, or a file with choices: crash.cgseq',
    ]);
  const known = idsIn(resolve(cwd, dir));
  const meant = known.filter((id) => id.startsWith(word));
  if (meant.length === 1)
    return new FindingFolder(join(new CampaignFolder(resolve(cwd, dir)).findings, meant[0]!));
  throw new UserError(
    meant.length === 0
      ? `there is no finding ${word} in ${dir}`
      : `more than one finding begins with ${word}`,
    [
      known.length === 0
        ? `${dir} has no findings; another campaign: --dir FOLDER`
        : `known findings: ${(meant.length === 0 ? known : meant).slice(0, 12).join(', ')}`,
      'which ones there are: cgfuzz findings list',
    ],
  );
}

function idsIn(campaign: string): string[] {
  const { findings } = new CampaignFolder(campaign);
  if (!existsSync(findings)) return [];
  return readdirSync(findings).filter((id) => new FindingFolder(join(findings, id)).exists);
}
