/** The sources of a campaign: those that a person names, else those that the campaign in the folder has. */
import { type CampaignFolder, campaignSettings, KeptModules } from '../campaign/index.ts';
import { findSource } from '../generators/sources.ts';
import type { SourceDefinition } from '../source/index.ts';
import { UserError } from '../util/user-error.ts';
import type { Context } from './command.ts';
import { whereSourceIs } from './sources-given.ts';
import type { Trust } from './trust.ts';

export async function campaignSources(
  said: readonly string[],
  folder: CampaignFolder,
  { cwd, stderr }: Pick<Context, 'cwd' | 'stderr'>,
  trust: Trust,
): Promise<SourceDefinition[]> {
  // The default itself, and not an equal list: nobody named a source.
  const isDefault = said === campaignSettings.source.default;
  const names = isDefault && folder.exists ? namesIn(folder, stderr) : said;
  if (names !== said) for (const name of names) trust.checkSource(folder.path, name, cwd);
  if (names.length === 0) throw new UserError('no source is named', ['which ones: cgfuzz source list']);
  const sources = await Promise.all(names.map((name) => findSource(name, cwd)));
  const twice = sources.find(({ name }, index) => sources.findIndex((other) => other.name === name) < index);
  if (twice === undefined) return sources;
  throw new UserError(`the source ${twice.name} is named twice`, [
    'name it once; two modules that define sources of one name cannot be told apart',
  ]);
}

/** Names of sources that come with cgfuzz, and the modules of others. */
function namesIn(folder: CampaignFolder, stderr: (text: string) => void): string[] {
  const { sources, modules = {} } = folder.readManifest();
  const kept = new KeptModules(folder.path);
  for (const { name, what, path } of kept.changes(modules))
    stderr(
      what === 'gone'
        ? `${path} is gone: the campaign goes on with its copy of the source ${name}\n`
        : `${path} has changed since the campaign was last run: the source ${name} may make other programs of the same choices\n`,
    );
  const found = kept.found(modules);
  return sources.map((name) => whereSourceIs(name, found));
}
