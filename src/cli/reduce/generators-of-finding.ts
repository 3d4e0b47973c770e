/** The generators of a finding: its source and stages, and the list of options that its choices refer to. */
import { join, resolve } from 'node:path';
import { CampaignFolder, KeptModules, KeptOptions } from '../../campaign/index.ts';
import { type FindingFolder, type FindingRecord, refuseCommands } from '../../finding/index.ts';
import { inChain } from '../../generators/index.ts';
import { whereSourceIs } from '../../session/sources-given.ts';
import { campaignOf, Trust } from '../../session/trust.ts';
import { withKeptOptions, withOptions } from '../../session/with-options.ts';
import { worldOf } from '../../session/world.ts';
import type { SourcePool } from '../../source/index.ts';
import { showProgress } from '../progress/show-progress.ts';
import { type GeneratorSession, withGenerators } from './session.ts';

/**
 * Opens the generators, does the work, and closes them. Code that came with the campaign of another person runs
 * only if this person trusts it.
 */
export async function withGeneratorsOf<T>(
  session: GeneratorSession,
  folder: FindingFolder,
  record: FindingRecord,
  work: (generators: SourcePool) => Promise<T>,
): Promise<T> {
  const { context, flags } = session;
  refuseCommands(record);
  const source = sourceOfFinding(folder, record.origin);
  const trust = new Trust(worldOf(context).cache, flags.trust);
  const campaign = campaignOf(folder.path);
  if (flags.source === undefined) trust.checkSource(campaign, source, context.cwd);
  // A target that is a path is a person's program, whose name is in the record.
  if (record.compiler.includes('/')) trust.check(campaign, [join(folder.path, 'meta.json')]);
  // The reducer reduces drawn options together with the program.
  return withGenerators(session, source, work, async (definition) => {
    if (record.options === undefined) return definition;
    const { tier, machine, list } = record.options;
    const kept = list === undefined ? undefined : new KeptOptions(resolve(folder.path, '../..')).find(list);
    if (kept !== undefined) return withKeptOptions(definition, kept);
    const wanted = { tier, machines: machine === undefined ? [] : ['all'] };
    const progress = showProgress(context, flags.json);
    const ready = withOptions(context, [definition], record.compiler, wanted, progress.step);
    return (await ready.finally(progress.end)).sources[0]!;
  });
}

/**
 * Names and modules of the source and the stages, from the finding's campaign; copies serve if the original
 * modules are gone.
 */
function sourceOfFinding({ path }: FindingFolder, { module, source }: FindingRecord['origin']): string {
  const campaign = new CampaignFolder(resolve(path, '../..'));
  const noted = campaign.exists ? campaign.readManifest().modules : undefined;
  const own = module === undefined ? {} : { [inChain(source)[0]]: module };
  return whereSourceIs(source, new KeptModules(campaign.path).found({ ...noted, ...own }));
}
