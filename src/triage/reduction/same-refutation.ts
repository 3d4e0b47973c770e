/**
 * Tells whether a person's judge refutes a program in the same way as a finding's: by the same pass, with the
 * same reason.
 */
import type { FindingRecord } from '../../finding/index.ts';
import { type Culprit, GivenJudge, inspectRefutation, type Laboratory } from '../../oracle/index.ts';
import { argumentsAgain, type Program } from '../../program/index.ts';
import type { FailureAnswer, FailureTest } from './same-failure.ts';

export class SameRefutation implements FailureTest {
  readonly #record: FindingRecord;
  readonly #laboratory: Laboratory;
  readonly #judge: GivenJudge;
  /** Culprit of the last program that was refuted in the same way; the next culprit is near it. */
  #near: Culprit | undefined;

  /** The laboratory becomes its own. */
  constructor(record: FindingRecord, laboratory: Laboratory) {
    this.#record = record;
    this.#laboratory = laboratory;
    this.#judge = givenJudgeOf(record, laboratory);
    this.#near = record.culprit;
  }

  get cpuMs(): number {
    return this.#laboratory.cpuMs;
  }

  /** The judge decides about the program's meaning, so no sanitizer takes part. */
  async ask(program: Program): Promise<FailureAnswer> {
    const { compiler, signature } = this.#record;
    const asked = { compiler, ...argumentsAgain(this.#record, program.options) };
    const tools = { laboratory: this.#laboratory, judge: this.#judge };
    const found = await inspectRefutation(tools, program, asked, { near: this.#near });
    const no = (how: string): FailureAnswer => ({ isInteresting: false, how, said: '' });
    if (found.kind === 'nothing') return no(`it is ${found.why}`);
    if (found.signature.key !== signature) return no(found.signature.key);
    this.#near = found.culprit;
    return { isInteresting: true, how: signature, said: found.says };
  }

  async close(): Promise<void> {
    this.#judge.close();
    await this.#laboratory.close();
  }
}

export function givenJudgeOf({ id, judge }: FindingRecord, { world }: Laboratory): GivenJudge {
  if (judge === undefined) throw new Error(`finding ${id} names no judge`);
  return new GivenJudge(judge, world);
}
