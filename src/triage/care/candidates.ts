/**
 * Chooses the tests to compare: the loop makes far more than there is time for. First come tests with the
 * most new features for their cost of comparing; without new features the smallest, and among equals the
 * latest. Tests of arms that lately led only to known bugs come later.
 */
import type { ChoiceSequence } from '../../choice/index.ts';
import type { FindingOrigin } from '../../finding/index.ts';
import { type Program, programSize } from '../../program/index.ts';
import type { SourceDefinition } from '../../source/index.ts';
import { triageTuning } from '../tuning.ts';

export interface ComparisonCandidate {
  readonly definition: SourceDefinition;
  readonly program: Program;
  /** The program before its stages, if stages changed it. */
  readonly unstaged?: Program;
  readonly record: ChoiceSequence;
  readonly origin: FindingOrigin;
  readonly freshFeatures: number;
  /** The avoided findings that this test may show. */
  readonly looksAt?: readonly string[] | undefined;
}

const MAX_WAITING = triageTuning.maxWaiting.value;
const FIXED_COST_BYTES = triageTuning.fixedCostBytes.value;
const HALF_LIFE = triageTuning.halfLife.value;

export class Candidates {
  readonly #waiting: ComparisonCandidate[] = [];
  /** For each arm, the number of comparisons that showed only a known bug. */
  readonly #known = new Map<string, number>();

  offer(candidate: ComparisonCandidate): void {
    this.#waiting.push(candidate);
    if (this.#waiting.length > MAX_WAITING) this.#take((a, b) => this.#worth(a) < this.#worth(b));
  }

  next(): ComparisonCandidate | undefined {
    return this.#take((a, b) => this.#worth(a) >= this.#worth(b));
  }

  learn({ origin }: ComparisonCandidate, isKnownBug: boolean): void {
    const arm = origin.arm ?? '';
    const keep = 0.5 ** (1 / HALF_LIFE);
    this.#known.set(arm, (this.#known.get(arm) ?? 0) * keep + (isKnownBug ? 1 - keep : 0));
  }

  #worth({ freshFeatures, origin, program, looksAt }: ComparisonCandidate): number {
    if (looksAt !== undefined) return Infinity;
    const gain = (1 + freshFeatures) * (1 - (this.#known.get(origin.arm ?? '') ?? 0));
    return gain / (FIXED_COST_BYTES + programSize(program));
  }

  /** Removes the best candidate; among equals the later with `>=`, the earlier with `<`. */
  #take(
    isBefore: (a: ComparisonCandidate, b: ComparisonCandidate) => boolean,
  ): ComparisonCandidate | undefined {
    let best = 0;
    for (let at = 1; at < this.#waiting.length; at++)
      if (isBefore(this.#waiting[at]!, this.#waiting[best]!)) best = at;
    return this.#waiting.splice(best, 1)[0];
  }
}
