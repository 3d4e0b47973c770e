/** The corpus and the folder of a campaign. */
export { CAMPAIGN_FORMAT, CampaignFolder, type Manifest } from './campaign-folder.ts';
export { Corpus, idOf } from './corpus.ts';
export { distill, type Distilled } from './distill.ts';
export type { Entry, EntryInfo, TestOrigin } from './entry.ts';
export { packFeatures, unpackFeatures } from './feature-list.ts';
export type { ArmStats, CpuShares, StatsLine } from './stats-line.ts';
