/** The loop that joins sources, targets, corpus and triage. */
export type { Budget, CampaignOptions, Clock } from './campaign-options.ts';
export { runCampaign } from './campaign.ts';
export { countingMeter, clockMeter, type Meter } from './meter.ts';
