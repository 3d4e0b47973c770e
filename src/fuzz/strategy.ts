/** Strategy: decides what to test next, and learns from what came of it. */
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { ChoiceSequence } from '../choice/index.ts';
import type { Proposal } from './arm.ts';
import type { Parent } from './parents.ts';

/** What came of a proposal. */
export interface Result {
  readonly proposal: Proposal;
  readonly record: ChoiceSequence;
  readonly spentMs: number;
  /** What nothing had reached before. */
  readonly freshFeatures: number;
  readonly freshEdges: number;
  /** The entry that was made of it, where it was kept. */
  readonly kept: Parent | undefined;
}

export interface Strategy {
  /** Undefined when there is nothing left to test. */
  next(rng: RandomGenerator, seed: number): Proposal | undefined;
  learn(result: Result): void;
  /** What arms earn in a CPU second at present. */
  rates?(): ReadonlyMap<string, number>;
  /** For a later run; anything that JSON can hold. */
  readonly state: unknown;
  restore(state: unknown): void;
}
