/** The content of `cgfuzz.config.ts`: every setting of a campaign, under its name in the table. */
import type { campaignSettings, WrittenValue } from './settings.ts';

type Settings = typeof campaignSettings;

export type CampaignConfig = { readonly [Key in keyof Settings]?: WrittenValue<Settings[Key]> };

/** Gives an editor the types, and does nothing else. */
export function defineConfig(config: CampaignConfig): CampaignConfig {
  return config;
}
