/** What people see of campaigns and findings. */
export { Growth } from './growth.ts';
export { type ScreenState, screenLines } from './screen.ts';
export { duration, percent, rate, table } from './text.ts';
export { edgesOf, FeatureSet, readCampaign } from './campaign-data.ts';
export { campaignReport, type ReportOptions } from './campaign-page.ts';
