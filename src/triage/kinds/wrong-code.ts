/**
 * Findings of programs that do the wrong thing. A program fails in the same way if the same pass is to blame.
 *
 * Cheap questions first: most candidates do not fail at all. A program's meaning is always checked.
 */
import type { Finding, FindingRecord } from '../../finding/index.ts';
import { bugOf, type CompilerConfiguration, type Laboratory, matrixOf } from '../../laboratory/index.ts';
import {
  checkValidity,
  compare,
  type Culprit,
  type Expectation,
  expectationIn,
  findAffected,
  findCulprit,
  findOddity,
  RunBudget,
  Scout,
  staysWrong,
} from '../../oracle/index.ts';
import { argumentsAgain, type Program } from '../../program/index.ts';
import type { LazyValidity } from '../reduction/lazy-validity.ts';
import { formOfWrongCode } from '../reduction/one-pass-form.ts';
import { relativesOf } from '../reduction/relatives.ts';
import { rejectedTriage } from './compiled.ts';
import type { FailureAnswer, FailureTest, TriageKind } from './kind.ts';
import { versionOf } from './version-of.ts';
import { triageTuning } from '../tuning.ts';

const GIVEN_CPU_MS = triageTuning.givenCpuMs.value;

/** True for the text of a run that the limit ended. */
function isEndlessText(behaviour: string): boolean {
  return behaviour.startsWith('timeout');
}

export const wrongCodeTriage: TriageKind = {
  disprovedBy: 'run',
  isToldByPass: true,
  isCostly: true,
  needsMeaning: true,
  endsWithoutMeaning: true,
  async openTests(opening) {
    const laboratories = await opening.laboratories();
    const validity = opening.validityBy(laboratories[0]);
    const tests = laboratories.map((each) => new SameWrongCode(opening.record, each, validity));
    return { tests, validity };
  },
  finish,
};

async function finish(
  { record, folder }: Finding,
  program: Program,
  laboratory: Laboratory,
): Promise<Partial<FindingRecord>> {
  const { compiler, args, difference } = record;
  if (difference === undefined) return rejectedTriage.finish({ record, folder }, program, laboratory);
  const expectation = expectationIn(difference);
  const suspect = { configuration: { compiler, args }, ...expectation };
  const releases = [{ compiler, args }, ...levelsOf(record, laboratory)];
  const culprit = await findCulprit(laboratory, program, suspect);
  return {
    ...(await versionOf(record, laboratory)),
    affected: await findAffected(laboratory, program, expectation, releases),
    culprit,
    ...(await formOfWrongCode({ record, folder }, program, laboratory, culprit)),
    validity: await checkValidity(laboratory, program, { args, thorough: true }),
  };
}

/** At every level. */
function levelsOf(record: FindingRecord, laboratory: Laboratory): CompilerConfiguration[] {
  const rest = record.args.filter((arg) => !arg.startsWith('-O'));
  return matrixOf(relativesOf(record, laboratory)).map(({ compiler, args }) => ({
    compiler,
    args: [...args, ...rest],
  }));
}

/** A check that compiles, runs and compares; it owns the laboratory from then on. */
class SameWrongCode implements FailureTest {
  readonly #laboratory: Laboratory;
  readonly #record: FindingRecord;
  readonly #references: readonly CompilerConfiguration[];
  readonly #culprit: Culprit | undefined;
  /** The judge's signature, if the finding's program has a contract. */
  readonly #broken: string | undefined;
  /** Culprit of the last program that failed in the same way. The search for the next culprit begins near it. */
  #near: Culprit | undefined;
  readonly #validity: LazyValidity;
  /** Shared by all candidates. */
  readonly #shared: { readonly budget: RunBudget; readonly scout: Scout };

  constructor(record: FindingRecord, laboratory: Laboratory, validity: LazyValidity) {
    const { references = [], culprit, difference } = record;
    this.#laboratory = laboratory;
    const budget = new RunBudget(record.origin.isGiven === true ? GIVEN_CPU_MS : undefined);
    this.#shared = { budget, scout: new Scout(laboratory) };
    this.#record = record;
    this.#references = references;
    this.#culprit = culprit;
    this.#broken = difference && bugOf(difference);
    this.#near = culprit;
    this.#validity = validity;
  }

  get cpuMs(): number {
    return this.#laboratory.cpuMs;
  }

  async ask(program: Program): Promise<FailureAnswer> {
    const no = (how: string): FailureAnswer => ({ isInteresting: false, how, said: '' });
    const difference = await this.#oddity(program, false);
    if (difference === undefined) return no('no difference');
    if (isEndlessText(difference.actual) !== isEndlessText(this.#record.difference?.actual ?? ''))
      return no('it ends');
    const broken = bugOf(difference);
    if (broken !== this.#broken) return no(broken ?? 'no outcome that is forbidden');
    // On paper the answer is always the same, and the axiom tells more than the pass.
    if (broken !== undefined) return { isInteresting: true, how: broken, said: '', difference };
    const expectation = expectationIn(difference);
    if (!(await this.#isSameCulprit(program, expectation))) return no('another culprit');
    if (!(await this.#validity.allows(program))) return no('undefined behaviour');
    if (!(await this.#staysWrong(program, expectation))) return no('right at times');
    return { isInteresting: true, how: 'wrong code', said: '', difference };
  }

  /** The scout learns from the program whether it can answer for other compilers. */
  async meet(program: Program): Promise<void> {
    const { expected, actual } = this.#record.difference ?? {};
    if (actual === undefined) return;
    const { budget, scout } = this.#shared;
    await scout.learn(program, this.#suspect(program), [], budget.limits, { expected, actual });
  }

  /** Tells whether the program does something wrong, by any pass. */
  async seems(program: Program): Promise<boolean> {
    const difference = await this.#oddity(program, true);
    return difference !== undefined && bugOf(difference) === this.#broken;
  }

  async close(): Promise<void> {
    await this.#laboratory.close();
  }

  #staysWrong(program: Program, expectation: Expectation): Promise<boolean> {
    const { budget, scout } = this.#shared;
    const how = { limits: budget.limits, ...scout.linking };
    return staysWrong(this.#laboratory, program, this.#suspect(program), expectation, how);
  }

  /** One answer is enough for a no, and for a yes on trust. */
  #oddity(program: Program, isTrusting: boolean): ReturnType<typeof findOddity> {
    const { actual = '', isUnstable } = this.#record.difference ?? {};
    const how = {
      ...this.#shared,
      isTrusting,
      isUnstable: isUnstable === true,
      isEndless: isEndlessText(actual),
    };
    return findOddity(this.#laboratory, program, this.#suspect(program), this.#references, how);
  }

  #suspect(program: Program): CompilerConfiguration {
    return { compiler: this.#record.compiler, ...argumentsAgain(this.#record, program.options) };
  }

  async #isSameCulprit(program: Program, expectation: Expectation): Promise<boolean> {
    const known = this.#culprit;
    if (known === undefined || known.kind === 'unknown' || known.kind === 'dump') return true;
    if (known.kind === 'flags') {
      const { compiler, args } = this.#suspect(program);
      const mended = { compiler, args: [...args, ...known.flags] };
      const { verdict } = await compare(this.#laboratory, program, [mended, ...this.#references], {
        repeats: 0,
        ...this.#shared.scout.linking,
      });
      return verdict.kind === 'agree';
    }
    const suspect = { configuration: this.#suspect(program), ...expectation };
    const culprit = await findCulprit(this.#laboratory, program, suspect, {
      near: this.#near,
      ...this.#shared.scout.linking,
    });
    if (culprit.kind !== 'pass' || culprit.pass !== known.pass || culprit.rewrite !== known.rewrite)
      return false;
    this.#near = culprit;
    return true;
  }
}
