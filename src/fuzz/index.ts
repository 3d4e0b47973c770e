/** The loop that joins sources, targets and corpus; at present for the demo. */
export { type FirstCrash, type LoopResult, type LoopProgress, runLoop, type RunMode } from './toy/loop.ts';
export { toyTarget } from './toy/target.ts';
export { runCampaign } from './campaign.ts';
export type { Budget, CampaignOptions, Clock, Knowledge } from './campaign-options.ts';
export { type CampaignConfig, defineConfig } from './campaign-config.ts';
export type { CampaignEvent } from './event.ts';
export { counted, measured, type Meter } from './meter.ts';
export { type Answer, checkTest } from './reduction/check-test.ts';
export { openFailureTest } from './reduction/open-failure-test.ts';
export { reduceFinding } from './reduction/reduce-finding.ts';
export type { FailureTest } from './reduction/same-failure.ts';
export { Generators } from './reduction/generators.ts';
export { reduceTest } from './reduction/reduce-test.ts';
export { portfolio } from './portfolio.ts';
export { Guided } from './strategies/guided.ts';
export { randomStrategy } from './strategies/random.ts';
export type { Strategy } from './strategy.ts';
export { programSize } from './worker.ts';
