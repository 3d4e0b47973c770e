/**
 * How an entry came about: the entries it was made from, the ones those were made from, down to fresh tests.
 *
 * An entry that a cheaper one replaced is still known, so that chains do not break there. A parent that is not in this
 * corpus, as after merging or distilling, ends its branch.
 */
import type { Corpus } from './corpus.ts';
import type { EntryInfo } from './entry.ts';

export interface HistoryStep {
  readonly id: string;
  /** Undefined if this corpus does not have it. */
  readonly info: EntryInfo | undefined;
  /** Ids of the entries that it was made from, the main one first. */
  readonly parents: readonly string[];
}

/** Each entry once: the given ones, then the line of their main parents, then the other parents and theirs. */
export function historyOf(corpus: Corpus, ids: readonly string[]): HistoryStep[] {
  const steps = new Map<string, HistoryStep>();
  const waiting = [...ids].toReversed();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (steps.has(id)) continue;
    const info = corpus.info(id);
    const parents = parentsOf(info);
    steps.set(id, { id, info, parents });
    waiting.push(...parents.toReversed());
  }
  return [...steps.values()];
}

/** An entry that was made again by another version of its generator has no parents, and was made from what it replaced. */
function parentsOf(info: EntryInfo | undefined): readonly string[] {
  if (info === undefined) return [];
  const { id, origin, replaces } = info;
  if (origin.parents !== undefined) return origin.parents;
  return origin.arm === 'relearn' && replaces !== undefined && replaces !== id ? [replaces] : [];
}
