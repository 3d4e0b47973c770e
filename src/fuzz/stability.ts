/**
 * Stability: executes some kept tests once more, and leaves out edges that differ between the executions.
 *
 * This happens for every target that has coverage. Invariant: this costs a small share of all compiling,
 * whatever the tests cost.
 */
import type { Tell } from '../campaign/index.ts';
import { programSize } from '../program/index.ts';
import { maskUnstable } from '../target/index.ts';
import type { Meter } from './meter.ts';
import type { Plan } from './plan.ts';
import type { PassedTest } from './run-test.ts';
import type { Worker } from './worker.ts';
import { fuzzTuning } from './tuning.ts';

export interface StabilityParts {
  readonly workers: readonly Worker[];
  readonly meter: Meter;
  /** Cost of all compiling so far. */
  readonly compileMs: () => number;
  readonly tell: Tell;
}

export class Stability {
  readonly #parts: StabilityParts;
  readonly #masked = new Set<number>();
  #spentMs = 0;

  constructor(parts: StabilityParts) {
    this.#parts = parts;
  }

  /** Edges that are left out. */
  get masked(): readonly number[] {
    return [...this.#masked];
  }

  /** Executes a kept test again, a number of times that its cost allows. */
  async check(worker: Worker, _plan: Plan, { request, executions }: PassedTest): Promise<void> {
    const { meter, compileMs, tell } = this.#parts;
    const bytes = programSize(request.program);
    if (this.#spentMs + meter.executionMs(executions, bytes) > compileMs() * fuzzTuning.stabilityShare.value)
      return;
    const { cells, again } = await worker.interruption.wait(maskUnstable(worker.target, request, executions));
    const ms = meter.executionMs(again, bytes);
    this.#spentMs += ms;
    tell({ type: 'spent', on: 'compile', ms });
    const before = this.#masked.size;
    await this.mask(cells);
    if (this.#masked.size > before)
      tell({ type: 'note', text: `${this.#masked.size} edges are not stable and are left out` });
  }

  /** From now on leaves these edges out, in every worker. */
  async mask(cells: readonly number[]): Promise<void> {
    for (const cell of cells) this.#masked.add(cell);
    if (cells.length === 0) return;
    for (const { target } of this.#parts.workers) await target.coverage?.mask(cells);
  }
}
