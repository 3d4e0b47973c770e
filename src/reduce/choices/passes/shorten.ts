/**
 * Shortens lists in ways that need two changes: lists whose length is drawn before their items, and full lists.
 */

import { type ChoiceSequence, cut } from '../../../choice/index.ts';
import { type ScopePart, partsBehind, siblingsOf, treeOf } from '../tree.ts';
import { edited, valueEdits } from './edits.ts';
import { type Pass, sweep } from './pass.ts';
import { reduceTuning } from '../../tuning.ts';

const MOST_FOR_FULL = reduceTuning.mostForFull.value;

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

/**
 * Deletes an item, and ends its list by a copy of another list's end. A full list does not ask whether it goes on, so
 * that without an item it would take the first item of the next list.
 */
export const shortenFull: Pass = sweep('shorten full lists', function* (best) {
  const tree = treeOf(best);
  for (const list of new Set(tree.scopes.map((node) => siblingsOf(tree, node)))) {
    const ends = list.filter(({ size }) => size === 1);
    if (list.length > MOST_FOR_FULL || ends.length === 0) continue;
    for (const item of list) {
      const end = ends.find(({ label }) => label === item.label);
      if (item.size <= 1 || end === undefined) continue;
      for (const last of list.slice(item.index + 1)) {
        if (last.label !== item.label || last.size <= 1) break;
        const ending = { from: last.to, to: last.to, ...cut(best, end.from, end.to) };
        yield { make: () => edited(best, [{ from: item.from, to: item.to }, ending]) };
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
