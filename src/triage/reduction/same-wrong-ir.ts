/**
 * Tells whether the IR of a program is wrong in the same way as a finding's: by the same pass, and against
 * the same rule.
 */
import { type FindingRecord } from '../../finding/index.ts';
import { type Culprit, describeFault, inspectIr, type IrTools } from '../../oracle/index.ts';
import { argumentsAgain, type Program } from '../../program/index.ts';
import type { LazyValidity } from './lazy-validity.ts';
import type { FailureAnswer, FailureTest } from './same-failure.ts';

export class SameWrongIr implements FailureTest {
  readonly #record: FindingRecord;
  readonly #tools: IrTools;
  readonly #validity: LazyValidity;
  /** Culprit of the last program that was wrong in the same way; the next culprit is near it. */
  #near: Culprit | undefined;

  /** It owns the laboratory and the judge from then on. */
  constructor(record: FindingRecord, tools: IrTools, validity: LazyValidity) {
    this.#record = record;
    this.#tools = tools;
    this.#validity = validity;
    this.#near = record.culprit;
  }

  get cpuMs(): number {
    return this.#tools.laboratory.cpuMs;
  }

  async ask(program: Program): Promise<FailureAnswer> {
    const { compiler, signature } = this.#record;
    const asked = { compiler, ...argumentsAgain(this.#record, program.options) };
    const found = await inspectIr(this.#tools, program, asked, { near: this.#near });
    const no = (how: string): FailureAnswer => ({ isInteresting: false, how, said: '' });
    if (found.kind === 'nothing') return no(`its IR is ${found.why}`);
    if (found.signature.key !== signature) return no(found.signature.key);
    if (!(await this.#validity.allows(program))) return no('undefined behaviour');
    this.#near = found.culprit;
    const difference = { expected: found.expected, actual: describeFault(found.fault) };
    return { isInteresting: true, how: signature, said: '', difference };
  }

  async close(): Promise<void> {
    const { laboratory, judge } = this.#tools;
    await Promise.all([laboratory.close(), judge.close()]);
  }
}
