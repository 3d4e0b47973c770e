/**
 * The library: all names that it promises. docs/library.md shows its use, and a test runs the examples.
 *
 * Every name here is a promise to other people's code. Names that only the command line needs are not here.
 */

// Generators: the interface that a test is drawn with, and functions that turn a generator into a source.
export {
  Alphabet,
  type Draw,
  DrawError,
  type Generator,
  type Limits,
  makeRandom,
  replay,
  type Replayed,
  type ReplayOptions,
} from './choice/index.ts';
export {
  type ArbitraryLike,
  fromFastCheck,
  inProcessSource,
  type InProcessOptions,
  type InProcessSource,
  type Made,
  openSource,
  probe,
  type Source,
  type SourceDefinition,
} from './source/index.ts';
export { findSource } from './generators/index.ts';
export { type Program, type ProgramFile, programOf, type Truth } from './program/index.ts';

// Facts of a program, for code that edits it.
export {
  type Analysis,
  editFacts,
  editText,
  FactFinder,
  type Facts,
  type FactsAnswer,
  type SourceEdit,
} from './facts/index.ts';

// Sequences: as files, as text for people, mutated, and reduced.
export {
  ChoiceSequence,
  decodeSequence,
  encodeSequence,
  type Envelope,
  SequenceFileError,
  showSequence,
  type ShowOptions,
} from './choice/index.ts';
export {
  mutate,
  type MutateOptions,
  type Mutation,
  type OperatorName,
  operatorNames,
} from './mutate/index.ts';
export {
  type Generate,
  type IsInteresting,
  NotInterestingError,
  reduce,
  type Reduced,
  type ReduceOptions,
} from './reduce/index.ts';

// Targets: compilers and other programs, and the outcome of a test.
export { type Execution, usualExecutionLimits } from './serve/index.ts';
export { isCrash, openProgram, openTarget, type Target, type TargetWorld } from './target/index.ts';

// Campaigns: their settings, folders, kept tests and findings.
export { type CampaignConfig, CampaignFolder, defineConfig, type StatsLine } from './campaign/index.ts';
export { Corpus, type EntryInfo, historyOf, type HistoryStep } from './corpus/index.ts';
export { type Finding, FindingFolder, type FindingRecord, Findings } from './finding/index.ts';
export {
  FunctionFailure,
  fuzz,
  fuzzCleanly,
  FuzzFailure,
  type Fuzzed,
  type FuzzFunctionOptions,
  type FuzzOptions,
} from './cli/fuzz.ts';
