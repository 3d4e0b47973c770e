/**
 * Removes runs of items, from the outermost level inwards, long runs before short ones.
 *
 * All items of one depth count as one list, so that many small blocks take no more evaluations than a large one. The last
 * go first: what is used stands before what uses it.
 */
import type { Tokens } from '../tokens.ts';
import type { TextEdit, TextReduction } from '../text-reduction.ts';
import { type Level, levelsOf } from '../tree.ts';
import { isLoopTail, removeItems } from './edits.ts';

export async function removeRuns(reduction: TextReduction): Promise<void> {
  for (let depth = 0; ; depth++) {
    const count = placesAt(reduction.best, reduction.tree, depth).length;
    if (count === 0 && ![...levelsOf(reduction.tree)].some((level) => level.depth > depth)) return;
    for (let size = count; size >= 1; size >>= 1) await removeRunsOf(reduction, depth, size);
  }
}

async function removeRunsOf(reduction: TextReduction, depth: number, size: number): Promise<void> {
  let end = placesAt(reduction.best, reduction.tree, depth).length;
  while (end > 0) {
    const start = Math.max(0, end - size);
    await reduction.consider(removal(placesAt(reduction.best, reduction.tree, depth).slice(start, end)));
    end = start;
  }
}

interface Place {
  readonly level: Level;
  readonly index: number;
}

function placesAt(tokens: Tokens, root: Level, depth: number): Place[] {
  return [...levelsOf(root)]
    .filter((level) => level.depth === depth)
    .flatMap((level) => level.items.map((_, index) => ({ level, index })))
    .filter(({ level, index }) => !isLoopTail(tokens, level, index));
}

function removal(places: readonly Place[]): TextEdit[] {
  const edits: TextEdit[] = [];
  for (let at = 0; at < places.length;) {
    const { level, index } = places[at]!;
    const rest = places.slice(at).findIndex((place) => place.level !== level);
    const count = rest === -1 ? places.length - at : rest;
    edits.push(...removeItems(level, index, index + count));
    at += count;
  }
  return edits;
}
