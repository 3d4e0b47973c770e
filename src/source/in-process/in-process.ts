/**
 * In-process source: any function over the draw API.
 *
 * A generator may misbehave like any code: it may never end, throw, overflow the stack, or return a promise.
 * Each is an outcome. Invariant: the same request gives the same outcome and record, unless time ran out.
 */

import { Alphabet, type Generator, type Limits, replay, type Replayed } from '../../choice/index.ts';
import type { GenerationRequest } from '../source.ts';
import { watchdog } from '../record/watchdog.ts';

export interface InProcessOptions {
  /** Name for people; by default the function's name. */
  readonly name?: string;
  /** Default is a new one. */
  readonly alphabet?: Alphabet;
  readonly limits?: Limits;
  /**
   * A generator that takes longer is stopped, even if it loops without drawing. Default 1,000. Infinity means
   * no watchdog and saves about 0.1 ms a test: for generators that are known to end.
   */
  readonly timeoutMs?: number;
}

/** A generator of tests of any type, in this very thread: for testing your own code in your own loop. */
export interface InProcessSource<T> {
  readonly name: string;
  readonly alphabet: Alphabet;
  runNow(request: GenerationRequest): Replayed<T>;
}

const DEFAULT_TIMEOUT_MS = 1_000;

export function inProcessSource<T>(
  generator: Generator<T>,
  options: InProcessOptions = {},
): InProcessSource<T> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, alphabet = new Alphabet(), limits = {} } = options;
  const guarded = timeoutMs === Infinity ? {} : { guard: watchdog(timeoutMs) };
  return {
    name: options.name ?? (generator.name || 'generator'),
    alphabet,
    runNow: (request) => replay(generator, { limits, ...request, alphabet, ...guarded }),
  };
}
