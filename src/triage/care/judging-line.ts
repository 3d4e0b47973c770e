/**
 * The side line that asks one judge about tests, within its share.
 *
 * Invariants: the judge is opened once, at its first test. A judge that cannot be asked here is not opened again.
 */
import type { Judge, JudgeGround, TestToJudge, OpenJudge } from '../../oracle/index.ts';
import type { JudgeName } from '../../oracle/judges/index.ts';
import { askedFor } from './asked-for.ts';
import type { ComparisonCandidate } from './candidates.ts';
import { charged } from './charged.ts';
import { Latest } from './latest.ts';
import type { LineParts } from './line-parts.ts';
import type { SideWork } from './side-job.ts';
import type { SideLine } from './side-line.ts';
import { takeInspection } from './take-inspection.ts';

interface Waiting {
  readonly candidate: ComparisonCandidate;
  readonly output: Uint8Array;
}

export class JudgingLine implements SideLine {
  readonly name: JudgeName;
  readonly share: number;
  readonly #judge: Judge;
  readonly #parts: LineParts;
  readonly #waiting = new Latest<Waiting>();
  readonly #end = new AbortController();
  #opening: Promise<OpenJudge | undefined> | undefined;

  constructor(name: JudgeName, judge: Judge, parts: LineParts) {
    this.name = name;
    this.share = parts.options.shares[name] ?? 0;
    this.#judge = judge;
    this.#parts = parts;
  }

  offer(candidate: ComparisonCandidate, output: Uint8Array): void {
    if (this.share > 0) this.#waiting.add({ candidate, output });
  }

  next(): SideWork | undefined {
    // Tests are looked at only if their turn comes: few are asked about.
    for (let latest = this.#waiting.take(); latest !== undefined; latest = this.#waiting.take()) {
      const { candidate } = latest;
      const test = this.#testOf(latest);
      if (this.#judge.mayAsk(test, this.#parts.options)) return () => this.#ask(test, candidate);
    }
    return undefined;
  }

  async interrupt(): Promise<void> {
    this.#end.abort();
    await this.#parts.laboratory.close();
    await this.close();
  }

  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = Promise.resolve(undefined);
    await (await opening)?.close?.();
  }

  #testOf({ candidate, output }: Waiting): TestToJudge {
    const { program, unstaged, definition } = candidate;
    const isLinked = !this.#parts.doubts.isHopeless(definition.name);
    return { program, unstaged, asked: askedFor(this.#parts.campaign, candidate), output, isLinked };
  }

  async #ask(test: TestToJudge, candidate: ComparisonCandidate): Promise<void> {
    await charged(this.#parts, this.name, async (laboratory, bill) => {
      const judge = await (this.#opening ??= this.#judge.open(this.#groundIn(laboratory)));
      if (judge === undefined) return;
      const inspection = await judge.ask(test);
      bill.isCheck = inspection !== undefined;
      if (inspection !== undefined) await takeInspection(this.#parts, candidate, inspection);
    });
  }

  #groundIn(laboratory: JudgeGround['laboratory']): JudgeGround {
    const { options, campaign } = this.#parts;
    return {
      world: options.world,
      command: options.command,
      references: options.references,
      target: campaign.target,
      laboratory,
      countAgain: (signature) => campaign.findings.countAgain(signature),
      say: (text) => campaign.tell({ type: 'note', text }),
      signal: this.#end.signal,
    };
  }
}
