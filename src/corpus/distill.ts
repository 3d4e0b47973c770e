/**
 * Distil: chooses entries that together have every feature, at nearly the least cost.
 *
 * Greedy cover by new features per cost, lazily: an entry's gain only shrinks as others are chosen, so one whose gain was
 * just counted and is still ahead of the next one's old gain is the best. Then what later choices made superfluous goes.
 */
import type { EntryInfo } from './entry.ts';

export interface Distilled {
  readonly chosen: readonly EntryInfo[];
  readonly features: number;
  readonly costMs: number;
}

interface Candidate {
  readonly info: EntryInfo;
  gain: number;
}

/** A compile that took no measurable time still costs something. */
const MIN_COST_MS = 0.01;

export function distill(
  entries: Iterable<EntryInfo>,
  featuresOf: (id: string) => Uint32Array,
): Distilled {
  const heap = new Heap();
  for (const info of entries) heap.push({ info, gain: info.featureCount / cost(info) });
  const times = new Map<number, number>();
  const chosen: { info: EntryInfo; features: Uint32Array }[] = [];
  for (let best = heap.pop(); best !== undefined; best = heap.pop()) {
    const features = featuresOf(best.info.id);
    let fresh = 0;
    for (const feature of features) if (!times.has(feature)) fresh++;
    if (fresh === 0) continue;
    best.gain = fresh / cost(best.info);
    const next = heap.top();
    if (next !== undefined && next.gain > best.gain) {
      heap.push(best);
      continue;
    }
    for (const feature of features) times.set(feature, (times.get(feature) ?? 0) + 1);
    chosen.push({ info: best.info, features });
  }
  const kept = withoutSuperfluous(chosen, times);
  return {
    chosen: kept,
    features: times.size,
    costMs: kept.reduce((sum, { costMs }) => sum + costMs, 0),
  };
}

/** The dearest first. */
function withoutSuperfluous(
  chosen: readonly { info: EntryInfo; features: Uint32Array }[],
  times: Map<number, number>,
): EntryInfo[] {
  const gone = new Set<string>();
  for (const { info, features } of chosen.toSorted((a, b) => b.info.costMs - a.info.costMs)) {
    if (!features.every((feature) => times.get(feature)! > 1)) continue;
    for (const feature of features) times.set(feature, times.get(feature)! - 1);
    gone.add(info.id);
  }
  return chosen.map(({ info }) => info).filter(({ id }) => !gone.has(id));
}

function cost({ costMs }: EntryInfo): number {
  return Math.max(costMs, MIN_COST_MS);
}

/** Largest gain on top; of equal ones the smallest id, so that the same corpus is distilled the same way. */
class Heap {
  readonly #items: Candidate[] = [];

  top(): Candidate | undefined {
    return this.#items[0];
  }

  push(item: Candidate): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isAhead(item, items[parent]!)) break;
      items[at] = items[parent]!;
      at = parent;
    }
    items[at] = item;
  }

  pop(): Candidate | undefined {
    const items = this.#items;
    const best = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return best;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && isAhead(items[child + 1]!, items[child]!)) child++;
      if (!isAhead(items[child]!, last)) break;
      items[at] = items[child]!;
      at = child;
    }
    items[at] = last;
    return best;
  }
}

function isAhead(a: Candidate, b: Candidate): boolean {
  return a.gain > b.gain || (a.gain === b.gain && a.info.id < b.info.id);
}
