/** The choice engine: alphabets, sequences, recording and replay. Knows no language, no process and no clock. */
export {
  Alphabet,
  type Bounds,
  type ChoiceKind,
  CLOSE,
  DrawError,
  LateDrawError,
  MAX_SYMBOLS,
  type Site,
  SymbolKind,
} from './alphabet.ts';
export { choicesOf, sequenceOfAnswers } from './answers.ts';
export {
  checkSource,
  type Decoded,
  decodeSequence,
  encodeSequence,
  FORMAT_VERSION,
  readSummary,
  type SequenceSummary,
} from './codec.ts';
export type { ResyncStrategy } from './cursor.ts';
export type { Draw, Generator } from './draw.ts';
export { makeRandom, uniformBelow, uniformUnit } from './fresh.ts';
export type { Envelope, PlainValue, SourceId } from './envelope.ts';
export { fillerFrom, type LearntAnswers, questionKey, questionOf } from './learnt-answers.ts';
export { type Meaning, Meanings } from './meanings.ts';
export { replay } from './replay.ts';
export {
  type Filler,
  type Guard,
  type Limits,
  type OpenQuestion,
  type OverrunLimit,
  type Replayed,
  type ReplayOptions,
  Stopped,
} from './replay-options.ts';
export { SequenceFileError, type SequenceFileProblem } from './sequence-file-error.ts';
export {
  applyEdits,
  checkSequence,
  type Choice,
  ChoiceSequence,
  cut,
  type Edit,
  endOf,
  type Outline,
  splitAt,
  survey,
} from './sequence.ts';
export { type Swarm, swarmCoin, swarmFiller, type SwarmNumbers, swarmNumbers } from './swarm.ts';
export {
  findScopes,
  grouped,
  type ListedEvent,
  listEvents,
  printable,
  showSequence,
  type ShowOptions,
  sizeText,
} from './show.ts';
