/**
 * Options of a replay (the sequence to follow, the answers if it says nothing, the limits), and its result.
 */

import type { Alphabet } from '../sequence/alphabet.ts';
import type { ResyncStrategy } from './cursor.ts';
import type { Meanings } from '../sequence/meanings.ts';
import type { ChoiceSequence } from '../sequence/sequence.ts';
import type { Swarm } from './swarm.ts';

/** Past a limit a test is an overrun, never a hang. */
export interface Limits {
  /** Default 10 million. */
  readonly maxChoices?: number;
  /** Default 20 million. */
  readonly maxScopes?: number;
  /** Open scopes at once. Default 1,000, well inside Node's stack. */
  readonly maxDepth?: number;
  /** Time allowed, read from `now`; without either there is no limit in time. */
  readonly maxTimeMs?: number;
}

/** A question without a recorded answer. */
export interface OpenQuestion {
  readonly symbol: number;
  /** Symbol of the innermost scope's label; 0 outside all scopes. */
  readonly label: number;
  /** Lower bound of the answer, and how many answers are possible; rounded beyond 2^53. */
  readonly min: number;
  readonly count: number;
}

/**
 * Answers questions that the record does not. The answer is the index of an option or the value of a number; undefined
 * leaves it to the random generator. Answers out of bounds are brought to the nearest bound.
 */
export type Filler = (question: OpenQuestion) => number | undefined;

export interface ReplayOptions {
  readonly alphabet: Alphabet;
  /** The sequence to follow; without it everything is fresh. */
  readonly sequence?: ChoiceSequence;
  readonly resync?: ResyncStrategy;
  /** Seed of the fresh draws. Default 0. */
  readonly seed?: number;
  readonly filler?: Filler;
  /** In place of a filler: a bias for this test. */
  readonly swarm?: Swarm;
  readonly limits?: Limits;
  readonly now?: () => number;
  /** Collects the names of the options that were drawn from, for showing sequences to people. */
  readonly meanings?: Meanings;
  readonly guard?: Guard;
}

/**
 * Stands around the generator, whose body it must run once; a watchdog for generators that loop without drawing. Having
 * stopped the generator in its tracks, which may skip even its `finally`, it throws {@link Stopped}.
 */
export type Guard = <T>(body: () => T) => T;

/** A guard stopped the generator because its time was up. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

export type OverrunLimit = 'choices' | 'scopes' | 'depth' | 'time';

/** The result of running a generator. The record is there in every case: all that was drawn until then. */
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
