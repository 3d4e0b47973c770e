/**
 * Answers: the values of a sequence's choices, without their questions.
 *
 * A strategy that explores a generator knows a path into it as a list of values, and nothing of the scopes
 * around them. Replayed by position, the n-th value answers the n-th question. The answer is the value
 * itself, or the value adapted to the bounds of the question: 0 becomes the simplest answer to any question.
 */
import {
  type Alphabet,
  INLINE_SIGNED,
  INLINE_UNSIGNED,
  INT64_MAX,
  INT64_MIN,
  UINT64_MAX,
} from '../sequence/alphabet.ts';
import { halvesOf } from './fresh.ts';
import { type Choice, ChoiceSequence } from '../sequence/sequence.ts';

const INLINE_WORDS = 6;

/** The result is to be replayed by position. Values are within int64 or uint64. */
export function sequenceOfAnswers(alphabet: Alphabet, values: readonly bigint[]): ChoiceSequence {
  const ops = new Uint16Array(values.length);
  const words = new Uint32Array(INLINE_WORDS * values.length);
  for (const [i, value] of values.entries()) {
    const [min, max] = value > INT64_MAX ? [0n, UINT64_MAX] : [INT64_MIN, INT64_MAX];
    ops[i] = value > INT64_MAX ? INLINE_UNSIGNED : INLINE_SIGNED;
    words.set([min, max, value - min].flatMap(halvesOf), INLINE_WORDS * i);
  }
  return new ChoiceSequence(alphabet, ops, words, values.length);
}

/** The choices of a sequence, in the order in which the generator made them. */
export function choicesOf(sequence: ChoiceSequence): Choice[] {
  const choices: Choice[] = [];
  for (let op = 0; op < sequence.ops.length; op++) {
    if (sequence.isChoice(op)) choices.push(sequence.choiceAt(op));
  }
  return choices;
}
