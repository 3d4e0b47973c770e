/** Strategy: decides the next test, and learns from its result. */
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { ChoiceSequence, OverrunLimit, Replayed } from '../choice/index.ts';
import type { Made } from '../source/index.ts';
import type { Proposal } from './arm.ts';
import type { Earnings } from './bandit.ts';
import type { Parent } from './parents.ts';

/** The end of the making of a test: success, the generator's failure, or a limit. */
export type Ending = 'ok' | 'failed' | OverrunLimit;

export function endingOf(made: Replayed<unknown> | Made): Ending {
  return made.outcome === 'overrun' ? made.limit : made.outcome;
}

/** The result of a proposal. */
export interface Result {
  readonly proposal: Proposal;
  readonly record: ChoiceSequence;
  readonly ending: Ending;
  readonly spentMs: number;
  /** Number of features that were new. */
  readonly freshFeatures: number;
  /** The entry made from it, if it was kept. */
  readonly kept: Parent | undefined;
}

export interface Strategy {
  /** `later`: only after a test under way has come back. Undefined: nothing is left to test. */
  next(rng: RandomGenerator, seed: number): Proposal | 'later' | undefined;
  /** Receives the result of every proposal exactly once, executed or not. */
  learn(result: Result): void;
  /** Present earnings of each arm per CPU second. */
  rates?(): ReadonlyMap<string, number>;
  /** Earnings of its arms since the last call, for the other workers of a fleet. */
  takeEarnings?(): Earnings;
  /** A test of another worker became an entry; it earned the worth of its features there. */
  welcome?(parent: Parent, freshFeatures: number): void;
  /** Adds the earnings of another worker's arms. */
  learnFrom?(earnings: Earnings): void;
  /**
   * In a fleet, workers share the seed tests: the function says which ones are this worker's. The answer may
   * change as workers come and go.
   */
  share?(isOwn: (source: string, key: string) => boolean): void;
  /** The state for a later run, in a form that JSON can hold. */
  readonly state: unknown;
  restore(state: unknown): void;
}
