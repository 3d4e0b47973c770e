/**
 * Patience: how long the engine waits for a server, whatever the server does, and the answer if the server gives none.
 *
 * A server keeps the limits of a request itself. The engine waits longer than that, since a busy machine is slow. So
 * only a server that is stopped, or that does not keep the limits, is given up.
 */
import type { Execution, OutcomeKind } from './execution.ts';

export interface AnswersDue {
  /** Answers that the request is to have. */
  readonly answers: number;
  /** The server's own limit for each of them; 0 if there is none. */
  readonly wallMs: number;
}

/** Waits that a test makes shorter. */
export interface ServerWaits {
  /** For the hello of a server that starts. */
  readonly startMs: number;
  /** For each answer, over its limit. */
  readonly overMs: number;
}

export const usualWaits: ServerWaits = { startMs: 120_000, overMs: 30_000 };

/** A timer that is longer ends at once. */
const longestMs = 2 ** 31 - 1;

/** Without a limit of the server's own, there is none of the engine's. */
export function patienceMs({ answers, wallMs }: AnswersDue, { overMs }: ServerWaits): number {
  return wallMs === 0 ? longestMs : Math.min(Math.max(1, answers) * (wallMs + overMs), longestMs);
}

/** The answer to a request that the server did not answer. */
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
