/**
 * Cuts off the end of a sequence, so that the replay draws it fresh. The length of the cut is chosen fairly
 * by size: both very short and very long cuts have a chance. The cut is rarely so short that the fresh draw
 * would likely give the same choices.
 */

import { type ChoiceSequence, uniformBelow } from '../choice/index.ts';
import type { Mutator } from './mutator.ts';
import { labelAt, scopeAround } from './scopes.ts';
import { mutateTuning } from './tuning.ts';

export const truncateTail: Mutator = {
  name: 'truncate',
  propose({ parent, rng, mostWords }) {
    const words = Math.min(parent.words.length, Math.ceil(mostWords));
    if (words === 0) return undefined;
    const sizeClass = uniformBelow(rng, 32 - Math.clz32(words));
    const lost = Math.min(words, 2 ** sizeClass + uniformBelow(rng, 2 ** sizeClass));
    const from = enough(parent, opOfWord(parent, parent.words.length - lost));
    const around = scopeAround(parent, from);
    let depth = 0;
    for (let scope = around; scope !== -1; scope = scopeAround(parent, scope)) depth++;
    // The ends of the scopes that are open here stay; an end is 0, the content of a new array.
    const ops = new Uint16Array(depth);
    const label = labelAt(parent, around);
    return [{ from, to: parent.ops.length, ops, words: undefined, label, origin: undefined }];
  },
};

const LEAST_ANSWERS = mutateTuning.leastAnswers.value;

/**
 * The wanted place, or an earlier one. The choices after it must have so many possible answers that a fresh
 * draw is likely to differ. An earlier place is never in the first half of the test. At the end of most scopes
 * a choice says that nothing more follows, and its answer is nearly always the same.
 */
function enough(parent: ChoiceSequence, wanted: number): number {
  const { ops, words, outline, alphabet } = parent;
  let from = wanted;
  let answers = 1;
  for (let op = ops.length - 1; op > 0 && answers < LEAST_ANSWERS; op--) {
    if (!parent.isChoice(op)) continue;
    if (op < wanted && 2 * outline.word[op]! < words.length) break;
    answers *= alphabet.counts[ops[op]!]!;
    from = Math.min(from, op);
  }
  return from;
}

/** The choice that a word belongs to. */
function opOfWord({ ops, outline: { word } }: ChoiceSequence, wanted: number): number {
  let low = 0;
  let high = ops.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (word[middle]! <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}
