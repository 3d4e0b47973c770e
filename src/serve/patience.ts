/**
 * Patience: the time that the engine waits for a server, and the answer if the server gives none.
 *
 * A server keeps the limits of a request itself. The engine waits longer, since a busy machine is slow. So
 * the engine gives up only a server that is stopped, or that ignores the limits.
 */
import type { Execution, OutcomeKind } from './execution.ts';

export interface AnswersDue {
  /** Number of answers that the request should get. */
  readonly answers: number;
  /** The server's own limit for each answer; 0 if there is none. */
  readonly wallMs: number;
}

/** Waiting times, which a test may shorten. */
export interface ServerWaits {
  /** For the hello of a starting server. */
  readonly startMs: number;
  /** For each answer, in addition to its limit. */
  readonly overMs: number;
}

export const usualWaits: ServerWaits = { startMs: 120_000, overMs: 30_000 };

/** A longer timer would end at once. */
const longestMs = 2 ** 31 - 1;

/** Without a limit of the server, the engine has none either. */
export function patienceMs({ answers, wallMs }: AnswersDue, { overMs }: ServerWaits): number {
  return wallMs === 0 ? longestMs : Math.min(Math.max(1, answers) * (wallMs + overMs), longestMs);
}

/** The answer to a request that nothing executed. */
export function lostExecution(outcome: OutcomeKind, text: string): Execution {
  return {
    outcome,
    text,
    signal: undefined,
    exitCode: 1,
    stack: [],
    cpuMs: 0,
    sharedCpuMs: 0,
    peakRssBytes: 0,
    features: undefined,
    output: new Uint8Array(),
  };
}
