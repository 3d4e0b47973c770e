/**
 * Shortens lists whose length is drawn before their items: neither can change without the other.
 */

import type { ChoiceSequence } from '../../../choice/index.ts';
import { type ScopePart, partsBehind, siblingsOf, treeOf } from '../tree.ts';
import { edited, valueEdits } from './edits.ts';
import { type Pass, sweep } from './pass.ts';

/** Deletes items, and lowers the earlier number that counts these items by as much. */
export const shortenLists: Pass = sweep('shorten lists', function* (best) {
  for (const op of treeOf(best).choices) {
    const { value, min, kind } = best.choiceAt(op);
    if (kind === 'weighted' || value <= min || value <= 0n) continue;
    for (const items of listsBehind(best, op)) {
      const length = BigInt(items.length);
      if (length !== value && length !== value - min) continue;
      for (let start = 0; start < items.length; start++) {
        const grow = (k: number): ChoiceSequence | undefined => {
          const gone = items.slice(start, start + k);
          if (gone.length < k || value - BigInt(k) < min) return undefined;
          const lowered = valueEdits(best, new Map([[op, value - BigInt(k)]]));
          return edited(best, [...gone.map(({ from, to }) => ({ from, to })), ...lowered]);
        };
        yield { make: () => grow(1), grow };
      }
    }
  }
});

type Items = readonly { readonly from: number; readonly to: number }[];

/** Items that a number may count: scopes side by side, or choices of one kind in the number's own scope. */
function* listsBehind(best: ChoiceSequence, op: number): Generator<Items> {
  const tree = treeOf(best);
  const behind = tree.scopes.filter(({ from }) => from > op);
  for (const list of new Set(behind.map((node) => siblingsOf(tree, node)))) {
    yield list.filter(({ from }) => from > op);
  }
  let run: ScopePart[] = [];
  for (const part of partsBehind(best, op)) {
    if (run.length > 0 && run[0]!.symbol !== part.symbol) {
      yield run;
      run = [];
    }
    if (best.isChoice(part.from)) run.push(part);
  }
  if (run.length > 0) yield run;
}
