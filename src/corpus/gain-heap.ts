/** A heap of candidate entries, by the gain of choosing each. */
import type { EntryInfo } from './entry.ts';

export interface WithGain {
  readonly info: EntryInfo;
  gain: number;
}

/**
 * The largest gain is on top; among equal gains the smallest id, so that distilling a corpus again gives the
 * same result.
 */
export class GainHeap<Of extends WithGain> {
  readonly #items: Of[] = [];

  top(): Of | undefined {
    return this.#items[0];
  }

  push(item: Of): void {
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

  pop(): Of | undefined {
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

export function isAhead(a: WithGain, b: WithGain): boolean {
  return a.gain > b.gain || (a.gain === b.gain && a.info.id < b.info.id);
}
