/**
 * The side line that counts accesses to volatile data, within its share. The target compiles a test once as usual and
 * once without optimisation, and both builds must make equally many accesses.
 *
 * Invariant: a target that loses an access of a small program on purpose, and whose counts do not show it, is not
 * asked.
 */
import {
  type CompilerConfiguration,
  countingPair,
  findMiscount,
  hasContract,
  hasCountableData,
  type Laboratory,
} from '../../oracle/index.ts';
import { triageTuning } from '../tuning.ts';
import { askedFor } from './asked-for.ts';
import type { SharedLaboratory } from './campaigner.ts';
import type { ComparisonCandidate } from './candidates.ts';
import type { CareOptions } from './care-options.ts';
import { inspectWrongCode } from './inspect.ts';
import type { SideWork } from './side-job.ts';
import type { SideLine } from './side-line.ts';
import { takeInspection, type Takers } from './take-inspection.ts';

const MAX_WAITING = triageTuning.maxObjects.value;

export interface VolatileLineParts extends Takers {
  readonly options: CareOptions;
  readonly laboratory: SharedLaboratory;
}

export class VolatileLine implements SideLine {
  readonly name = 'volatile' as const;
  readonly share: number;
  readonly #parts: VolatileLineParts;
  /** The latest come first. */
  readonly #waiting: ComparisonCandidate[] = [];
  #isProved: Promise<boolean> | undefined;

  constructor(parts: VolatileLineParts) {
    this.#parts = parts;
    this.share = parts.options.volatileShare ?? 0;
  }

  offer(candidate: ComparisonCandidate): void {
    const { program, definition } = candidate;
    if (this.share <= 0 || hasContract(program)) return;
    if (this.#parts.doubts.isHopeless(definition.name)) return;
    this.#waiting.push(candidate);
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
  }

  next(): SideWork | undefined {
    // The text of a test is read only if its turn comes: few are asked about.
    for (let latest = this.#waiting.pop(); latest !== undefined; latest = this.#waiting.pop()) {
      const candidate = latest;
      if (hasCountableData(candidate.program)) return () => this.#check(candidate);
    }
    return undefined;
  }

  async interrupt(): Promise<void> {
    await this.#parts.laboratory.close();
  }

  async #check(candidate: ComparisonCandidate): Promise<void> {
    const { campaign } = this.#parts;
    const laboratory = await this.#parts.laboratory.open();
    const beforeMs = laboratory.cpuMs;
    let isCheck = false;
    try {
      const pair = countingPair(askedFor(campaign, candidate), candidate.program);
      if (pair === undefined || !(await (this.#isProved ??= this.#prove(laboratory, pair)))) return;
      isCheck = true;
      const isTrusted = candidate.program.promises === 'defined';
      const inspection = await inspectWrongCode(laboratory, candidate.program, pair, {
        countAgain: (signature) => isTrusted && campaign.findings.countAgain(signature),
        unstaged: candidate.unstaged,
      });
      takeInspection(this.#parts, candidate, inspection);
    } finally {
      // At least 1 ms, so that a job without measurable cost does not go on for ever.
      const ms = Math.max(1, laboratory.cpuMs - beforeMs);
      campaign.tell({ type: 'spent', on: this.name, ms, isCheck });
    }
  }

  async #prove(
    laboratory: Laboratory,
    pair: readonly [CompilerConfiguration, CompilerConfiguration],
  ): Promise<boolean> {
    const why = await findMiscount(laboratory, pair);
    if (why === undefined) return true;
    this.#parts.campaign.tell({ type: 'note', text: `accesses to volatile data are not counted: ${why}` });
    return false;
  }
}
