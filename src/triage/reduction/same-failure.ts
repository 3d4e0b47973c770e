/**
 * Tells whether a program fails in the same way as a finding: by the same signature, so that reduction never
 * slips to another bug.
 *
 * Cheap questions first: most candidates do not fail at all. For wrong code the blamed pass must be the same.
 * The program's meaning is checked only if needed (lazy-validity.ts): always for wrong code, and for crashes
 * if the source promises a meaning.
 */
import { type Difference, type FindingRecord } from '../../finding/index.ts';
import {
  classify,
  compare,
  bugOf,
  crashSignature,
  signatureOf,
  type Expectation,
  expectationIn,
  findCulprit,
  findOddity,
  Laboratory,
  RunBudget,
  Scout,
  staysWrong,
  type CompilerConfiguration,
  type Culprit,
} from '../../oracle/index.ts';
import { argumentsAgain, type Program } from '../../program/index.ts';
import { type Execution, usualExecutionLimits } from '../../serve/index.ts';
import { openTarget, type Target, type TargetWorld } from '../../target/index.ts';
import type { Answer } from './check-test.ts';
import type { LazyValidity } from './lazy-validity.ts';
import { triageTuning } from '../tuning.ts';

const GIVEN_CPU_MS = triageTuning.givenCpuMs.value;

/** How a run that the limit ended is told. */
function isEndlessText(behaviour: string): boolean {
  return behaviour.startsWith('timeout');
}

export interface FailureTest {
  /** CPU time of compilers and programs so far. */
  readonly cpuMs: number;
  ask(program: Program): Promise<FailureAnswer>;
  /** A cheaper question: a no is final, and a yes needs the full question. Undefined if there is none. */
  readonly seems?: ((program: Program) => Promise<boolean>) | undefined;
  close(): Promise<void>;
}

export interface FailureAnswer extends Answer {
  /** For wrong code: the correct and the actual behaviour of this program. */
  readonly difference?: Difference;
}

/** A check that compiles and classifies the compiler's end. */
export class SameCrash implements FailureTest {
  readonly #record: FindingRecord;
  readonly #world: TargetWorld;
  readonly #target: Target;
  /** Other compilers that must accept a refused program, to tell a bug from a broken program. */
  readonly #acceptors: readonly Target[];
  readonly #validity: LazyValidity | undefined;
  cpuMs = 0;

  private constructor(
    record: FindingRecord,
    world: TargetWorld,
    target: Target,
    acceptors: readonly Target[],
    validity: LazyValidity | undefined,
  ) {
    this.#record = record;
    this.#world = world;
    this.#target = target;
    this.#acceptors = acceptors;
    this.#validity = validity;
  }

  /** Without `validity`, a program need not have a meaning. */
  static async open(record: FindingRecord, world: TargetWorld, validity?: LazyValidity): Promise<SameCrash> {
    const references = record.kind === 'rejected' ? (record.references ?? []) : [];
    const acceptors = await Promise.all(references.map(({ compiler }) => openTarget(compiler, world)));
    return new SameCrash(record, world, await openTarget(record.compiler, world), acceptors, validity);
  }

  async ask(program: Program): Promise<FailureAnswer> {
    const { kind, message, signature, references } = this.#record;
    const { args } = argumentsAgain(this.#record, program.options);
    const execution = await this.#compile(this.#target, program, args);
    const answer = { isInteresting: false, how: execution.outcome, said: execution.text };
    if (classify(execution) !== kind || crashSignature(execution).message !== message) return answer;
    const { key } = await signatureOf(this.#target, execution, this.#world.searchPath);
    if (key !== signature) return { ...answer, how: key };
    for (const [index, acceptor] of this.#acceptors.entries()) {
      const { outcome } = await this.#compile(acceptor, program, references?.[index]?.args ?? []);
      if (outcome !== 'ok') return { ...answer, how: `${acceptor.name} refuses it too` };
    }
    if (this.#validity !== undefined && !(await this.#validity.allows(program)))
      return { ...answer, how: 'undefined behaviour' };
    return { ...answer, isInteresting: true, how: key };
  }

  async close(): Promise<void> {
    await Promise.all([this.#target, ...this.#acceptors].map((target) => target.close()));
  }

  async #compile(target: Target, program: Program, args: readonly string[]): Promise<Execution> {
    const [execution] = await target.execute({
      program,
      configurations: [{ args, emit: 'discarded-object' }],
      limits: { ...usualExecutionLimits, ...this.#record.limits },
      remember: false,
    });
    if (execution === undefined) throw new Error(`${target.name} gave no answer`);
    this.cpuMs += execution.cpuMs + execution.sharedCpuMs;
    return execution;
  }
}

/** A check that compiles, runs and compares; it owns the laboratory from then on. */
export class SameWrongCode implements FailureTest {
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

  /** Tells whether it does something wrong, by any pass. */
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
