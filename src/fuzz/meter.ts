/**
 * Meter: the measure of CPU time.
 *
 * Decisions of the search depend on the cost of tests. Measured time differs from run to run, so two runs
 * always differ. With counted work runs are equal, and a count says nearly as much: the time for a program is
 * proportional to its size.
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
  // The progress of a test before a time limit depends on more than the test.
  generationMs: (made) =>
    made.outcome === 'overrun' && made.limit === 'time'
      ? fuzzTuning.cutOffMs.value
      : fuzzTuning.msPerProcess.value + made.record.choiceCount * fuzzTuning.msPerChoice.value,
  executionMs: (executions, bytes) =>
    executions.length * (fuzzTuning.msPerProcess.value + bytes * fuzzTuning.msPerByte.value),
};
