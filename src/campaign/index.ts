/** A campaign on the disk: its folder, its statistics, its events and its configuration. */
export { type CampaignConfig, defineConfig } from './campaign-config.ts';
export { CampaignFolder, type Manifest, manifestShape, CAMPAIGN_FORMAT } from './campaign-folder.ts';
export {
  type CampaignEvent,
  type FleetState,
  type FleetWorker,
  isNotice,
  type Notice,
  type SpentOn,
  type Tell,
  type TestFate,
} from './event.ts';
export { KeptOptions } from './kept-options.ts';
export { KeptModules } from './kept-modules.ts';
export { type KeptUnusedTest, readUnusedTests, type UnusedTest, UnusedTests } from './unused-tests.ts';
export {
  type StatsLine,
  type ArmStats,
  type CheckedStats,
  type ControlledStats,
  type JudgedStats,
  statsShape,
  type RefusedStats,
} from './stats-line.ts';
export {
  type Completion,
  type Setting,
  type SettingTable,
  type SettingValue,
  type CampaignSettings,
  areSourcesGiven,
  campaignSettings,
  usualSettings,
} from './settings.ts';
