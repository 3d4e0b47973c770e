/** Sources: turn choice sequences into tests. */
export { onlyOptions } from './chain/options-scope.ts';
export { type Checked, examineSource } from './check/examine.ts';
export {
  type GeneratorLimits,
  type Output,
  preparedSource,
  type SourceDefinition,
  usualGeneratorLimits,
} from './definition.ts';
export { describeGenerated } from './describe.ts';
export { type ArbitraryLike, fromFastCheck } from './fast-check/from-fast-check.ts';
export { inProcessSource, type InProcessOptions, type InProcessSource } from './in-process/in-process.ts';
export { probe } from './in-process/probe.ts';
export { watchdog } from './in-process/watchdog.ts';
export { openSource } from './open-source.ts';
export { choiceLibrary, choicesFolder } from './process/choice-library.ts';
export { type FailureReason, GeneratorFailure } from './process/generator-failure.ts';
export { processSource } from './process/process-source.ts';
export { rebuild, type RebuildOptions, type Recipe } from './process/rebuild.ts';
export {
  type GenerationCost,
  type Made,
  type MadeNothing,
  type MadeProgram,
  type MadeTooMuch,
  replayedFrom,
} from './made.ts';
export type { GenerationRequest, Source, SourceSettings } from './source.ts';
export { SourcePool } from './source-pool.ts';
