/**
 * Pattern: a small tree of scopes and choices that sequences may contain, for example the cause of a
 * compiler's crash.
 *
 * A pattern is plain data (labels, questions, and numbers as text), so that a file can hold it and it can
 * outlive an alphabet. The first scope may stand anywhere in a sequence. Each other scope names the scope
 * that must contain it, directly or at any depth.
 */
import type { ChoiceKind } from '../sequence/alphabet.ts';

/** One choice of a scope, and the values that belong to the pattern. */
export interface PatternChoice {
  readonly kind: ChoiceKind;
  readonly min: string;
  readonly max: string;
  /** Its place among those choices of its scope that answer the same question, from 0 on. */
  readonly nth: number;
  /** Ranges of values, ends included. */
  readonly values: readonly (readonly [from: string, to: string])[];
  /** A value that does not belong to the pattern; absent if none is known. */
  readonly otherwise?: string;
}

export interface PatternScope {
  /** Empty for the outermost scope, which every sequence has. */
  readonly label: string;
  /** Index of the scope that contains it, which comes earlier; -1 for the first. */
  readonly parent: number;
  /** True if no other scope may lie between it and its parent. */
  readonly isDirect: boolean;
  readonly choices: readonly PatternChoice[];
}

/** Scopes in the order of the sequence. The last scope has choices. */
export type Pattern = readonly PatternScope[];

/** Values as ranges, and a value outside them. */
export type ChoiceCondition = Pick<PatternChoice, 'values' | 'otherwise'>;

/** Larger patterns are refused: a scope is one bit of a small integer, and so is a choice of a scope. */
export const MAX_PATTERN_PARTS = 30;

/**
 * The choice that gets another value when a test is redrawn, as a place in the last scope. It is the last choice
 * with a known other value, or else the last one.
 */
export function placeToChange(pattern: Pattern): number {
  const choices = pattern.at(-1)?.choices ?? [];
  const place = choices.findLastIndex(({ otherwise }) => otherwise !== undefined);
  return place < 0 ? choices.length - 1 : place;
}
