/** What people see of campaigns and findings. */
export { Growth } from './growth.ts';
export { type ScreenState, screenLines } from './screen.ts';
export { guardedScript, interestingScript, judgeArguments, type Judges } from './cvise-folder.ts';
export { compilerOf, compilersToVerify } from './finding-command.ts';
export { counted, duration, leftTable, percent, rate, roughTime, table } from './text.ts';
export { type CampaignData, edgesOf, FeatureSet, readCampaign } from './campaign-data.ts';
export { compareCampaigns, type Comparison, each, type Pair } from './compare.ts';
export { comparisonPage } from './compare-page.ts';
export { comparisonText, type ComparisonText } from './compare-text.ts';
export { differencesByPlace } from './only-one-side.ts';
export { corpusSummaryText, summarizeCorpus } from './corpus-summary.ts';
export { campaignReport, mostTelling, type ReportOptions } from './campaign-page.ts';
export { findingFiles } from './finding-files.ts';
