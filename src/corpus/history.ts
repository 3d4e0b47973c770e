/**
 * History of an entry: the entries that it was made from, and in turn their parents, down to fresh tests.
 *
 * A replaced entry still has its information, so that the history does not break off there. A parent that is
 * missing in this corpus, for example after merging or distilling, ends its branch.
 */
import type { Corpus } from './corpus.ts';
import type { EntryInfo } from './entry.ts';

export interface HistoryStep {
  readonly id: string;
  /** Undefined if this corpus does not have the entry. */
  readonly info: EntryInfo | undefined;
  /** Ids of its parents, the main parent first. */
  readonly parents: readonly string[];
}

/**
 * Each entry once: first the given entries, then the line of their main parents, then the other parents with
 * their own.
 */
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

/**
 * An entry that another version of its generator made again has no parents, but was made from the entry that
 * it replaced.
 */
function parentsOf(info: EntryInfo | undefined): readonly string[] {
  if (info === undefined) return [];
  const { id, origin, replaces } = info;
  if (origin.parents !== undefined) return origin.parents;
  return origin.arm === 'relearn' && replaces !== undefined && replaces !== id ? [replaces] : [];
}
