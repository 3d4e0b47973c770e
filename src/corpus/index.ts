/** The corpus and the folder of a campaign. */
export { CAMPAIGN_FORMAT, CampaignFolder, type Manifest } from './campaign-folder.ts';
export { Corpus, idOf } from './corpus.ts';
export { distill, distillCorpus, type Distilled } from './distill.ts';
export { type Entry, type EntryInfo, NOT_EXECUTED, type TestOrigin } from './entry.ts';
export { entrySequence } from './entry-sequence.ts';
export { packFeatures, unpackFeatures } from '../util/feature-list.ts';
export { addSequence, copyEntry, takeOver } from './take-over.ts';
export type { ArmStats, CpuShares, StatsLine } from './stats-line.ts';
