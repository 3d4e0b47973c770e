/**
 * Tables: a number counts the following items, each of which has several parts, lies in several lists, or is
 * a row or column. The number falls together with every part of the removed item.
 */

import type { ChoiceSequence } from '../../../choice/index.ts';
import { partsBehind, partsOf, type ScopePart, treeOf } from '../tree.ts';
import { edited, valueEdits } from './edits.ts';
import { type Pass, sweep } from './pass.ts';
import { reduceTuning } from '../../tuning.ts';

const MOST_ITEMS = reduceTuning.mostTableItems.value;

export const shortenTables: Pass = sweep('shorten tables', function* (best) {
  for (const op of treeOf(best).choices) {
    const { kind, value, min } = best.choiceAt(op);
    if (kind === 'weighted' || value <= 0n || value > MOST_ITEMS) continue;
    for (const length of new Set([Number(value), Number(value - min)])) {
      if (length < 1 || value <= min) continue;
      for (const item of itemsOf(best, op, length)) {
        yield {
          make: () =>
            edited(best, [
              ...item.map(({ from, to }) => ({ from, to })),
              ...valueEdits(best, new Map([[op, value - 1n]])),
            ]),
        };
      }
    }
  }
});

/**
 * An item of a list goes together with its parts in later lists that have as many items: `items.map(draw)`. The
 * list may have one scope more, which says that it ends.
 */
export const shortenAligned: Pass = sweep('shorten aligned lists', function* (best) {
  for (const node of [undefined, ...treeOf(best).scopes]) {
    const runs = runsOf(partsOf(best, node));
    for (const [at, run] of runs.entries()) {
      if (run.length > MOST_ITEMS || !best.isScope(run[0]!.from)) continue;
      for (const length of [run.length, run.length - 1]) {
        const lists = runs.slice(at + 1).filter((later) => later.length === length);
        for (let i = 0; i < length && lists.length > 0; i++) {
          const parts = [run[i]!, ...lists.map((list) => list[i]!)];
          if (!areApart(parts)) continue;
          yield {
            make: () =>
              edited(
                best,
                parts.map(({ from, to }) => ({ from, to })),
              ),
          };
        }
      }
    }
  }
});

/** Runs of different periods may share parts. */
function areApart(parts: readonly ScopePart[]): boolean {
  const inOrder = parts.toSorted((a, b) => a.from - b.from);
  return inOrder.every(({ from }, at) => at === 0 || from >= inOrder[at - 1]!.to);
}

/** For each of the `length` items of a table: the parts of the sequence that belong to the item. */
function* itemsOf(best: ChoiceSequence, op: number, length: number): Generator<readonly ScopePart[]> {
  const runs = runsOf(partsBehind(best, op));
  const lists = runs.filter((run) => run.length === length);
  for (let i = 0; i < length && lists.length > 1; i++) yield lists.map((list) => list[i]!);
  for (const run of runs) {
    const others = run.length / length;
    if (others === 1 || !Number.isInteger(others)) continue;
    for (let i = 0; i < length; i++) {
      // A row, and then a column.
      yield run.slice(i * others, (i + 1) * others);
      yield run.filter((_, at) => at % length === i);
    }
  }
}

/** Adjacent parts of one kind, and parts that repeat in turn. */
function runsOf(parts: readonly ScopePart[]): ScopePart[][] {
  const runs: ScopePart[][] = [];
  for (const period of [1, ...PARTS_OF_AN_ITEM]) {
    for (let start = 0; start + period < parts.length;) {
      let end = start + period;
      while (end < parts.length && parts[end]!.symbol === parts[end - period]!.symbol) end++;
      const run = parts.slice(start, end - ((end - start) % period));
      const isOfOneKind = run.every(({ symbol }) => symbol === run[0]!.symbol);
      if (run.length > period && (period === 1 || !isOfOneKind)) runs.push(run);
      start = run.length > period ? start + run.length : start + 1;
    }
  }
  return runs;
}

const PARTS_OF_AN_ITEM = reduceTuning.turnParts.value;
