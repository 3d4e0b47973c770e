/**
 * The side line that runs a person's judge on tests, within its share.
 *
 * Invariant: a judge that cannot tell right from wrong in two small modules is not used, and the person gets
 * the reason.
 */
import {
  findBlindJudge,
  GivenJudge,
  inspectRefutation,
  judgedConfiguration,
  type JudgeTools,
  type Laboratory,
  mayBeJudged,
} from '../../oracle/index.ts';
import { askedFor } from './asked-for.ts';
import type { ComparisonCandidate } from './candidates.ts';
import { type Bill, charged } from './charged.ts';
import { Latest } from './latest.ts';
import type { LineParts } from './line-parts.ts';
import type { SideWork } from './side-job.ts';
import type { SideLine } from './side-line.ts';
import { takeInspection } from './take-inspection.ts';

export class JudgeLine implements SideLine {
  readonly name = 'judge' as const;
  readonly share: number;
  readonly #parts: LineParts;
  readonly #judge: GivenJudge | undefined;
  readonly #waiting = new Latest<ComparisonCandidate>();
  #isProved: Promise<boolean> | undefined;

  constructor(parts: LineParts) {
    const { judge, world } = parts.options;
    this.#parts = parts;
    this.share = judge?.share ?? 0;
    this.#judge = judge && new GivenJudge(judge.command, world);
  }

  offer(candidate: ComparisonCandidate): void {
    if (this.#judge === undefined || this.share <= 0) return;
    if (!mayBeJudged({ judge: this.#judge }, candidate.program)) return;
    this.#waiting.add(candidate);
  }

  next(): SideWork | undefined {
    const waiting = this.#waiting.take();
    return waiting && (() => charged(this.#parts, this.name, (...opened) => this.#check(waiting, ...opened)));
  }

  async interrupt(): Promise<void> {
    this.#judge?.close();
    await this.#parts.laboratory.close();
  }

  async #check(candidate: ComparisonCandidate, laboratory: Laboratory, bill: Bill): Promise<void> {
    const judge = this.#judge;
    if (judge === undefined || !(await (this.#isProved ??= this.#prove(laboratory, judge)))) return;
    bill.isCheck = await this.#ask({ laboratory, judge }, candidate);
  }

  /** True if the judge gave an answer about the test. */
  async #ask(tools: JudgeTools, candidate: ComparisonCandidate): Promise<boolean> {
    const asked = judgedConfiguration(tools, candidate.program, askedFor(this.#parts.campaign, candidate));
    const found = await inspectRefutation(tools, candidate.program, asked);
    if (found.kind === 'nothing') return found.why === 'right';
    const { signature, culprit, says } = found;
    const seen = { signature, text: says, ...asked, culprit, judge: tools.judge.command };
    takeInspection(this.#parts, candidate, { kind: 'failure', seen });
    return true;
  }

  /** A judge for gcc compiles the program itself, so no wrong example can be given to it. */
  async #prove(laboratory: Laboratory, judge: GivenJudge): Promise<boolean> {
    const { compiler } = await laboratory.target(this.#parts.campaign.target);
    if (compiler?.family !== 'clang') return compiler !== undefined;
    const why = await findBlindJudge(judge);
    if (why === undefined) return true;
    this.#parts.campaign.tell({ type: 'note', text: `--judge is not asked: ${why}` });
    return false;
  }
}
