/**
 * Journal: writes down the campaign's progress once a second: the state for a resume, the learnt state, and
 * statistics.
 *
 * Losing these files loses no test. A full disk is ignored: the journal writes again a second later.
 */
import type { StatsLine, Tell } from '../campaign/index.ts';
import type { Findings } from '../finding/index.ts';
import type { Strategy } from '../search/index.ts';
import type { RefusedConstructs } from '../source/index.ts';
import type { Account } from './account.ts';
import type { CampaignOptions } from './campaign-options.ts';
import type { Collection } from './collection.ts';
import type { Intake } from './intake.ts';
import type { LimitsOfTime, LimitsState } from './limits-of-time.ts';
import type { Stability } from './stability.ts';
import { fuzzTuning } from './tuning.ts';
import { isDiskFull } from '../util/circumstance.ts';

/** The content of `state.json`. */
export interface CampaignState {
  readonly line: StatsLine;
  readonly strategy: unknown;
  readonly masked: readonly number[];
  /** Absent in campaigns of older versions. */
  readonly limits?: LimitsState;
}

export interface JournalParts {
  readonly options: Pick<CampaignOptions, 'folder' | 'clock'>;
  readonly account: Account;
  readonly collection: Collection;
  readonly findings: Findings;
  readonly intake: Pick<Intake, 'isRelearning'>;
  readonly stability: Stability;
  readonly strategy: Strategy;
  readonly limits: LimitsOfTime;
  readonly refused: RefusedConstructs;
  readonly tell: Tell;
}

export class Journal {
  readonly #parts: JournalParts;
  #writtenMs = -Infinity;
  #statsCpuMs = -Infinity;
  #learntCpuMs = -Infinity;
  /** CPU time that the last write of `learnt.json` took; it grows with the corpus. */
  #learntCostMs = 0;

  constructor(parts: JournalParts) {
    this.#parts = parts;
  }

  tick(): void {
    if (this.#parts.options.clock.monotonicMs() - this.#writtenMs >= fuzzTuning.reportEveryMs.value)
      this.write(false);
  }

  write(isLast: boolean): StatsLine {
    const { options, strategy, stability, limits, tell } = this.#parts;
    const line = this.line();
    this.#writtenMs = options.clock.monotonicMs();
    const state: CampaignState = {
      line,
      strategy: strategy.state,
      masked: stability.masked,
      limits: limits.state,
    };
    try {
      this.#writeRarely(line, isLast);
      options.folder.writeState(state);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    }
    tell({ type: 'progress', line, rates: strategy.rates?.() ?? new Map() });
    return line;
  }

  #writeRarely(line: StatsLine, isLast: boolean): void {
    const { options, findings, collection, intake } = this.#parts;
    if (isLast || line.cpuMs >= this.#statsCpuMs * fuzzTuning.statsStep.value) {
      // Until the new build has executed all old tests, the coverage of this run says nothing about the
      // campaign.
      if (!intake.isRelearning) options.folder.appendStats(line);
      this.#statsCpuMs = line.cpuMs;
      findings.flush();
    }
    const dueMs = Math.max(
      this.#learntCpuMs * fuzzTuning.learntStep.value,
      this.#learntCpuMs + this.#learntCostMs / fuzzTuning.learntShare.value,
    );
    if (isLast || line.cpuMs >= dueMs) {
      const beforeMs = options.clock.cpuMs();
      options.folder.writeLearnt(collection.parents.state);
      this.#learntCostMs = options.clock.cpuMs() - beforeMs;
      this.#learntCpuMs = line.cpuMs;
    }
  }

  /** The present statistics. */
  line(): StatsLine {
    const { account, collection, findings, stability, refused } = this.#parts;
    const { coverage, corpus } = collection;
    const { focus } = coverage;
    const constructs = refused.worst();
    return account.line({
      ...(constructs.length > 0 ? { refused: constructs } : {}),
      features: coverage.features,
      edges: coverage.edges,
      corpus: corpus.size,
      findings: findings.size,
      unstable: stability.masked.length,
      ...(focus === undefined
        ? {}
        : { focus: { name: focus.place.name, edges: focus.edges, ofEdges: focus.place.edges.size } }),
    });
  }
}
