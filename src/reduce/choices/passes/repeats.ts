/**
 * Deletes rounds of a loop that opens no scope of its own for a round. Each round left the same few parts,
 * such as the answer to "one more?" and a number, which can only go together.
 */

import type { ChoiceSequence } from '../../../choice/index.ts';
import { type ScopePart, partsOf, treeOf } from '../tree.ts';
import { edited } from './edits.ts';
import { type Pass, sweep } from './pass.ts';
import { reduceTuning } from '../../tuning.ts';

const PARTS_OF_A_TURN = reduceTuning.turnParts.value;

/** Deletes one round, the last ones first, and after a success also earlier rounds. */
export const deleteTurns: Pass = sweep('delete turns', function* (best) {
  for (const scope of [undefined, ...treeOf(best).scopes]) {
    const parts = partsOf(best, scope);
    for (const length of PARTS_OF_A_TURN) {
      for (let start = parts.length - length; start >= 0; start--) {
        if (!isTurn(parts, start, length)) continue;
        const grow = (k: number): ChoiceSequence | undefined => {
          const first = start - (k - 1) * length;
          if (first < 0 || !repeats(parts, first, start, length)) return undefined;
          return edited(best, [{ from: parts[first]!.from, to: parts[start + length - 1]!.to }]);
        };
        yield { make: () => grow(1), grow };
      }
    }
  }
});

/**
 * True if the parts from `start` on come from one round: a neighbouring round has equal parts, and no smaller
 * part is a round.
 */
function isTurn(parts: readonly ScopePart[], start: number, length: number): boolean {
  const hasNeighbour =
    isSameTurn(parts, start, start - length, length) || isSameTurn(parts, start, start + length, length);
  if (!hasNeighbour) return false;
  for (let shorter = 1; shorter < length; shorter++) {
    if (length % shorter === 0 && isSameTurn(parts, start, start + shorter, length - shorter)) return false;
  }
  return true;
}

function isSameTurn(parts: readonly ScopePart[], a: number, b: number, length: number): boolean {
  if (b < 0 || b + length > parts.length) return false;
  for (let i = 0; i < length; i++) if (parts[a + i]!.symbol !== parts[b + i]!.symbol) return false;
  return true;
}

/** True if all rounds from `first` to `last` are alike. */
function repeats(parts: readonly ScopePart[], first: number, last: number, length: number): boolean {
  for (let at = first; at < last; at += length) if (!isSameTurn(parts, at, last, length)) return false;
  return true;
}
