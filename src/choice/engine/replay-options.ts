/**
 * Options of a replay (the sequence to follow, the answers if it has none, the limits), and its result.
 */

import type { Alphabet } from '../sequence/alphabet.ts';
import type { ResyncStrategy } from './cursor.ts';
import type { Meanings } from '../sequence/meanings.ts';
import type { ChoiceSequence } from '../sequence/sequence.ts';
import type { Swarm } from './swarm.ts';

/** A test past a limit is an overrun, never a hang. */
export interface Limits {
  /** Default 10 million. */
  readonly maxChoices?: number;
  /** Default 20 million. */
  readonly maxScopes?: number;
  /** Limit of open scopes at one moment. Default 1,000, well inside Node's stack. */
  readonly maxDepth?: number;
  /** Time limit, measured by `now`; without both there is no time limit. */
  readonly maxTimeMs?: number;
}

/** A question without a recorded answer. */
export interface OpenQuestion {
  readonly symbol: number;
  /** Symbol of the innermost scope's label; 0 outside all scopes. */
  readonly label: number;
  /** Lower bound of the answer, and the number of possible answers; both are rounded beyond 2^53. */
  readonly min: number;
  readonly count: number;
}

/**
 * Answers questions that the record does not answer. The answer is the index of an option or the value of a
 * number; for undefined, the random generator answers. Answers out of bounds are brought to the nearest
 * bound.
 */
export type Filler = (question: OpenQuestion) => number | undefined;

export interface ReplayOptions {
  readonly alphabet: Alphabet;
  /** The sequence to follow; without it all answers are fresh. */
  readonly sequence?: ChoiceSequence;
  readonly resync?: ResyncStrategy;
  /** Seed of the fresh draws. Default 0. */
  readonly seed?: number;
  readonly filler?: Filler;
  /** A bias for this test, which takes the place of a filler. */
  readonly swarm?: Swarm;
  readonly limits?: Limits;
  readonly now?: () => number;
  /** Collects the names of the options in each draw, to show sequences to people. */
  readonly meanings?: Meanings;
  readonly guard?: Guard;
}

/**
 * Runs the generator's body once; a watchdog for generators that loop without drawing. If it stops the
 * generator midway, which may skip even `finally`, it throws {@link Stopped}.
 */
export type Guard = <T>(body: () => T) => T;

/** Thrown if a guard stopped the generator because its time was up. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

export type OverrunLimit = 'choices' | 'scopes' | 'depth' | 'time';

/** The result of running a generator. The record is there in every case: it holds all draws so far. */
export type Replayed<T> =
  | {
      readonly outcome: 'ok';
      readonly value: T;
      readonly record: ChoiceSequence;
      readonly freshCount: number;
    }
  | {
      readonly outcome: 'overrun';
      readonly limit: OverrunLimit;
      readonly record: ChoiceSequence;
      readonly freshCount: number;
    }
  | {
      readonly outcome: 'failed';
      readonly error: unknown;
      /** Labels of the scopes that were open when the error was thrown, outermost first. */
      readonly scopePath: readonly string[];
      readonly record: ChoiceSequence;
      readonly freshCount: number;
    };
