/**
 * The sources of a campaign: the person's if the person names any, else the sources of the campaign in the
 * folder.
 */
import { resolve } from 'node:path';
import {
  type CampaignFolder,
  type CampaignSettings,
  KeptModules,
  areSourcesGiven,
} from '../campaign/index.ts';
import { findSource, withDonors } from '../generators/index.ts';
import type { SourceDefinition } from '../source/index.ts';
import { UserError } from '../util/user-error.ts';
import { whereSourceIs } from './sources-given.ts';
import type { Trust } from './trust.ts';

export interface SourcesAsked {
  /** The folder that relative paths start from. */
  readonly cwd: string;
  /** Tells the person a sentence. */
  readonly say: (text: string) => void;
  readonly trust: Trust;
}

/** The words for the sources. Code that the person named in the command needs no check. */
export function sourceWords(
  { source: said, donors }: Pick<CampaignSettings, 'source' | 'donors'>,
  folder: CampaignFolder,
  { cwd, say, trust }: SourcesAsked,
): readonly string[] {
  const names = !areSourcesGiven({ source: said }) && folder.exists ? namesIn(folder, say) : said;
  if (names !== said) for (const name of names) trust.checkSource(folder.path, name, cwd);
  return donors === '' ? names : names.map((name) => withDonors(name, resolve(cwd, donors)));
}

export async function campaignSources(names: readonly string[], cwd: string): Promise<SourceDefinition[]> {
  if (names.length === 0) throw new UserError('no source is named', ['which ones: cgfuzz source list']);
  const sources = await Promise.all(names.map((name) => findSource(name, cwd)));
  const twice = sources.find(({ name }, index) => sources.findIndex((other) => other.name === name) < index);
  if (twice === undefined) return sources;
  throw new UserError(`the source ${twice.name} is named twice`, [
    'name it once; two modules that define sources of one name cannot be told apart',
  ]);
}

/** Names of cgfuzz's own sources, and the modules of others. */
function namesIn(folder: CampaignFolder, say: (text: string) => void): string[] {
  const { sources, modules = {} } = folder.readManifest();
  const kept = new KeptModules(folder.path);
  for (const { name, what, path } of kept.changes(modules))
    say(
      what === 'gone'
        ? `${path} is gone: the campaign goes on with its copy of the source ${name}`
        : `${path} has changed since the campaign was last run: the source ${name} may make other programs of the same choices`,
    );
  const found = kept.found(modules);
  return sources.map((name) => whereSourceIs(name, found));
}
