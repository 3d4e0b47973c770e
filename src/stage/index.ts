/** Stages: change programs after a generator, by choices of their own. */
export { donorsOf } from './donors/donors.ts';
export { emi } from './emi/emi.ts';
export { live } from './live/live.ts';
export { markers } from './markers/markers.ts';
export { relax } from './relax/relax.ts';
export {
  isStageLabel,
  spelledStage,
  type Stage,
  type StageInput,
  stageLabel,
  stageNeeds,
  type StageResult,
} from './stage.ts';
export { stageTuning } from './tuning.ts';
