/**
 * The smallest useful coverage-guided fuzzer, for the demo alone; real campaigns use another loop.
 *
 * The loop draws a fresh test or mutates a kept one, runs it, and keeps it if it reaches something new.
 * Without guidance every test is fresh. The loop is deterministic: equal seeds give equal runs; it counts
 * executions and knows no time.
 */

import { type ChoiceSequence, makeRandom } from '../../choice/index.ts';
import { type Change, mutate, type OperatorName } from '../../mutate/index.ts';
import type { InProcessSource } from '../../source/index.ts';

/** Behaviour of the target. */
export interface Observation {
  readonly features: readonly number[];
  /** The text of the crash, if there was one. */
  readonly crash?: string;
}

/** `guided`: the loop keeps and mutates tests that reach something new; `random`: all tests are fresh. */
export type RunMode = 'guided' | 'random';

export interface LoopOptions<T> {
  readonly source: InProcessSource<T>;
  readonly target: (test: T) => Observation;
  readonly seed: number;
  readonly maxExecutions: number;
  readonly mode: RunMode;
  readonly signal?: AbortSignal;
  /** Called now and then, and at the end. */
  readonly onProgress?: (progress: LoopProgress) => void;
}

export interface LoopProgress {
  readonly executions: number;
  readonly features: number;
  readonly corpus: number;
  readonly crashes: number;
}

export interface FirstCrash<T> {
  /** The number of the execution, counted from 1. */
  readonly execution: number;
  readonly test: T;
  readonly crash: string;
  readonly sequence: ChoiceSequence;
  /** The mutation that made the test; undefined for a fresh test. */
  readonly mutation?: { readonly operator: OperatorName; readonly changes: readonly Change[] };
}

export interface LoopResult<T> extends LoopProgress {
  readonly first: FirstCrash<T> | undefined;
  readonly wasInterrupted: boolean;
}

/** Share of fresh tests once the corpus has a test; a round number, not a tuned number. */
const FRESH_SHARE = 0.5;
const NEWEST = 10;
const DONORS = 4;
/** Executions between two reports, at which Ctrl-C gets its chance. */
const REPORT_EVERY = 200;

export async function runLoop<T>(options: LoopOptions<T>): Promise<LoopResult<T>> {
  const { source, target, maxExecutions, signal } = options;
  const isGuided = options.mode === 'guided';
  const rng = makeRandom(options.seed);
  const below = (count: number): number => Math.floor(((rng.next() >>> 0) / 2 ** 32) * count);
  const seen = new Set<number>();
  const corpus: ChoiceSequence[] = [];
  let first: FirstCrash<T> | undefined;
  let executions = 0;
  let crashes = 0;
  const progress = (): LoopProgress => ({ executions, features: seen.size, corpus: corpus.length, crashes });

  const isInterrupted = (): boolean => signal?.aborted === true;
  /**
   * Half of the time, chooses one of the newest tests, which are nearest to unseen code; otherwise any test.
   */
  const choose = (): ChoiceSequence => {
    const among = below(2) === 0 ? corpus.length : Math.min(corpus.length, NEWEST);
    return corpus[corpus.length - 1 - below(among)]!;
  };

  while (executions < maxExecutions && !isInterrupted()) {
    const isFresh = !isGuided || corpus.length === 0 || below(1_000) < FRESH_SHARE * 1_000;
    const mutation = isFresh
      ? undefined
      : mutate(choose(), rng, {
          donors: Array.from({ length: DONORS }, () => corpus[below(corpus.length)]!),
        });
    executions++;
    if (executions % REPORT_EVERY === 0) {
      options.onProgress?.(progress());
      await new Promise((resolve) => setImmediate(resolve));
    }
    const made = source.runNow({
      seed: rng.next() >>> 0,
      ...(mutation === undefined ? {} : { sequence: mutation.sequence }),
    });
    if (made.outcome !== 'ok') continue;
    const { features, crash } = target(made.value);
    const known = seen.size;
    for (const feature of features) seen.add(feature);
    if (isGuided && seen.size > known) corpus.push(made.record);
    if (crash === undefined) continue;
    crashes++;
    first ??= {
      execution: executions,
      test: made.value,
      crash,
      sequence: made.record,
      ...(mutation === undefined
        ? {}
        : { mutation: { operator: mutation.operator, changes: mutation.changes } }),
    };
  }
  options.onProgress?.(progress());
  return { ...progress(), first, wasInterrupted: executions < maxExecutions };
}
