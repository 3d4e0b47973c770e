/**
 * Distil: chooses entries that together have every feature, for nearly the least cost.
 *
 * An entry that alone has a feature must be chosen; these entries together already have nearly all features.
 * For the rest a greedy search takes the entry with the most new features for its cost, and counts lazily.
 * Choosing other entries can only lower an entry's gain. So a fresh gain that is above the next entry's old
 * gain is the best. At the end, entries that later choices made superfluous are dropped.
 *
 * Features are read again at each use, since the features of all entries would fill any memory. Only missing
 * features are counted again: counting all of them each time takes hours.
 */
import { setImmediate } from 'node:timers/promises';
import type { Corpus } from './corpus.ts';
import type { EntryInfo } from './entry.ts';
import { type WithGain, GainHeap, isAhead } from './gain-heap.ts';

export interface Distilled {
  readonly chosen: readonly EntryInfo[];
  readonly features: number;
  readonly costMs: number;
}

type FeaturesOf = (id: string) => Uint32Array;

interface Missing extends WithGain {
  /** Features that no chosen entry had at the last count. */
  missing: Uint32Array;
}

/** A compile without measurable time still costs something. */
const MIN_COST_MS = 0.01;

/**
 * Features of different builds have nothing in common, so cgfuzz chooses for each build by itself. Entries
 * without an execution stay.
 */
export async function distillCorpus(corpus: Corpus, signal?: AbortSignal): Promise<Distilled> {
  const all = [...corpus.entries()];
  const builds = new Set(all.map(({ build }) => build));
  const parts: Distilled[] = [];
  for (const build of builds) {
    const entries = all.filter((each) => each.build === build);
    const { chosen, ...rest } = await distill(entries, (id) => corpus.features(id), signal);
    const unknown = entries.filter(({ featureCount }) => featureCount === 0);
    parts.push({ ...rest, chosen: [...chosen, ...unknown] });
  }
  return {
    chosen: parts.flatMap(({ chosen }) => chosen),
    features: parts.reduce((sum, { features }) => sum + features, 0),
    costMs: parts.reduce((sum, { costMs }) => sum + costMs, 0),
  };
}

export async function distill(
  entries: readonly EntryInfo[],
  featuresOf: FeaturesOf,
  signal?: AbortSignal,
): Promise<Distilled> {
  const breathe = breather(signal);
  const holders = new FeatureCounts();
  for (const { id } of entries) {
    await breathe();
    holders.change(featuresOf(id), 1);
  }
  const times = new FeatureCounts();
  const chosen: EntryInfo[] = [];
  for (const info of entries) {
    await breathe();
    const features = featuresOf(info.id);
    if (!holders.hasOne(features)) continue;
    times.change(features, 1);
    chosen.push(info);
  }
  const needed = new Set(chosen.map(({ id }) => id));
  const others = entries.filter(({ id }) => !needed.has(id));
  chosen.push(...(await cover(others, featuresOf, times, breathe)));
  const kept = await withoutSuperfluous(chosen, featuresOf, times, breathe);
  return {
    chosen: kept,
    features: holders.nonZeros,
    costMs: kept.reduce((sum, { costMs }) => sum + costMs, 0),
  };
}

/** Counts the features of the entries that it chooses. */
async function cover(
  entries: readonly EntryInfo[],
  featuresOf: FeaturesOf,
  times: FeatureCounts,
  breathe: () => Promise<void>,
): Promise<EntryInfo[]> {
  const heap = new GainHeap<Missing>();
  for (const info of entries) {
    await breathe();
    const missing = times.missingOf(featuresOf(info.id));
    heap.push({ info, missing, gain: missing.length / cost(info) });
  }
  const chosen: EntryInfo[] = [];
  for (let best = heap.pop(); best !== undefined; best = heap.pop()) {
    await breathe();
    best.missing = times.missingOf(best.missing);
    if (best.missing.length === 0) continue;
    best.gain = best.missing.length / cost(best.info);
    const next = heap.top();
    if (next !== undefined && isAhead(next, best)) {
      heap.push(best);
      continue;
    }
    times.change(featuresOf(best.info.id), 1);
    chosen.push(best.info);
  }
  return chosen;
}

/** The dearest first. */
async function withoutSuperfluous(
  chosen: readonly EntryInfo[],
  featuresOf: FeaturesOf,
  times: FeatureCounts,
  breathe: () => Promise<void>,
): Promise<EntryInfo[]> {
  const gone = new Set<string>();
  for (const { id } of chosen.toSorted((a, b) => b.costMs - a.costMs)) {
    await breathe();
    const features = featuresOf(id);
    if (!times.areAllAbove(features, 1)) continue;
    times.change(features, -1);
    gone.add(id);
  }
  return chosen.filter(({ id }) => !gone.has(id));
}

/** Large corpora take a minute, so a person may interrupt the work. */
function breather(signal: AbortSignal | undefined): () => Promise<void> {
  let calls = 0;
  return async () => {
    if (++calls % 64 === 0) await setImmediate();
    signal?.throwIfAborted();
  };
}

function cost({ costMs }: EntryInfo): number {
  return Math.max(costMs, MIN_COST_MS);
}

/** Number of chosen entries that have each feature. */
export class FeatureCounts {
  #counts = new Uint32Array(1 << 10);

  hasOne(features: Uint32Array): boolean {
    return features.some((feature) => this.#counts[feature] === 1);
  }

  missingOf(features: Uint32Array): Uint32Array {
    return features.filter((feature) => (this.#counts[feature] ?? 0) === 0);
  }

  areAllAbove(features: Uint32Array, bound: number): boolean {
    return features.every((feature) => this.#counts[feature]! > bound);
  }

  change(features: Uint32Array, by: number): void {
    const last = features.at(-1) ?? 0;
    if (last >= this.#counts.length) {
      const larger = new Uint32Array(Math.max(this.#counts.length * 2, last + 1));
      larger.set(this.#counts);
      this.#counts = larger;
    }
    for (const feature of features) this.#counts[feature]! += by;
  }

  get nonZeros(): number {
    return this.#counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
  }
}
