/**
 * Guided: a portfolio of arms shares the CPU time by their earnings.
 *
 * A test's earnings are its new features, divided by the mean of recent tests. So the first tests, which
 * reach tens of thousands, do not outweigh all later ones.
 */
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { ChoiceSequence } from '../../choice/index.ts';
import { type Arm, type ArmMaterial, type Proposal, SEARCH } from '../arm.ts';
import { expectedEarnings } from '../expected.ts';
import { fresh } from '../arms/fresh.ts';
import { Bandit, type BanditOptions, type BanditState, type Earnings } from '../bandit.ts';
import type { Parent, Parents } from '../parents.ts';
import type { SeedTests } from '../seed-tests.ts';
import type { Result, Strategy } from '../strategy.ts';
import { tuning } from '../tuning.ts';

export interface GuidedOptions {
  readonly sources: readonly string[];
  readonly arms: readonly Arm[];
  readonly parents: Parents;
  readonly sequenceOf: (parent: Parent) => ChoiceSequence;
  /** Seed tests by source; a missing source has none. */
  readonly seedTests?: ReadonlyMap<string, SeedTests>;
  /**
   * The build of the features: seed tests that were useless for one build may be useful for another.
   */
  readonly build?: string;
  /** Tells a person something. */
  readonly note?: (text: string) => void;
  readonly bandit?: BanditOptions;
  /** If false, arms share evenly and parents are random: for measuring the worth of guidance. */
  readonly isGuided?: boolean;
}

interface GuidedState {
  readonly tests: number;
  readonly usual: { readonly features: number };
  readonly bandit: BanditState;
  /** For each source, the number of seed tests taken. */
  readonly seeds?: Readonly<Record<string, number>>;
  readonly build?: string | undefined;
}

export class Guided implements Strategy {
  readonly #options: GuidedOptions;
  readonly #bandit: Bandit;
  readonly #arms = new Map<string, { readonly source: string; readonly arm: Arm }>();
  #tests = 0;
  /** New features of a test. */
  #usual = 0;
  #hasToldOfSeeds = false;

  constructor(options: GuidedOptions) {
    this.#options = options;
    const { sources, arms } = options;
    for (const source of sources) {
      for (const arm of arms) this.#arms.set(keyOf(source, arm.name), { source, arm });
    }
    const expected = new Map([...this.#arms].map(([key, { arm }]) => [key, expectedEarnings[arm.name] ?? 1]));
    this.#bandit = new Bandit(
      [...this.#arms.keys()],
      options.isGuided === false ? { floor: 1 } : { expected, ...options.bandit },
    );
  }

  next(rng: RandomGenerator, seed: number): Proposal {
    if (!this.#hasToldOfSeeds) this.#tellOfSeeds();
    const impossible = new Set<string>();
    while (impossible.size < this.#arms.size) {
      const key = this.#bandit.choose(rng, impossible);
      const { source, arm } = this.#arms.get(key)!;
      const proposed = arm.propose(this.#materialFor(source, rng, seed));
      if (proposed !== undefined) return { purpose: SEARCH, ...proposed, source, arm: arm.name };
      impossible.add(key);
    }
    return { arm: fresh.name, source: this.#options.sources[0]!, request: { seed }, purpose: SEARCH };
  }

  learn({ proposal, spentMs, freshFeatures, kept }: Result): void {
    const [parent] = proposal.parents ?? [];
    const key = keyOf(proposal.source, proposal.arm);
    const paidMs = spentMs + tuning.extraMs.value;
    if (proposal.purpose.kind === 'minimise') {
      const { of } = proposal.purpose;
      of.minimisations++;
      this.#bandit.learn(key, this.#worthOfReplacing(of, kept), paidMs);
      return;
    }
    const worth = this.#worthOf(freshFeatures);
    this.#bandit.learn(key, worth, paidMs);
    if (parent !== undefined) this.#options.parents.learn(parent, worth, spentMs);
    if (kept !== undefined) this.#options.parents.learnOwn(kept, worth, spentMs);
  }

  #tellOfSeeds(): void {
    this.#hasToldOfSeeds = true;
    for (const [source, { left }] of this.#options.seedTests ?? []) {
      if (left === 0) continue;
      this.#options.note?.(
        `${left} tests of ${source} that come with cgfuzz are tried as long as they earn their time; without them: --no-seeds`,
      );
    }
  }

  /** A test of the usual kind is worth 1. */
  #worthOf(features: number): number {
    this.#tests++;
    this.#usual +=
      (features - this.#usual) /
      Math.min(Math.max(this.#tests * tuning.usualShare.value, 1), tuning.usualOver.value);
    return features === 0 ? 0 : Math.min(features / this.#usual, tuning.maxWorth.value);
  }

  /**
   * Value of a cheaper replacement: the saved CPU time if it has as many children as before, times the
   * present earnings of CPU time.
   */
  #worthOfReplacing(parent: Parent, by: Parent | undefined): number {
    if (by === undefined || !parent.isGone) return 0;
    const savedMs = (parent.info.costMs - by.info.costMs) * parent.children;
    return Math.min(savedMs * this.#bandit.usual, tuning.maxWorth.value);
  }

  rates(): ReadonlyMap<string, number> {
    return this.#bandit.rates();
  }

  /**
   * Otherwise large tests that bring much would look no better than others, and the search would drift to
   * small ones.
   */
  welcome(parent: Parent, freshFeatures: number): void {
    const worth = Math.min(freshFeatures / Math.max(1, this.#usual), tuning.maxWorth.value);
    this.#options.parents.learnOwn(parent, worth, parent.info.costMs);
  }

  takeEarnings(): Earnings {
    return this.#bandit.takeEarnings();
  }

  learnFrom(earnings: Earnings): void {
    this.#bandit.learnFrom(earnings);
  }

  share(isOwn: (source: string, key: string) => boolean): void {
    for (const [source, tests] of this.#options.seedTests ?? [])
      tests.share((index) => isOwn(source, String(index)));
  }

  get state(): unknown {
    const { seedTests = new Map<string, SeedTests>(), build } = this.#options;
    return {
      tests: this.#tests,
      usual: { features: this.#usual },
      bandit: this.#bandit.state,
      seeds: Object.fromEntries([...seedTests].map(([source, { taken }]) => [source, taken])),
      build,
    } satisfies GuidedState;
  }

  restore(state: unknown): void {
    if (state === null) return;
    const { tests, usual, bandit, seeds = {}, build } = state as GuidedState;
    if (build === this.#options.build)
      for (const [source, taken] of Object.entries(seeds)) this.#options.seedTests?.get(source)?.skip(taken);
    this.#tests = tests;
    this.#usual = usual.features;
    this.#bandit.restore(bandit);
  }

  #materialFor(source: string, rng: RandomGenerator, seed: number): ArmMaterial {
    const { parents, sequenceOf, isGuided = true } = this.#options;
    const anyEntry = (): Parent | undefined => parents.any(rng, source);
    return {
      source,
      rng,
      seed,
      parent: isGuided ? () => parents.choose(rng, source) : anyEntry,
      busyParent: () => parents.busiest(rng, source),
      anyEntry,
      sequenceOf,
      seedTests: this.#options.seedTests?.get(source),
    };
  }
}

function keyOf(source: string, arm: string): string {
  return `${source}/${arm}`;
}
