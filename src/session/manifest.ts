/** The manifest of a campaign: its settings, compared with its folder. */
import {
  CAMPAIGN_FORMAT,
  type CampaignFolder,
  type CampaignSettings,
  type Manifest,
} from '../campaign/index.ts';
import { modulesOf } from '../generators/index.ts';
import type { SourceDefinition } from '../source/index.ts';
import type { FoundTarget } from '../target/index.ts';
import { UserError } from '../util/user-error.ts';
import { isExecutable } from './executable-campaign.ts';
import { cgfuzzVersion } from '../util/version.ts';

export function manifestOf(
  settings: CampaignSettings,
  sources: readonly SourceDefinition[],
  target: FoundTarget,
  dateMs: number,
): Manifest {
  const tier = tierOf(settings);
  return {
    format: CAMPAIGN_FORMAT,
    cgfuzz: cgfuzzVersion(),
    startedAt: new Date(dateMs).toISOString(),
    sources: sources.map(({ name }) => name),
    modules: Object.assign({}, ...sources.map(modulesOf)) as Record<string, string>,
    target: target.name,
    build: buildText(target, settings),
    seed: settings.seed,
    strategy: settings.strategy,
    args: argsFor(settings, target),
    ...(tier === 'none' ? {} : { options: tier }),
  };
}

/** Creates the campaign, or checks that the settings fit the existing campaign. */
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

/** Sentences for a person who names other sources than the campaign had. */
export function otherSources(folder: CampaignFolder, { sources }: Manifest): string[] {
  if (!folder.exists) return [];
  const gone = folder.readManifest().sources.filter((name) => !sources.includes(name));
  if (gone.length === 0) return [];
  return [
    `the campaign in ${folder.path} goes on with ${sources.join(', ')}; its tests of ${gone.join(', ')} stay, and are not used`,
    `  to use all: --source "${[...gone, ...sources].join(',')}"; for another campaign: --dir FOLDER`,
  ];
}

/** The text for a build under these settings: features mean something only for one build. */
export function buildText(target: FoundTarget, settings: CampaignSettings): string {
  const { machines } = settings;
  return target.build.under({ args: argsFor(settings, target), machines, tier: tierOf(settings) });
}

/** The flags of a compiler. For a person's program, the target's name contains the arguments. */
function argsFor({ args }: CampaignSettings, target: FoundTarget): readonly string[] {
  return isExecutable(target) ? [] : args;
}

/** Other machines are drawn like options, together with documented ones. */
export function tierOf({
  options,
  machines,
}: Pick<CampaignSettings, 'options' | 'machines'>): CampaignSettings['options'] {
  return options === 'none' && machines.length > 0 ? 'documented' : options;
}
