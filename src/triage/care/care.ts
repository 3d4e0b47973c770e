/**
 * Care: everything that a campaign does with its tests besides searching. It compares compilers on promising
 * tests, checks tests against their truth, and asks judges. It also repeats possible failures, and reduces
 * findings as they arrive.
 *
 * Each kind of work is a side line, which takes steps between tests while it has used less than its share of
 * CPU time. Invariants: care has its own compilers, generators and alphabets, and tells the search only whether a
 * bug that a person avoids is still there. So a campaign without such bugs makes the same tests whatever care does;
 * known failures are only counted.
 */
import type { CampaignEvent } from '../../campaign/index.ts';
import type { Finding, FindingRecord } from '../../finding/index.ts';
import type { Execution } from '../../serve/index.ts';
import { type Campaigner, SharedLaboratory } from './campaigner.ts';
import type { ComparisonCandidate } from './candidates.ts';
import type { CareOptions } from './care-options.ts';
import { CompareLine } from './compare-line.ts';
import { Doubts } from './doubts.ts';
import { JudgingLine } from './judging-line.ts';
import { ReduceLine } from './reduce-line.ts';
import { RunningLine, withinGrace } from './side-line.ts';
import { TruthLine } from './truth-line.ts';
import { triageTuning } from '../tuning.ts';

export class Care {
  readonly #compare: CompareLine;
  readonly #reduce: ReduceLine;
  /** Lines that receive each test that went well. */
  readonly #offered: readonly { offer(candidate: ComparisonCandidate, output: Uint8Array): void }[];
  readonly #lines: readonly RunningLine[];
  readonly #toClose: readonly { close(): Promise<void> }[];
  readonly #end = new AbortController();

  constructor(options: CareOptions, campaigner: Campaigner) {
    const tell = (event: CampaignEvent): void => {
      if (event.type === 'spent') this.#lines.find(({ name }) => name === event.on)?.spend(event.ms);
      campaigner.tell(event);
    };
    const campaign: Campaigner = { ...campaigner, tell };
    const laboratory = new SharedLaboratory(options.world);
    this.#reduce = new ReduceLine({ options, campaign, laboratory, end: this.#end.signal });
    const onFinding = (finding: FindingRecord): void => this.#reduce.offer(finding);
    const parts = { options, campaign, laboratory, onFinding, doubts: new Doubts() };
    this.#compare = new CompareLine(parts);
    const truth = new TruthLine(parts);
    const judging = [...(options.judges ?? [])].map(([name, judge]) => new JudgingLine(name, judge, parts));
    this.#offered = [this.#compare, truth, ...judging];
    this.#toClose = [laboratory, truth, ...judging];
    const roomAgain = (): Promise<boolean> => campaign.roomAgain(this.#end.signal);
    this.#lines = [this.#compare, truth, ...judging, this.#reduce].map(
      (line) => new RunningLine(line, campaign.owedMs[line.name], roomAgain),
    );
    for (const { record } of campaign.findings.all()) this.#reduce.offer(record);
  }

  /** Called once, before the first test. */
  async prove(): Promise<void> {
    await this.#compare.prove();
  }

  /** Receives a test that went well, with the target's output. */
  offer(candidate: ComparisonCandidate, output: Uint8Array): void {
    for (const line of this.#offered) line.offer(candidate, output);
  }

  /**
   * Receives a test that the target refused, or that was cut off: a second look decides whether it is a
   * failure.
   */
  suspect(candidate: ComparisonCandidate, execution: Execution, key: string): void {
    this.#compare.suspect(candidate, execution, key);
  }

  /** Holds a new finding against the known bugs, and returns it as it is then. */
  async recognise(finding: Finding): Promise<Finding> {
    return this.#reduce.recognise(finding);
  }

  /** A finding that deserves to be small. */
  reduceLater(finding: FindingRecord): void {
    this.#reduce.offer(finding);
  }

  /** Does the due work, given the CPU time of the search so far, until the campaign is out of time. */
  async work(searchMs: number, isOver?: () => boolean): Promise<void> {
    const shares = this.#lines.reduce((sum, { share }) => sum + share, 0);
    const wholeMs = searchMs / Math.max(triageTuning.leastSearchShare.value, 1 - shares);
    for (const line of this.#lines) await line.work(wholeMs, isOver);
  }

  /** Ends within a moment. Reductions continue in the next run, from their best on the disk. */
  async close(): Promise<void> {
    this.#end.abort();
    try {
      await Promise.all(this.#lines.map((line) => line.finish()));
    } finally {
      await Promise.all(this.#lines.map((line) => line.breakOff()));
      await withinGrace(Promise.all(this.#toClose.map((each) => each.close())));
    }
  }
}
