/**
 * Wide numbers, whose parts hang together.
 *
 * Borrowing lowers one number and raises all numbers directly after it, as in subtraction by hand.
 *
 * A number beyond 64 bits is several choices, the highest part first. If the later parts are smaller than the
 * property needs, the first part cannot fall by itself. The result is simpler, and after that the later parts
 * fall from their maximum.
 */

import { type Choice, type ChoiceSequence, rankOf, simplestValue } from '../../../choice/index.ts';
import { treeOf } from '../tree.ts';
import { withValues } from './edits.ts';
import { type Pass, sweep } from './pass.ts';
import { reduceTuning } from '../../tuning.ts';

const LEAST_OF_PART = reduceTuning.leastOfPart.value;

export const borrow: Pass = sweep('borrow', function* (best) {
  for (const op of treeOf(best).choices) {
    const choice = best.choiceAt(op);
    if (choice.kind !== 'integer' || rankOf(choice) === 0n) continue;
    const parts = partsAfter(best, op);
    if (parts.size === 0) continue;
    const step = choice.value > simplestValue(choice) ? -1n : 1n;
    const distance = (choice.value - simplestValue(choice)) * -step;
    const grow = (k: number): ChoiceSequence | undefined =>
      BigInt(k) > distance
        ? undefined
        : withValues(best, new Map([[op, choice.value + step * BigInt(k)], ...parts]));
    yield { make: () => grow(1), grow };
  }
});

/** Clears one bit of a wide number: a number that must keep its low bits cannot fall by halves. */
export const clearBits: Pass = sweep('clear bits', function* (best) {
  for (const op of treeOf(best).choices) {
    const choice = best.choiceAt(op);
    if (choice.kind !== 'integer' || choice.max - choice.min < LEAST_OF_PART) continue;
    const simplest = simplestValue(choice);
    const isAbove = choice.value > simplest;
    const distance = isAbove ? choice.value - simplest : simplest - choice.value;
    for (let bit = 1n << BigInt(distance.toString(2).length - 1); bit > 0n; bit >>= 1n) {
      if ((distance & bit) === 0n) continue;
      const value = isAbove ? choice.value - bit : choice.value + bit;
      yield { make: () => withValues(best, new Map([[op, value]])) };
    }
  }
});

/** The numbers directly after a choice that may be parts of one number with it, set to their maximum. */
function partsAfter(best: ChoiceSequence, op: number): Map<number, bigint> {
  const parts = new Map<number, bigint>();
  for (let at = op + 1; at < best.ops.length && best.isChoice(at); at++) {
    const { kind, min, max }: Choice = best.choiceAt(at);
    if (kind !== 'integer' || max - min < LEAST_OF_PART) break;
    parts.set(at, max);
  }
  return parts;
}
