/**
 * Findings that one compile shows. A program fails in the same way if it has the same signature, so that
 * reduction never slips to another bug.
 *
 * The program's meaning is checked only if the source promises a meaning (lazy-validity.ts).
 */
import type { Finding, FindingRecord } from '../../finding/index.ts';
import { type Laboratory } from '../../laboratory/index.ts';
import {
  checkValidity,
  classify,
  crashSignature,
  describeFailure,
  isSameKey,
  signatureOf,
  summariseFailing,
} from '../../oracle/index.ts';
import { argumentsAgain, type Program } from '../../program/index.ts';
import { type Execution, usualExecutionLimits } from '../../serve/index.ts';
import { checkingArguments, openTarget, type Target, type TargetWorld } from '../../target/index.ts';
import type { LazyValidity } from '../reduction/lazy-validity.ts';
import { formOfCrash } from '../reduction/one-pass-form.ts';
import { relativesOf } from '../reduction/relatives.ts';
import type { FailureAnswer, FailureTest, OpenedTests, Opening, TriageKind } from './kind.ts';
import { versionOf } from './version-of.ts';

const compiled = { openTests, finish, isSeenByCompiling: true } satisfies TriageKind;

export const crashTriage: TriageKind = { ...compiled, disprovedBy: 'compile' };

export const hangTriage: TriageKind = { ...compiled, isCostly: true };

export const outOfMemoryTriage: TriageKind = { ...compiled, disprovedBy: 'compile', isCostly: true };

export const rejectedTriage: TriageKind = compiled;

/** A program that is no compiler. */
export const executableTriage: Pick<TriageKind, 'finish'> = { finish: finishExecutable };

/** A compiler must not crash on any input: the meaning of a program is checked only if it should have one. */
async function openTests({ record, world, jobs, isPromised, ...by }: Opening): Promise<OpenedTests> {
  const [laboratory] = isPromised ? await by.laboratories(1) : [];
  const validity = laboratory && by.validityBy(laboratory);
  const tests = await Promise.all(
    Array.from({ length: jobs }, () => SameCrash.open(record, world, validity)),
  );
  return validity === undefined ? { tests } : { tests, validity, laboratories: [laboratory!] };
}

async function finish(
  { record, folder }: Finding,
  program: Program,
  laboratory: Laboratory,
): Promise<Partial<FindingRecord>> {
  const { compiler, args, kind } = record;
  // A release of gcc checks itself only if an option asks for it.
  const asked = kind === 'crash' ? [...args, ...checkingArguments(compiler)] : args;
  const releases = relativesOf(record, laboratory).map((name) => ({ compiler: name, args: asked }));
  const matrix = [{ compiler, args }, ...releases];
  const executions = await laboratory.compile(program, matrix);
  const [own] = executions;
  if (own !== undefined && classify(own) === kind) folder.saveOutput(own.text);
  return {
    ...(await versionOf(record, laboratory)),
    ...(await formOfCrash({ record, folder }, program, laboratory)),
    affected: summariseFailing(executions, record, matrix),
    validity: await checkValidity(laboratory, program, { args }),
  };
}

async function finishExecutable(
  { record, folder }: Finding,
  program: Program,
  laboratory: Laboratory,
): Promise<Partial<FindingRecord>> {
  const { compiler, args, kind, limits } = record;
  const compileLimits = { ...usualExecutionLimits, ...limits };
  const [own] = await laboratory.compile(program, [{ compiler, args }], { compileLimits });
  if (own === undefined || classify(own) !== kind) return {};
  const target = await laboratory.target(compiler);
  folder.saveOutput((await describeFailure(target, own, laboratory.world.searchPath)).text);
  return {};
}

/** A check that compiles and classifies the compiler's end. */
class SameCrash implements FailureTest {
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
    // In findings of programs, an older cgfuzz had callers in the signature: `signal | SIGSEGV | f < g`.
    const isOlder = this.#target.compiler === undefined && signature.startsWith(`${key} < `);
    if (!isSameKey(signature, key) && !isOlder) return { ...answer, how: key };
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
