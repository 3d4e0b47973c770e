/**
 * The order for reduction: shortlex. A sequence with fewer choices is simpler; among equally long ones, the
 * first differing choice decides.
 *
 * The rank of a choice decides about one choice, so the order is total, and reduction ends. simplest.ts learns
 * which option leads to small tests; that only decides which candidates are tried.
 */

import { type ChoiceSequence, rankOf } from '../../choice/index.ts';

/** Negative if `a` is simpler than `b`, 0 if they are equal. */
export function compareShortlex(a: ChoiceSequence, b: ChoiceSequence): number {
  if (a.choiceCount !== b.choiceCount) return a.choiceCount - b.choiceCount;
  const difference = compareChoices(a, b);
  if (difference !== 0) return difference;
  // For equal answers under other labels: fewer scopes first, then any total order.
  if (a.ops.length !== b.ops.length) return a.ops.length - b.ops.length;
  const at = a.ops.findIndex((op, i) => op !== b.ops[i]);
  return at === -1 ? 0 : a.ops[at]! - b.ops[at]!;
}

function compareChoices(a: ChoiceSequence, b: ChoiceSequence): number {
  const { widths } = a.alphabet;
  let i = 0;
  let j = 0;
  let wordA = 0;
  let wordB = 0;
  for (let left = a.choiceCount; left > 0; left--) {
    while (!a.isChoice(i)) i++;
    while (!b.isChoice(j)) j++;
    const widthA = widths[a.ops[i]!]!;
    const widthB = widths[b.ops[j]!]!;
    // Equal questions with equal answers need no arithmetic, and are nearly all cases.
    if (a.ops[i] !== b.ops[j] || !sameWords(a.words, wordA, b.words, wordB, widthA)) {
      const rankA = rankOf(a.choiceAt(i));
      const rankB = rankOf(b.choiceAt(j));
      if (rankA !== rankB) return rankA < rankB ? -1 : 1;
    }
    i++;
    j++;
    wordA += widthA;
    wordB += widthB;
  }
  return 0;
}

function sameWords(a: Uint32Array, atA: number, b: Uint32Array, atB: number, count: number): boolean {
  for (let k = 0; k < count; k++) if (a[atA + k] !== b[atB + k]) return false;
  return true;
}

/** Compares two runs of ops of one sequence by their choices; the first difference decides. */
export function compareRuns(
  sequence: ChoiceSequence,
  a: { readonly from: number; readonly to: number },
  b: { readonly from: number; readonly to: number },
): number {
  let i = a.from;
  let j = b.from;
  for (;;) {
    while (i < a.to && !sequence.isChoice(i)) i++;
    while (j < b.to && !sequence.isChoice(j)) j++;
    if (i === a.to || j === b.to) return (i === a.to ? 0 : 1) - (j === b.to ? 0 : 1);
    const rankA = rankOf(sequence.choiceAt(i++));
    const rankB = rankOf(sequence.choiceAt(j++));
    if (rankA !== rankB) return rankA < rankB ? -1 : 1;
  }
}
