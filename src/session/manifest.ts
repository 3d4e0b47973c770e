/** The manifest of a campaign: what its settings ask for, held against what its folder has. */
import { basename, dirname } from 'node:path';
import {
  CAMPAIGN_FORMAT,
  type CampaignFolder,
  type CampaignSettings,
  type Manifest,
} from '../campaign/index.ts';
import { modulesOf } from '../generators/chains.ts';
import type { SourceDefinition } from '../source/index.ts';
import { findBuiltByName, type TargetWorld } from '../target/index.ts';
import { UserError } from '../util/user-error.ts';
import { cgfuzzVersion } from '../util/version.ts';

export async function manifestOf(
  settings: CampaignSettings,
  sources: readonly SourceDefinition[],
  dateMs: number,
  world: TargetWorld,
): Promise<Manifest> {
  const tier = tierOf(settings);
  return {
    format: CAMPAIGN_FORMAT,
    cgfuzz: cgfuzzVersion(),
    startedAt: new Date(dateMs).toISOString(),
    sources: sources.map(({ name }) => name),
    modules: Object.assign({}, ...sources.map(modulesOf)) as Record<string, string>,
    target: settings.target,
    build: await identityOf(settings, world),
    seed: settings.seed,
    strategy: settings.strategy,
    args: settings.args,
    ...(tier === 'none' ? {} : { options: tier }),
  };
}

/** Creates the campaign, or sees that what is asked for goes with what is there. */
export function adopt(folder: CampaignFolder, wanted: Manifest): void {
  if (!folder.exists) {
    folder.writeManifest(wanted);
    return;
  }
  const there = folder.readManifest();
  for (const field of ['target', 'strategy', 'seed'] as const) {
    if (String(there[field]) === String(wanted[field])) continue;
    throw new UserError(
      `the campaign in ${folder.path} was started with ${field} ${String(there[field])}, not ${String(wanted[field])}`,
      [`go on with it: --${field} ${String(there[field])}`, 'or start another campaign: --dir FOLDER'],
    );
  }
  const modules = { ...there.modules, ...wanted.modules };
  folder.writeManifest({ ...wanted, modules, startedAt: there.startedAt });
}

type IdentityGiven = Pick<CampaignSettings, 'target' | 'args' | 'options' | 'machines'>;

/** Features mean something only to the very build they come from, and under the same flags. */
export async function identityOf(settings: IdentityGiven, { cache }: TargetWorld): Promise<string> {
  const { target, args, machines } = settings;
  const built = await findBuiltByName(target, cache);
  const tier = tierOf(settings);
  const where = machines.length === 0 ? '' : ` for ${machines.join(', ')}`;
  const more = tier === 'none' ? [] : [`(${tier} options${where})`];
  return [built === undefined ? target : basename(dirname(built.file)), ...args, ...more].join(' ');
}

/** Other machines are drawn as options are, and with documented ones. */
export function tierOf({
  options,
  machines,
}: Pick<CampaignSettings, 'options' | 'machines'>): CampaignSettings['options'] {
  return options === 'none' && machines.length > 0 ? 'documented' : options;
}
