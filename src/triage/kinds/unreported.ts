/**
 * Findings of sanitizers that report nothing, or something else. A program fails in the same way if the reference still
 * reports its fault and the compiler does not.
 */
import type { FindingRecord } from '../../finding/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import { reportsOf, summed } from '../../oracle/index.ts';
import { plantedIn, type Program } from '../../program/index.ts';
import { relativesOf } from '../reduction/relatives.ts';
import type { FailureAnswer, FailureTest, TriageKind } from './kind.ts';
import { versionOf } from './version-of.ts';

export const unreportedTriage: TriageKind = {
  ignoresMeaning: true,
  async openTests({ record, laboratories }) {
    return { tests: (await laboratories()).map((each) => new SameSilence(record, each)) };
  },
  async finish({ record }, program, laboratory) {
    const version = await versionOf(record, laboratory);
    const kind = plantedIn(program);
    if (kind === undefined) return version;
    const names = [...new Set([record.compiler, ...relativesOf(record, laboratory)])];
    const asked = [];
    for (const compiler of names) {
      const configuration = { compiler, args: record.args };
      const [answer] = await reportsOf(laboratory, program, [configuration], kind);
      const state = answer === undefined ? 'unclear' : answer.kind === 'reported' ? 'right' : 'failing';
      asked.push({ configuration, state } as const);
    }
    return { ...version, affected: summed(asked) };
  },
};

class SameSilence implements FailureTest {
  readonly #record: FindingRecord;
  readonly #laboratory: Laboratory;

  /** It owns the laboratory from then on. */
  constructor(record: FindingRecord, laboratory: Laboratory) {
    this.#record = record;
    this.#laboratory = laboratory;
  }

  get cpuMs(): number {
    return this.#laboratory.cpuMs;
  }

  async ask(program: Program): Promise<FailureAnswer> {
    const no = (how: string): FailureAnswer => ({ isInteresting: false, how, said: '' });
    const { compiler, args, references = [], signature } = this.#record;
    const kind = plantedIn(program);
    if (kind === undefined) return no('it names no fault');
    const [answer, reference] = await reportsOf(
      this.#laboratory,
      program,
      [{ compiler, args }, ...references],
      kind,
    );
    if (reference?.kind !== 'reported') return no('nothing reports the fault');
    if (answer === undefined || answer.kind === 'reported') return no('the compiler reports the fault');
    const isSame = signature.includes(` as `) === (answer.kind === 'another');
    return isSame
      ? { isInteresting: true, how: signature, said: '' }
      : no('it is reported as something else');
  }

  async close(): Promise<void> {
    await this.#laboratory.close();
  }
}
