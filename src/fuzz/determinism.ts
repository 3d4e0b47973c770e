/**
 * Determinism: makes some kept tests again from their choices, and warns a person if another program comes
 * out.
 *
 * The whole corpus depends on it: a test is its choices. Invariants: this costs a small share of all
 * generating, except for the first kept test of a source, which is always checked. The search does not learn
 * of these checks.
 */
import type { Tell } from '../campaign/index.ts';
import { programKey } from '../program/index.ts';
import type { SourceDefinition } from '../source/index.ts';
import type { Meter } from './meter.ts';
import type { Plan } from './plan.ts';
import type { PassedTest } from './run-test.ts';
import type { Worker } from './worker.ts';
import { fuzzTuning } from './tuning.ts';

export interface DeterminismParts {
  readonly definitions: ReadonlyMap<string, SourceDefinition>;
  readonly meter: Meter;
  /** Cost of all generating so far. */
  readonly generateMs: () => number;
  readonly tell: Tell;
}

export class Determinism {
  readonly #parts: DeterminismParts;
  /** Number of checks for each source. */
  readonly #checks = new Map<string, number>();
  readonly #told = new Set<string>();
  #spentMs = 0;

  constructor(parts: DeterminismParts) {
    this.#parts = parts;
  }

  async check(worker: Worker, { proposal, test }: Plan, { made }: PassedTest): Promise<void> {
    const { meter, tell } = this.#parts;
    const { source } = proposal;
    if (!this.#mayCheck(source, meter.generationMs(made))) return;
    const again = await worker.make(source, { sequence: made.record, isAnew: true });
    const ms = meter.generationMs(again);
    this.#spentMs += ms;
    tell({ type: 'spent', on: 'generate', ms });
    // A time limit on a busy machine says nothing about the test.
    if (again.outcome === 'overrun') return;
    if (again.outcome === 'ok' && programKey(again.program) === programKey(made.program)) return;
    this.#told.add(source);
    const name = this.#parts.definitions.get(source)?.module ?? source;
    const which = test === undefined ? 'a test' : `test ${test}`;
    const text = `${source} is not deterministic: from the choices of ${which} it does not make the same program again, so that what is kept is of little use; look into it: cgfuzz source check ${name}`;
    tell({ type: 'note', text });
  }

  #mayCheck(source: string, costMs: number): boolean {
    const checks = this.#checks.get(source) ?? 0;
    if (this.#told.has(source) || checks >= fuzzTuning.maxDeterminismChecks.value) return false;
    const isOwed = this.#spentMs + costMs <= this.#parts.generateMs() * fuzzTuning.determinismShare.value;
    if (checks > 0 && !isOwed) return false;
    this.#checks.set(source, checks + 1);
    return true;
  }
}
