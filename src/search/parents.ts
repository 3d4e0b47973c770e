/**
 * Parents: which kept test is worth changing next.
 *
 * Parents are chosen like arms. The earnings of an entry and its children for their CPU time are a rate,
 * known only roughly. So cgfuzz draws a rate for each of some entries, and the best draw wins. Before an
 * entry has children, two things say what to expect. One is the recent earnings of children of entries with
 * about the same cost, since large programs reach more. The other is the rarity of the features that it was
 * kept for. Among equals the cheaper one wins.
 */
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { uniformBelow } from '../choice/index.ts';
import type { EntryInfo } from '../corpus/index.ts';
import { gamma, keptOver } from './bandit.ts';
import type { CoverageMap } from './coverage-map.ts';
import { tuning } from './tuning.ts';

/** An entry of the corpus, with the results of its children. */
export interface Parent {
  readonly info: EntryInfo;
  /** The features that it was kept for. */
  readonly keptFor: Uint32Array;
  /** Hash of all its features; 0 if unknown. */
  hash: bigint;
  /** Earnings of the entry and its children. */
  earned: number;
  spentMs: number;
  children: number;
  /** Number of attempts to make a smaller test from it. */
  minimisations: number;
  isGone: boolean;
}

/** The factor by which remembered earnings shrink with each further test, the same as for arms. */
const KEEP = keptOver(tuning.halfLife.value);

const UNKNOWN = { earned: 0, spentMs: 0, children: 0, minimisations: 0 };

/** Recent earnings of children of entries with about the same cost. */
interface Class {
  children: number;
  earned: number;
}

type Account = readonly [
  earned: number,
  spentMs: number,
  children: number,
  minimisations: number,
  hash: string,
];

/** The state that is saved between runs. */
export interface ParentsState {
  /** By the ids of entries. */
  readonly accounts: Readonly<Record<string, Account>>;
  readonly classes: readonly Readonly<Class>[];
}

export class Parents {
  readonly #all: Parent[] = [];
  /**
   * The entries that were the first to reach an edge in the focus, and entries that a change makes other code
   * of.
   */
  readonly #focused: Parent[] = [];
  readonly #byId = new Map<string, Parent>();
  readonly #coverage: CoverageMap;
  /** Classes by cost: one for each power of two, in milliseconds. */
  readonly #classes: Class[] = [];
  /** Rarities of entries, and the number of kept tests for which they hold: every choice asks for dozens. */
  readonly #rarities = new WeakMap<Parent, { held: number; rarity: number }>();
  /**
   * Accounts from an earlier run for entries that this run has not taken in yet: the target may be another
   * build.
   */
  readonly #remembered = new Map<string, Account>();

  constructor(coverage: CoverageMap) {
    this.#coverage = coverage;
  }

  get size(): number {
    return this.#all.length;
  }

  get(id: string): Parent | undefined {
    return this.#byId.get(id);
  }

  /** All entries of a source. */
  of(source: string): readonly Parent[] {
    return this.#all.filter(({ info }) => info.source === source);
  }

  add(info: EntryInfo, keptFor: Uint32Array, hash: bigint, isWanted = false): Parent {
    const replaced = info.replaces === undefined ? undefined : this.#byId.get(info.replaces);
    if (replaced !== undefined) this.#remove(replaced);
    const remembered = this.#remembered.get(info.id);
    this.#remembered.delete(info.id);
    // A replacement inherits the statistics of the entry it replaces.
    const known = remembered === undefined ? (replaced ?? UNKNOWN) : knownBy(remembered);
    const { earned, spentMs, children, minimisations } = known;
    const parent: Parent = { info, keptFor, hash, earned, spentMs, children, minimisations, isGone: false };
    this.#all.push(parent);
    const { focus } = this.#coverage;
    if (isWanted || (focus !== undefined && focus.count(keptFor) > 0)) this.#focused.push(parent);
    this.#byId.set(info.id, parent);
    return parent;
  }

  /** Chooses by the expected earnings of an entry's children for their CPU time. */
  choose(rng: RandomGenerator, source: string): Parent | undefined {
    let best: Parent | undefined;
    let bestRate = -1;
    const usual = this.#usual;
    for (let i = 0; i < tuning.contenders.value; i++) {
      const parent = this.#someOf(this.#focused, rng, source) ?? this.any(rng, source);
      if (parent === undefined) return undefined;
      const { info, earned, spentMs } = parent;
      const rate =
        gamma(rng, 1 + earned) /
        (spentMs + (info.costMs + tuning.extraMs.value) / this.#expected(parent, usual));
      if (rate > bestRate) {
        bestRate = rate;
        best = parent;
      }
    }
    return best;
  }

  /**
   * The entry for which minimising may save most: mutated often, expensive, and not yet minimised too often.
   */
  busiest(rng: RandomGenerator, source: string): Parent | undefined {
    let best: Parent | undefined;
    let most = 0;
    for (let i = 0; i < tuning.contenders.value; i++) {
      const parent = this.any(rng, source);
      if (parent === undefined || parent.children < tuning.busyChildren.value) continue;
      const toSave = (parent.children * parent.info.costMs) / (1 + parent.minimisations);
      if (toSave > most) {
        most = toSave;
        best = parent;
      }
    }
    return best;
  }

  /** Any entry of the source, with equal probability. */
  any(rng: RandomGenerator, source: string): Parent | undefined {
    return this.#someOf(this.#all, rng, source);
  }

  /** Notes the earnings of one child of the parent. */
  learn(parent: Parent, earned: number, spentMs: number): void {
    this.learnOwn(parent, earned, spentMs);
    parent.children++;
    for (const each of this.#classes) {
      each.children *= KEEP;
      each.earned *= KEEP;
    }
    const ofCost = this.#classOf(parent);
    ofCost.children++;
    ofCost.earned += earned;
  }

  /** Notes the entry's own earnings, which tell what similar tests earn. */
  learnOwn(parent: Parent, earned: number, spentMs: number): void {
    parent.earned += earned;
    parent.spentMs += spentMs + tuning.extraMs.value;
  }

  get state(): ParentsState {
    const accounts: Record<string, Account> = Object.fromEntries(this.#remembered);
    for (const { info, earned, spentMs, children, minimisations, hash } of this.#all)
      accounts[info.id] = [rounded(earned), rounded(spentMs), children, minimisations, hash.toString(16)];
    return { accounts, classes: this.#classes };
  }

  /** Restores the accounts of present entries, and keeps the accounts of entries that come later. */
  restore(state: unknown): void {
    if (state === undefined) return;
    const { accounts, classes } = state as ParentsState;
    this.#classes.splice(0, this.#classes.length, ...classes.map((each) => ({ ...each })));
    for (const [id, account] of Object.entries(accounts)) {
      const parent = this.#byId.get(id);
      if (parent === undefined) {
        this.#remembered.set(id, account);
      } else if (!parent.isGone) {
        Object.assign(parent, knownBy(account), { hash: BigInt(`0x${account[4]}`) });
      }
    }
  }

  #someOf(entries: readonly Parent[], rng: RandomGenerator, source: string): Parent | undefined {
    if (entries.length === 0) return undefined;
    for (let attempt = 0; attempt < tuning.tries.value; attempt++) {
      const parent = entries[uniformBelow(rng, entries.length)]!;
      if (parent.info.source === source) return parent;
    }
    return entries.find(({ info }) => info.source === source);
  }

  /** Earnings of a child, whatever its cost. */
  get #usual(): number {
    let children = 1;
    let earned = 1;
    for (const each of this.#classes) {
      children += each.children;
      earned += each.earned;
    }
    return earned / children;
  }

  /** Expected earnings of one more child. */
  #expected(parent: Parent, usual: number): number {
    const ofCost = this.#classOf(parent);
    // The usual gain weighs as much as a few children, so that one child cannot ruin a class.
    const expected =
      (ofCost.earned + tuning.usualCounts.value * usual) / (ofCost.children + tuning.usualCounts.value);
    // One feature says less than many.
    const { length } = parent.keptFor;
    const trust = length / (length + 1);
    return expected * (1 + trust * this.#rarityOf(parent));
  }

  #rarityOf(parent: Parent): number {
    const { held } = this.#coverage;
    const known = this.#rarities.get(parent);
    if (known?.held === held) return known.rarity;
    const rarity = this.#coverage.rarity(parent.keptFor);
    this.#rarities.set(parent, { held, rarity });
    return rarity;
  }

  #classOf({ info }: Parent): Class {
    const index = Math.max(0, Math.ceil(Math.log2(info.costMs)));
    while (this.#classes.length <= index) this.#classes.push({ children: 0, earned: 0 });
    return this.#classes[index]!;
  }

  #remove(parent: Parent): void {
    removeFrom(this.#all, parent);
    removeFrom(this.#focused, parent);
    parent.isGone = true;
  }
}

/** Removes an entry; the last one takes its place in the list. */
function removeFrom(entries: Parent[], parent: Parent): void {
  const at = entries.indexOf(parent);
  if (at < 0) return;
  const last = entries.pop();
  if (at < entries.length && last !== undefined) entries[at] = last;
}

/** Everything except the hash, which belongs to a build of the target. */
function knownBy([earned, spentMs, children, minimisations]: Account): typeof UNKNOWN {
  return { earned, spentMs, children, minimisations };
}

/** Three decimals: written often, and more digits mean nothing. */
function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
