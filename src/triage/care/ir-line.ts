/**
 * The side line that judges optimised IR of tests, within its share. It judges IR before code generation.
 * There it notices a wrong flag or attribute, even if the program prints the right thing.
 *
 * Invariant: a test counts only if its IR keeps all rules before the passes. A test that the judge cannot run
 * to its end proves nothing.
 */
import {
  describeFault,
  hasContract,
  inspectIr,
  IrJudge,
  type CompilerConfiguration,
  type Laboratory,
  type WrongIr,
} from '../../oracle/index.ts';
import { inputFiles } from '../../program/index.ts';
import { UserError } from '../../util/user-error.ts';
import type { ComparisonCandidate } from './candidates.ts';
import { type Bill, charged } from './charged.ts';
import type { Seen } from './inspect.ts';
import { Latest } from './latest.ts';
import type { LineParts } from './line-parts.ts';
import type { SideWork } from './side-job.ts';
import type { SideLine } from './side-line.ts';
import { takeInspection } from './take-inspection.ts';
import { askedFor } from './asked-for.ts';

export class IrLine implements SideLine {
  readonly name = 'ir' as const;
  readonly share: number;
  readonly #parts: LineParts;
  readonly #waiting = new Latest<ComparisonCandidate>();
  #judge: Promise<IrJudge | undefined> | undefined;

  constructor(parts: LineParts) {
    this.#parts = parts;
    this.share = parts.options.irShare;
  }

  offer(candidate: ComparisonCandidate): void {
    const { program } = candidate;
    // The judge runs a module without input.
    const isWhole =
      program.beside === undefined &&
      inputFiles(program.files).length === 0 &&
      (program.language === 'c' || program.language === 'c++');
    if (this.share <= 0 || !isWhole || hasContract(program)) return;
    this.#waiting.add(candidate);
  }

  next(): SideWork | undefined {
    const waiting = this.#waiting.take();
    return waiting && (() => charged(this.#parts, this.name, (...opened) => this.#check(waiting, ...opened)));
  }

  async interrupt(): Promise<void> {
    await this.#parts.laboratory.close();
    await this.close();
  }

  async close(): Promise<void> {
    const judge = this.#judge;
    this.#judge = Promise.resolve(undefined);
    await (await judge)?.close();
  }

  async #check(candidate: ComparisonCandidate, laboratory: Laboratory, bill: Bill): Promise<void> {
    const judge = await (this.#judge ??= this.#open());
    if (judge === undefined) return;
    bill.isCheck = true;
    const asked = askedFor(this.#parts.campaign, candidate);
    const found = await inspectIr({ laboratory, judge }, candidate.program, asked);
    if (found.kind === 'wrong')
      takeInspection(this.#parts, candidate, { kind: 'failure', seen: seenAs(found, asked) });
  }

  async #open(): Promise<IrJudge | undefined> {
    const { options, campaign } = this.#parts;
    const say = (text: string): void => campaign.tell({ type: 'note', text });
    try {
      const { compiler } = await (await this.#parts.laboratory.open()).target(campaign.target);
      if (compiler?.family === 'clang') return await IrJudge.open(options.world, say);
      say(`the IR of tests is not judged: ${campaign.target} has none that is known`);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      say(`the IR of tests is not judged: ${error.message}; ${error.hints[0] ?? ''}`);
    }
    return undefined;
  }
}

function seenAs({ fault, culprit, signature, expected }: WrongIr, asked: CompilerConfiguration): Seen {
  return {
    signature,
    text: '',
    ...asked,
    culprit,
    difference: { expected, actual: describeFault(fault) },
    ir: fault.kind === 'complaint' ? { complaint: fault.complaint } : {},
  };
}
