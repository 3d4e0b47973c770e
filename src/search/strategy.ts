/** Strategy: decides what to test next, and learns from what came of it. */
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { ChoiceSequence, OverrunLimit, Replayed } from '../choice/index.ts';
import type { Made } from '../source/index.ts';
import type { Proposal } from './arm.ts';
import type { Earnings } from './bandit.ts';
import type { Parent } from './parents.ts';

/** How the making of a test ended: well, in the generator's failure, or at a limit. */
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
  /** Whether it was executed to its end. */
  readonly isExecuted: boolean;
  /** How many features nothing had reached before. */
  readonly freshFeatures: number;
  /** The entry that was made of it, if it was kept. */
  readonly kept: Parent | undefined;
}

export interface Strategy {
  /** Later: only when something that is under way has come back. Undefined: there is nothing left to test. */
  next(rng: RandomGenerator, seed: number): Proposal | 'later' | undefined;
  /** Hears of every proposal once, executed or not. */
  learn(result: Result): void;
  /** Present earnings of each arm in a CPU second. */
  rates?(): ReadonlyMap<string, number>;
  /** Earnings of its arms since the last call, for the other workers of a fleet. */
  takeEarnings?(): Earnings;
  /** A test of another worker became an entry; it earned there what its features are worth. */
  welcome?(parent: Parent, freshFeatures: number): void;
  /** Takes in what the arms of another worker earned. */
  learnFrom?(earnings: Earnings): void;
  /** In a fleet, seed tests are shared out: says which are this worker's. It may change as workers come and go. */
  share?(isOwn: (source: string, key: string) => boolean): void;
  /** For a later run; anything that JSON can hold. */
  readonly state: unknown;
  restore(state: unknown): void;
}
