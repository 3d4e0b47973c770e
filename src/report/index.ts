/** Reports: everything that people see of campaigns and findings. */
export { type CampaignData, edgesOf, readCampaign } from './campaign-data.ts';
export { type CiRun, junitReport, sarifReport } from './ci-report.ts';
export { comparisonPage } from './compare/compare-page.ts';
export { comparisonText, type ComparisonText } from './compare/compare-text.ts';
export { compareCampaigns, type CampaignComparison, each, type Pair } from './compare/compare.ts';
export { differencesByPlace } from './compare/only-one-side.ts';
export { guardedScript, interestingScript, judgeArguments, type Judges } from './finding/cvise-folder.ts';
export { compilerOf, compilersToVerify } from './finding/finding-command.ts';
export { fateText, notAskedText } from './fate-text.ts';
export { findingFiles } from './finding/finding-files.ts';
export { culpritText } from './finding/culprit-text.ts';
export { asCalled } from './finding/finding-readme.ts';
export { type Tracker, trackerText } from './finding/tracker-text.ts';
export { campaignReport, mostTelling, type ReportOptions } from './page/campaign-page.ts';
export { corpusSummaryText, summarizeCorpus } from './page/corpus-summary.ts';
export { historyText } from './history-text.ts';
export { Growth } from './screen/growth.ts';
export { type ScreenState, screenLines } from './screen/screen.ts';
