/** Test programs: files in memory, and the facts that are known about them. */
export {
  argumentsAgain,
  argumentsAnd,
  argumentsFrom,
  argumentsIn,
  type CompileArguments,
} from './compile-arguments.ts';
export { forTcc } from './for-tcc.ts';
export { programKey, programSize } from './identity.ts';
export {
  languages,
  besideIn,
  optionTiers,
  programOf,
  suffixOf,
  unitsIn,
  type DrawnOptions,
  type Language,
  type OptionTier,
  type Program,
  type ProgramFile,
  type Promises,
} from './program.ts';
export { ARGUMENTS_FILE, argumentsGiven, commandWithInput, inputFiles, STDIN_FILE } from './input.ts';
export {
  deadMarker,
  hasFacts,
  liveMarker,
  markerFacts,
  markerHead,
  markersCalled,
  markersDefined,
  markersIn,
  markersUnit,
  markerWords,
  tellingReached,
  withMarkersUnit,
} from './markers.ts';
export { plantedHead, plantedIn, type PlantedKind, plantedKinds, type PlantedSanitizer } from './planted.ts';
export { languageArgs } from './language-args.ts';
export {
  BETWEEN,
  NO_PASSES_OF_LEVEL,
  optionsOfLlvm,
  pipelineIn,
  stepsOfPipeline,
  withoutOptionsOfLlvm,
  withoutPipeline,
  wordForPipeline,
} from './pipeline.ts';
export { type ExpectedOutcome, outcomesOf, withFiles, type Truth } from './truth.ts';
