/** Sources: turn choice sequences into tests. */
export { type ArbitraryLike, fromFastCheck } from './fast-check/from-fast-check.ts';
export { describeGenerated } from './describe.ts';
export { inProcessSource, type InProcessOptions, type InProcessSource } from './in-process.ts';
export { probe } from './probe.ts';
export type { Generated, GenerationRequest, Source } from './source.ts';
export { watchdog } from './watchdog.ts';
export { choiceLibrary, choicesFolder } from './choice-library.ts';
export { type GeneratorLimits, type Output, preparedSource, type SourceDefinition } from './definition.ts';
export { type FailureReason, GeneratorFailure } from './generator-failure.ts';
export {
  type GenerationCost,
  type ProcessGenerated,
  type ProcessSource,
  processSource,
  type ProcessSourceOptions,
} from './process-source.ts';
export { rebuild, type RebuildOptions, type Recipe } from './rebuild.ts';
export { type Checked, examineSource } from './examine.ts';
export { openSource } from './open-source.ts';
export { onlyOptions } from './options-scope.ts';
