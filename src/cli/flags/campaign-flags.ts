/** The flags of `cgfuzz run`: the settings of a campaign, and what is about the command alone. */
import { campaignSettings } from '../../campaign/index.ts';
import { configurationFlags } from './configuration.ts';
import { flagsOfSettings, type FlagsOfSettings } from './flags.ts';

export const campaignFlags: FlagsOfSettings<typeof campaignSettings> & typeof configurationFlags = {
  ...flagsOfSettings(campaignSettings),
  ...configurationFlags,
};
