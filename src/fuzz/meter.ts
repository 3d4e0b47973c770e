/**
 * Meter: where CPU time comes from.
 *
 * Decisions of the search depend on what tests cost. With measured time no two runs are alike, since no two measurements
 * are; with counted work they are, and a count says nearly as much: making and compiling a program takes time in
 * proportion to its size.
 */
import type { Made } from '../source/index.ts';
import type { Execution } from '../serve/index.ts';

export interface Meter {
  generationMs(made: Made): number;
  executionMs(executions: readonly Execution[], programBytes: number): number;
}

/**
 * What a test costs the engine itself, whatever the test: see `guided-vs-random` in
 * docs/decisions/0010-measurements.md. Without it, small tests look cheaper than they are.
 */
export const ENGINE_MS = 5;

export const clockMeter: Meter = {
  generationMs: ({ cost }) => cost.cpuUs / 1_000,
  executionMs: (executions) => {
    let ms = executions[0]?.sharedCpuMs ?? 0;
    for (const { cpuMs } of executions) ms += cpuMs;
    return ms;
  },
};

/** Csmith's default programs: 125 KB in 0.17 s from 62,000 draws, compiled in about the double of that. */
const MS_PER_CHOICE = 0.0027;
const MS_PER_BYTE = 0.0027;
const MS_PER_PROCESS = 5;
/** What one counts as that was cut off by time. */
const CUT_OFF_MS = 10_000;

export const countingMeter: Meter = {
  // How far a test came that was cut off by time is no matter of the test alone.
  generationMs: (made) =>
    made.outcome === 'overrun' && made.limit === 'time'
      ? CUT_OFF_MS
      : MS_PER_PROCESS + made.record.choiceCount * MS_PER_CHOICE,
  executionMs: (executions, bytes) => executions.length * (MS_PER_PROCESS + bytes * MS_PER_BYTE),
};
