/** Sources: turn choice sequences into tests. */
export { type Advice, adviseSource, type FoundTable, type WeighedLine } from './advise/advise.ts';
export { lineText, type TableFigures } from './advise/variant.ts';
export { onlyOptions } from './chain/front-scope.ts';
export { stagesPart } from './chain/stage-scopes.ts';
export { type Checked, type ExamineOptions, examineSource } from './check/examine.ts';
export { recogniseEngines } from './check/engines.ts';
export { oneMutant } from './check/one-mutant.ts';
export {
  compilerArgsFor,
  configured,
  type FunctionDefinition,
  isInProcess,
  type Output,
  preparedSource,
  type ProcessDefinition,
  type SourceDefinition,
  usualGeneratorLimits,
} from './definition.ts';
export { describeGenerated } from './describe.ts';
export { type ArbitraryLike, fromFastCheck } from './fast-check/from-fast-check.ts';
export { inProcessSource, type InProcessOptions, type InProcessSource } from './in-process/in-process.ts';
export { probe } from './in-process/probe.ts';
export { openSource } from './open-source.ts';
export { choiceLibrary, choicesFolder } from './process/choice-library.ts';
export { GeneratorFailure } from './record/generator-failure.ts';
export { processSource } from './process/process-source.ts';
export { rebuild, type Recipe } from './process/rebuild.ts';
export { type Made, type MadeNothing, type MadeProgram, type MadeTooMuch, replayedFrom } from './made.ts';
export { readsInputs, sequenceOfInput } from './sequence-of-input.ts';
export type { GenerationRequest, Source } from './source.ts';
export { SourcePool } from './source-pool.ts';
export { loadDefault } from './load-module.ts';
export { LOADING_MS, tryLoading } from './trial-load.ts';
export { userLine } from './user-line.ts';
export { preparedStages } from './chain/chain-facts.ts';
export { RefusedConstructs } from './check/refused-constructs.ts';
