/** The flags of `cgfuzz run`: the settings of a campaign, and flags for the command alone. */
import { campaignSettings, type CampaignSettings } from '../../campaign/index.ts';
import { configurationFlags } from './configuration-flags.ts';
import { kebabCase } from '../../util/kebab-case.ts';
import { type Flags, flagsOfSettings, type FlagsOfSettings } from './flags.ts';

export const campaignFlags: FlagsOfSettings<typeof campaignSettings> & typeof configurationFlags = {
  ...flagsOfSettings(campaignSettings),
  ...configurationFlags,
};

/** The settings that flags say. */
export function settingsOf(flags: Flags<FlagsOfSettings<typeof campaignSettings>>): CampaignSettings {
  const values: Readonly<Record<string, unknown>> = flags;
  const settings = Object.keys(campaignSettings).map((key) => [key, values[kebabCase(key)]]);
  // Sound because the flag's parser follows the type of its setting.
  return Object.fromEntries(settings) as CampaignSettings;
}
