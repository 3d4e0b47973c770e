/**
 * Shortening lists whose length is drawn before their items: neither can be changed without the other.
 */

import type { ChoiceSequence } from '../../../choice/index.ts';
import { siblingsOf, treeOf } from '../tree.ts';
import { edited, valueEdits } from './edits.ts';
import { type Pass, sweep } from './pass.ts';

/** Deletes siblings and lowers, by as many, the number in front of them that says how many there are. */
export const shortenLists: Pass = sweep('shorten lists', function* (best) {
  const tree = treeOf(best);
  for (const op of tree.choices) {
    const { value, min, kind } = best.choiceAt(op);
    if (kind === 'weighted' || value <= min || value <= 0n) continue;
    for (const list of new Set(
      tree.scopes.filter(({ from }) => from > op).map((node) => siblingsOf(tree, node)),
    )) {
      const siblings = list.filter(({ from }) => from > op);
      const length = BigInt(siblings.length);
      if (length !== value && length !== value - min) continue;
      for (let start = 0; start < siblings.length; start++) {
        const grow = (k: number): ChoiceSequence | undefined => {
          const gone = siblings.slice(start, start + k);
          if (gone.length < k || value - BigInt(k) < min) return undefined;
          const lowered = valueEdits(best, new Map([[op, value - BigInt(k)]]));
          return edited(best, [...gone.map(({ from, to }) => ({ from, to })), ...lowered]);
        };
        yield { make: () => grow(1), grow };
      }
    }
  }
});
