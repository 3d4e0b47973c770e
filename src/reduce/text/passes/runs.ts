/**
 * Removes runs of items, from the outermost level inwards, long runs before short ones.
 *
 * All items of one depth count as one list, so that many small blocks need no more evaluations than a large
 * one. The last items go first, since declarations stand before their uses.
 */
import type { Tokens } from '../tokens.ts';
import type { TextEdit, TextReduction } from '../text-reduction.ts';
import { type Level, levelsOf } from '../tree.ts';
import { isLoopTail, removeItems } from './edits.ts';

/** Runs with a smaller share of the tokens are left alone. */
export async function removeRuns(reduction: TextReduction, leastShare = 0): Promise<void> {
  for (let depth = 0; ; depth++) {
    const count = placesAt(reduction.best, reduction.tree, depth).length;
    if (count === 0 && ![...levelsOf(reduction.tree)].some((level) => level.depth > depth)) return;
    for (let size = count; size >= 1; size >>= 1) await removeRunsOf(reduction, depth, size, leastShare);
  }
}

async function removeRunsOf(
  reduction: TextReduction,
  depth: number,
  size: number,
  leastShare: number,
): Promise<void> {
  let { best } = reduction;
  let places = placesAt(best, reduction.tree, depth);
  for (let end = places.length; end > 0; end -= size) {
    const run = places.slice(Math.max(0, end - size), end);
    if (tokensIn(run) < best.length * leastShare) continue;
    await reduction.consider(removal(run));
    if (reduction.best === best) continue;
    best = reduction.best;
    places = placesAt(best, reduction.tree, depth);
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

function tokensIn(run: readonly Place[]): number {
  let count = 0;
  for (const { level, index } of run) {
    const item = level.items[index]!;
    count += item.to - item.from;
  }
  return count;
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
