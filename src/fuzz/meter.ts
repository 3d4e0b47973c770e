/**
 * Meter: where CPU time comes from.
 *
 * Decisions of the search depend on what tests cost. Measured time differs from run to run, so no two runs are alike.
 * With counted work runs are alike, and a count says nearly as much: making and compiling a program takes time in
 * proportion to its size.
 */
import type { Made } from '../source/index.ts';
import type { Execution } from '../serve/index.ts';
import { fuzzTuning } from './tuning.ts';

export interface Meter {
  generationMs(made: Made): number;
  executionMs(executions: readonly Execution[], programBytes: number): number;
}

export const clockMeter: Meter = {
  generationMs: ({ cost }) => cost.cpuUs / 1_000,
  executionMs: (executions) => {
    let ms = executions[0]?.sharedCpuMs ?? 0;
    for (const { cpuMs } of executions) ms += cpuMs;
    return ms;
  },
};

export const countingMeter: Meter = {
  // How far a test came that was cut off by time is no matter of the test alone.
  generationMs: (made) =>
    made.outcome === 'overrun' && made.limit === 'time'
      ? fuzzTuning.cutOffMs.value
      : fuzzTuning.msPerProcess.value + made.record.choiceCount * fuzzTuning.msPerChoice.value,
  executionMs: (executions, bytes) =>
    executions.length * (fuzzTuning.msPerProcess.value + bytes * fuzzTuning.msPerByte.value),
};
