/**
 * A program as IR, judged before and after a compiler's passes: does it behave correctly, and break no rule?
 *
 * Invariant: nothing follows from IR that the judge cannot run to its end, nor from a program that breaks a
 * rule before the passes.
 */
import type { Program } from '../../program/index.ts';
import type { Emit, Execution } from '../../serve/index.ts';
import type { BehaviourOptions } from '../../laboratory/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import type { CompilerConfiguration } from '../../laboratory/index.ts';
import { type Expectation, isRight } from '../compare/vote.ts';
import { oracleTuning } from '../tuning.ts';
import type { Complaint, IrJudge, Judged } from './ir-judge.ts';

/** A fault in IR: a broken rule, or a different behaviour. */
export type IrFault =
  | { readonly kind: 'complaint'; readonly complaint: Complaint }
  | { readonly kind: 'output'; readonly does: string };

export interface IrTrial {
  readonly isWrong: boolean;
  readonly execution: Execution | undefined;
  readonly fault: IrFault | undefined;
}

export class IrTrials {
  readonly #laboratory: Laboratory;
  readonly #judge: IrJudge;
  readonly #program: Program;
  readonly #asked: CompilerConfiguration;
  readonly #options: BehaviourOptions;
  readonly #expectation: Expectation | undefined;

  /** Without an expectation only rules count. */
  constructor(
    { laboratory, judge }: IrTools,
    program: Program,
    asked: CompilerConfiguration,
    expectation: Expectation | undefined,
    options: BehaviourOptions = {},
  ) {
    this.#laboratory = laboratory;
    this.#judge = judge;
    this.#program = program;
    this.#asked = asked;
    this.#expectation = expectation;
    this.#options = options;
  }

  async tryWith(extra: readonly string[]): Promise<IrTrial> {
    const { execution, judged } = await this.judged(extra, 'bitcode-after-passes');
    const fault = judged && faultOf(judged, this.#expectation);
    return { isWrong: fault !== undefined, execution, fault };
  }

  async irWith(extra: readonly string[]): Promise<string> {
    const execution = await this.#compile(extra, 'ir-after-passes');
    return Buffer.from(execution?.output ?? []).toString();
  }

  /** Undefined if the compiler fails. */
  async judged(
    extra: readonly string[],
    emit: Emit,
    seed: number = 1,
  ): Promise<{ readonly execution: Execution | undefined; readonly judged: Judged | undefined }> {
    const execution = await this.#compile(extra, emit);
    if (execution?.outcome !== 'ok') return { execution, judged: undefined };
    const judged = await this.#judge.judge(execution.output, { seed });
    this.#laboratory.cpuMs += judged.cpuMs;
    return { execution, judged };
  }

  async #compile(extra: readonly string[], emit: Emit): Promise<Execution | undefined> {
    const configuration = { ...this.#asked, args: [...this.#asked.args, ...extra] };
    const [execution] = await this.#laboratory.compile(this.#program, [configuration], this.#options, emit);
    return execution;
  }
}

export interface IrTools {
  readonly laboratory: Laboratory;
  readonly judge: IrJudge;
}

export function faultOf(judged: Judged, expectation: Expectation | undefined): IrFault | undefined {
  if (judged.kind === 'complaint') return { kind: 'complaint', complaint: judged.complaint };
  if (judged.kind !== 'ok' || expectation === undefined || isRight(judged.does, expectation))
    return undefined;
  return { kind: 'output', does: judged.does };
}

/**
 * Behaviour of the program as IR before passes; undefined if the program breaks a rule, does not end, or
 * depends on chance.
 */
export async function meaningOf(trials: IrTrials): Promise<string | undefined> {
  let meaning: string | undefined;
  for (let seed = 1; seed <= oracleTuning.judgeSeeds.value; seed++) {
    const { judged } = await trials.judged([], 'bitcode-before-passes', seed);
    if (judged?.kind !== 'ok' || (meaning !== undefined && judged.does !== meaning)) return undefined;
    meaning = judged.does;
  }
  return meaning;
}

/** True if the optimised program is at fault for every choice of undefined values. */
export async function staysAtFault(trials: IrTrials, expectation: Expectation): Promise<boolean> {
  for (let seed = 2; seed <= oracleTuning.judgeSeeds.value; seed++) {
    const { judged } = await trials.judged([], 'bitcode-after-passes', seed);
    if (judged === undefined || faultOf(judged, expectation) === undefined) return false;
  }
  return true;
}
