/** The loop that joins sources, targets, corpus and triage. */
export type { CampaignOptions } from './campaign-options.ts';
export { runCampaign } from './campaign.ts';
export { PassedTests } from './passed-tests.ts';
export { countingMeter, clockMeter } from './meter.ts';
export type {
  Arrival,
  Exchange,
  FleetView,
  FleetMember,
  Note,
  Parcel,
  SharedTest,
} from './sharing/exchange.ts';
export { isPruned } from './sharing/exchange.ts';
export { BroughtBy } from './sharing/brought.ts';
export { filesOf } from './sharing/shared-findings.ts';
