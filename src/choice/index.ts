/**
 * The choice engine: alphabets, sequences, recording and replay. This room knows no language, no process and
 * no clock.
 */
export { choicesOf, sequenceOfAnswers } from './engine/answers.ts';
export type { ResyncStrategy } from './engine/cursor.ts';
export type { Draw, Generator } from './engine/draw.ts';
export { makeRandom, uniformBelow, uniformBig, uniformUnit } from './engine/fresh.ts';
export { fillerFrom, type LearntAnswers, questionKey, questionOf } from './engine/learnt-answers.ts';
export {
  type Filler,
  type Guard,
  type Limits,
  type OverrunLimit,
  type Replayed,
  type ReplayOptions,
  Stopped,
} from './engine/replay-options.ts';
export { replay } from './engine/replay.ts';
export { type Swarm, swarmCoin, swarmNumbers } from './engine/swarm.ts';
export { type Decoded, decodeSequence, encodeSequence, FORMAT_VERSION, readSummary } from './file/codec.ts';
export type { Envelope } from './file/envelope.ts';
export { SequenceFileError } from './file/sequence-file-error.ts';
export { PatternFinder } from './pattern/find-pattern.ts';
export { makePattern } from './pattern/make-pattern.ts';
export type { ChoiceCondition, Pattern, PatternChoice, PatternScope } from './pattern/pattern.ts';
export { placeToChange } from './pattern/pattern.ts';
export {
  Alphabet,
  CLOSE,
  DrawError,
  LateDrawError,
  MAX_SYMBOLS,
  type Site,
  SymbolKind,
} from './sequence/alphabet.ts';
export { Meanings } from './sequence/meanings.ts';
export { rankOf, simplestValue } from './sequence/rank.ts';
export {
  type Choice,
  ChoiceSequence,
  type Edit,
  applyEdits,
  checkSequence,
  cut,
  endOf,
  splitAt,
  survey,
  valueAt,
} from './sequence/sequence.ts';
export { findScopes, listEvents, showSequence, type ShowOptions, sizeText } from './show/show.ts';
