/**
 * CPU time that the programs of a reduction may take: a few times the original's. A candidate that needs far
 * longer nearly always never ends, and would cost its whole limit once for every compiler.
 *
 * Invariant: the budget never grows.
 */
import { oracleTuning } from '../tuning.ts';
import { type Run, runLimits, type RunLimits } from '../../sandbox/index.ts';

const TIMES = oracleTuning.runTimes.value;
const LEAST_MS = oracleTuning.runLeastMs.value;

export class RunBudget {
  #cpuMs: number;
  /** True if all runs of interesting programs ended; undefined before the first run. */
  #allEnd: boolean | undefined;

  /** `startMs` is the CPU time that the original may take. */
  constructor(startMs: number = runLimits.cpuMs) {
    this.#cpuMs = startMs;
  }

  get limits(): RunLimits {
    return { ...runLimits, cpuMs: this.#cpuMs };
  }

  /** Learns from the runs of an interesting program. */
  learn(runs: readonly Run[]): void {
    this.#allEnd = this.#allEnd !== false && runs.every(({ end }) => end !== 'timeout');
    const longestMs = Math.max(...runs.map(({ cpuMs }) => cpuMs));
    this.#cpuMs = Math.min(this.#cpuMs, Math.max(LEAST_MS, Math.ceil(longestMs * TIMES)));
  }

  /** True if this run decides for all compilers: it did not end, while runs of the original did. */
  isEnough(run: Run | undefined): boolean {
    return this.#allEnd === true && run?.end === 'timeout';
  }
}
