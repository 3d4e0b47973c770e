/**
 * Account: the work and the resources of a campaign over all its runs; it says whether the campaign may
 * continue.
 *
 * It listens to events. Invariant: totals never go down.
 */
import type { CampaignEvent, SpentOn, StatsLine } from '../campaign/index.ts';
import type { CampaignOptions } from './campaign-options.ts';
import { type Surroundings, Tally } from './tally.ts';

type Options = Pick<CampaignOptions, 'clock' | 'budget' | 'signal'>;

export class Account {
  readonly #options: Options;
  readonly #tally = new Tally();
  readonly #startedMs: number;
  #earlierCpuMs = 0;
  #earlierWallMs = 0;
  #isOver = false;

  constructor(options: Options) {
    this.#options = options;
    this.#startedMs = options.clock.monotonicMs();
  }

  hear(event: CampaignEvent): void {
    if (event.type === 'kept' && event.newFeatures > 0) this.#tally.lastNewCpuMs = this.cpuMs;
    this.#tally.hear(event);
  }

  /** Tests that the search asked for. */
  get tests(): number {
    return this.#tally.counts.tests;
  }

  /** The number for a new test, which is about to be made. */
  begin(): number {
    return ++this.#tally.counts.tests;
  }

  /** Cost of the search's own tests, without tests that make entries cheaper. */
  get searchMs(): number {
    return this.#tally.spentMs.generate + this.#tally.spentMs.compile;
  }

  get spentMs(): Readonly<Record<SpentOn, number>> {
    return this.#tally.spentMs;
  }

  /** Judging is left out: every test gets it, and it cannot be put off. */
  get owedMs(): Readonly<Record<SpentOn, number>> {
    const { spentMs, judged } = this.#tally;
    return { ...spentMs, compare: spentMs.compare - judged.cpuMs };
  }

  get cpuMs(): number {
    return this.#earlierCpuMs + this.#options.clock.cpuMs();
  }

  get wallMs(): number {
    return this.#earlierWallMs + this.#options.clock.monotonicMs() - this.#startedMs;
  }

  /** The campaign ends after the tests that are under way. */
  end(): void {
    this.#isOver = true;
  }

  /** True if no further test may begin, given the number of tests under way. */
  mustStop(underWay: number): boolean {
    const { executions } = this.#options.budget;
    if (executions !== undefined && this.#tally.counts.executions + underWay >= executions) return true;
    return this.isOutOfTime;
  }

  get isOutOfTime(): boolean {
    const { signal, budget } = this.#options;
    const { cpuMs = Infinity, wallMs = Infinity } = budget;
    if (signal.aborted || this.cpuMs >= cpuMs || this.wallMs >= wallMs) this.#isOver = true;
    return this.#isOver;
  }

  line(around: Omit<Surroundings, 'atMs' | 'wallMs' | 'cpuMs'>): StatsLine {
    const atMs = this.#options.clock.dateMs();
    return this.#tally.line({ ...around, atMs, wallMs: this.wallMs, cpuMs: this.cpuMs });
  }

  /** Continues from the state of an earlier run. */
  restore(line: StatsLine): void {
    this.#tally.restore(line);
    // An earlier version used the wall clock, which somebody may have set back.
    this.#earlierCpuMs = Math.max(0, line.cpuMs);
    this.#earlierWallMs = Math.max(0, line.wallMs);
  }
}
