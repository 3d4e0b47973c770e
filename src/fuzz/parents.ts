/**
 * Parents: which kept test is worth changing next.
 *
 * As with arms: what an entry's children earned for their CPU time is a rate that is known only so well, so a rate is
 * drawn for each of some entries, and the best draw wins. What is expected of an entry before it had children follows
 * from how rare the features are that it was kept for, and from what one more child of it costs: of equals, the cheaper.
 */
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { uniformBelow } from '../choice/index.ts';
import type { EntryInfo } from '../corpus/index.ts';
import { gamma } from './bandit.ts';
import type { CoverageMap } from './coverage-map.ts';

/** An entry of the corpus, with what its children did. */
export interface Parent {
  readonly info: EntryInfo;
  /** The features it was kept for. */
  readonly keptFor: Uint32Array;
  /** Of all its features; 0 where it is not known. */
  readonly hash: bigint;
  children: number;
  earned: number;
  spentMs: number;
  isGone: boolean;
}

/** Entries that compete each time: enough to find good ones, few enough to leave chance to the others. */
const CONTENDERS = 24;

export class Parents {
  readonly #all: Parent[] = [];
  readonly #byId = new Map<string, Parent>();
  readonly #coverage: CoverageMap;
  #children = 0;
  #earned = 0;

  constructor(coverage: CoverageMap) {
    this.#coverage = coverage;
  }

  get size(): number {
    return this.#all.length;
  }

  get(id: string): Parent | undefined {
    return this.#byId.get(id);
  }

  add(info: EntryInfo, keptFor: Uint32Array, hash: bigint): Parent {
    const parent: Parent = { info, keptFor, hash, children: 0, earned: 0, spentMs: 0, isGone: false };
    const replaced = info.replaces === undefined ? undefined : this.#byId.get(info.replaces);
    if (replaced !== undefined) this.#remove(replaced);
    this.#all.push(parent);
    this.#byId.set(info.id, parent);
    return parent;
  }

  /** By what its children are expected to earn for their CPU time. */
  choose(rng: RandomGenerator, source: string): Parent | undefined {
    // What a child earns on average; one more of nothing, so that it is never zero.
    const usual = (this.#earned + 1) / (this.#children + 1);
    let best: Parent | undefined;
    let bestRate = -1;
    for (let i = 0; i < CONTENDERS; i++) {
      const parent = this.any(rng, source);
      if (parent === undefined) return undefined;
      const { info, keptFor, earned, spentMs } = parent;
      const rarity = this.#coverage.rarity(keptFor) / (1 + keptFor.length);
      const rate = gamma(rng, 1 + earned + usual * rarity) / (spentMs + info.costMs);
      if (rate > bestRate) {
        bestRate = rate;
        best = parent;
      }
    }
    return best;
  }

  /** Any entry of the source, all alike. */
  any(rng: RandomGenerator, source: string): Parent | undefined {
    for (let attempt = 0; attempt < 50; attempt++) {
      if (this.#all.length === 0) return undefined;
      const parent = this.#all[uniformBelow(rng, this.#all.length)]!;
      if (parent.info.source === source) return parent;
    }
    return this.#all.find(({ info }) => info.source === source);
  }

  learn(parent: Parent, earned: number, spentMs: number): void {
    parent.children++;
    parent.earned += earned;
    parent.spentMs += spentMs;
    this.#children++;
    this.#earned += earned;
  }

  #remove(parent: Parent): void {
    const at = this.#all.indexOf(parent);
    const last = this.#all.pop();
    if (at >= 0 && at < this.#all.length && last !== undefined) this.#all[at] = last;
    parent.isGone = true;
  }
}
