/**
 * The library: all that it promises, name by name. docs/library.md shows how it is used, and its examples are run by a
 * test.
 *
 * Every name here is a promise to somebody else's code. Names that only the command line needs are not here.
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

// Facts of a program, for what edits it.
export {
  type Analysis,
  editFacts,
  editText,
  FactFinder,
  type Facts,
  type FactsAnswer,
  type SourceEdit,
} from './facts/index.ts';

// Sequences: as files, as text for people, changed, and made small.
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

// Targets: compilers and other programs, and what became of a test.
export { type Execution, usualExecutionLimits } from './serve/index.ts';
export { isCrash, openProgram, openTarget, type Target, type TargetWorld } from './target/index.ts';

// Campaigns: their settings, their folders, and what they kept and found.
export { type CampaignConfig, CampaignFolder, defineConfig, type StatsLine } from './campaign/index.ts';
export { Corpus, type EntryInfo, historyOf, type HistoryStep } from './corpus/index.ts';
export { type Finding, FindingFolder, type FindingRecord, Findings } from './finding/index.ts';
