/**
 * Answers to questions that a record leaves open: a filler as data, so that generators in other processes can
 * have it.
 *
 * The innermost scope's label and the site identify a question; an answer counts from the lower bound.
 */
import { MAX_SYMBOLS } from '../sequence/alphabet.ts';
import type { Filler, OpenQuestion } from './replay-options.ts';

export type LearntAnswers = ReadonlyMap<number, number>;

export function questionKey({ label, symbol }: Pick<OpenQuestion, 'label' | 'symbol'>): number {
  return label * MAX_SYMBOLS + symbol;
}

export function questionOf(key: number): Pick<OpenQuestion, 'label' | 'symbol'> {
  return { label: Math.floor(key / MAX_SYMBOLS), symbol: key % MAX_SYMBOLS };
}

/** A filler that gives the learnt answer; without one, zero or the nearest possible number. */
export function fillerFrom(answers: LearntAnswers): Filler {
  return (question) => {
    const learnt = answers.get(questionKey(question));
    return learnt === undefined ? 0 : question.min + learnt;
  };
}
