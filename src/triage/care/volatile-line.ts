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
import { askedFor } from './asked-for.ts';
import type { ComparisonCandidate } from './candidates.ts';
import { type Bill, charged } from './charged.ts';
import { inspectWrongCode } from './inspect.ts';
import { Latest } from './latest.ts';
import type { LineParts } from './line-parts.ts';
import type { SideWork } from './side-job.ts';
import type { SideLine } from './side-line.ts';
import { takeInspection } from './take-inspection.ts';

export class VolatileLine implements SideLine {
  readonly name = 'volatile' as const;
  readonly share: number;
  readonly #parts: LineParts;
  readonly #waiting = new Latest<ComparisonCandidate>();
  #isProved: Promise<boolean> | undefined;

  constructor(parts: LineParts) {
    this.#parts = parts;
    this.share = parts.options.volatileShare ?? 0;
  }

  offer(candidate: ComparisonCandidate): void {
    const { program, definition } = candidate;
    if (this.share <= 0 || hasContract(program)) return;
    if (this.#parts.doubts.isHopeless(definition.name)) return;
    this.#waiting.add(candidate);
  }

  next(): SideWork | undefined {
    // The text of a test is read only if its turn comes: few are asked about.
    for (let latest = this.#waiting.take(); latest !== undefined; latest = this.#waiting.take()) {
      const candidate = latest;
      if (hasCountableData(candidate.program))
        return () => charged(this.#parts, this.name, (...opened) => this.#check(candidate, ...opened));
    }
    return undefined;
  }

  async interrupt(): Promise<void> {
    await this.#parts.laboratory.close();
  }

  async #check(candidate: ComparisonCandidate, laboratory: Laboratory, bill: Bill): Promise<void> {
    const { campaign } = this.#parts;
    const pair = countingPair(askedFor(campaign, candidate), candidate.program);
    if (pair === undefined || !(await (this.#isProved ??= this.#prove(laboratory, pair)))) return;
    bill.isCheck = true;
    const isTrusted = candidate.program.promises === 'defined';
    const inspection = await inspectWrongCode(laboratory, candidate.program, pair, {
      countAgain: (signature) => isTrusted && campaign.findings.countAgain(signature),
      unstaged: candidate.unstaged,
    });
    takeInspection(this.#parts, candidate, inspection);
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
