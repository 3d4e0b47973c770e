/**
 * Makes and executes tests: from plans to outcomes.
 *
 * This module keeps nothing, and judges only by the outcome. Invariant: every millisecond of a test's cost is
 * reported exactly once, whatever the test's fate.
 */
import type { SpentOn, Tell } from '../campaign/index.ts';
import { programKey, programSize } from '../program/index.ts';
import { type ExecuteRequest, type Execution, usualExecutionLimits } from '../serve/index.ts';
import { isTakenIn } from './plan.ts';
import type {
  GenerationRequest,
  Made,
  MadeNothing,
  MadeProgram,
  MadeTooMuch,
  SourceDefinition,
} from '../source/index.ts';
import type { Proposal, Purpose } from '../search/index.ts';
import type { Avoidance } from '../triage/index.ts';
import type { CampaignOptions } from './campaign-options.ts';
import type { Control, Controlled } from './control.ts';
import type { KnownPrograms } from './known-programs.ts';
import { clockMeter } from './meter.ts';
import type { LimitsOfTime } from './limits-of-time.ts';
import type { Plan } from './plan.ts';
import { type Reached, reachedBy } from './reached.ts';
import type { Worker } from './worker.ts';
import { fuzzTuning } from './tuning.ts';

interface Executed {
  readonly made: MadeProgram;
  readonly request: ExecuteRequest;
  readonly executions: readonly Execution[];
  /** Cost of making and executing the test, the engine's own work included. */
  readonly costMs: number;
  /** The avoided findings that this test may show, if it is executed all the same. */
  readonly looksAt?: readonly string[] | undefined;
}

export interface FailedTest extends Executed {
  readonly kind: 'failed';
  /** The first execution that ended badly. */
  readonly bad: Execution;
}

export interface PassedTest extends Executed {
  readonly kind: 'passed';
  readonly reached: Reached;
  /** True if the target refused the test, which counts for its features. */
  readonly isRefused: boolean;
  /** True if the compiler before the change makes the same code of it. */
  readonly isUnchanged: boolean;
  /** True for one of the first tests that the change makes other code of. */
  readonly isChangedAnew: boolean;
}

export type TestOutcome =
  | { readonly kind: 'not-made'; readonly made: MadeNothing | MadeTooMuch; readonly costMs: number }
  /** Its program was executed before, or is unwanted. */
  | { readonly kind: 'known-program'; readonly made: MadeProgram; readonly costMs: number }
  /** Every attempt would show an avoided bug. */
  | { readonly kind: 'avoided'; readonly made: MadeProgram; readonly costMs: number }
  | FailedTest
  | PassedTest;

interface Making {
  readonly made: Made;
  readonly generationMs: number;
}

/** A finished test, and whether to execute it. */
type Chosen = { readonly generationMs: number; readonly looksAt?: readonly string[] } & (
  | { readonly kind: 'not-made'; readonly made: MadeNothing | MadeTooMuch }
  | { readonly kind: 'known-program' | 'avoided' | 'to-execute'; readonly made: MadeProgram }
);

/** A test before its execution; without a request it is not executed. */
interface Prepared {
  readonly chosen: Chosen;
  readonly request?: ExecuteRequest;
}

export interface TestRunnerParts {
  readonly options: Pick<
    CampaignOptions,
    'sources' | 'meter' | 'configurations' | 'testLimits' | 'keepsRefused'
  >;
  readonly limits: LimitsOfTime;
  readonly programs: KnownPrograms;
  readonly avoidance?: Avoidance;
  readonly control?: Control | undefined;
  readonly tell: Tell;
}

export class TestRunner {
  readonly #parts: TestRunnerParts;
  #hasToldLeak = false;

  constructor(parts: TestRunnerParts) {
    this.#parts = parts;
  }

  /**
   * Tells it once. Such a test counts as it behaves alone, so results stay right, and the campaign only becomes
   * slower.
   */
  #tellLeak(): void {
    if (!this.#hasToldLeak)
      this.#parts.tell({
        type: 'note',
        text: 'the harness keeps something from input to input: an input did something else alone',
      });
    this.#hasToldLeak = true;
  }

  /** Number of tests that together take the time of a round. */
  get roundSize(): number {
    const { options, limits } = this.#parts;
    const { tests, meanMs } = limits.compilation.state;
    if (tests < fuzzTuning.minTestsForLimit.value) return 1;
    const made = options.sources.map(({ name }) => limits.generationOf(name).state.meanMs);
    const fitting = Math.floor(fuzzTuning.roundMs.value / (meanMs + Math.max(0, ...made)));
    return Math.max(1, Math.min(fitting, fuzzTuning.roundTests.value));
  }

  /** Makes and executes the tests of a round. The outcomes come in order, once all are executed. */
  async *run(worker: Worker, round: readonly Plan[]): AsyncGenerator<readonly [Plan, TestOutcome]> {
    const prepared: Prepared[] = [];
    for (const [index, making] of (await this.#makeAll(worker, round)).entries())
      prepared.push(await this.#prepare(worker, round[index]!, making));
    const requests = prepared.flatMap(({ request }) => request ?? []);
    const executed = await worker.executeAll(requests);
    let at = 0;
    for (const [index, { chosen, request }] of prepared.entries()) {
      const plan = round[index]!;
      yield [
        plan,
        await this.#outcomeOf(worker, plan, chosen, request && { request, executions: executed[at++]! }),
      ];
    }
  }

  async #prepare(worker: Worker, { proposal, definition }: Plan, making: Making): Promise<Prepared> {
    const chosen = await this.#choose(worker, proposal, making);
    if (chosen.kind !== 'to-execute') return { chosen };
    this.#parts.programs.add(programKey(chosen.made.program));
    return { chosen, request: this.#requestFor(definition, proposal.purpose, chosen.made) };
  }

  async #outcomeOf(
    worker: Worker,
    { proposal: { purpose } }: Plan,
    chosen: Chosen,
    run: Pick<Executed, 'request' | 'executions'> | undefined,
  ): Promise<TestOutcome> {
    const { options, limits } = this.#parts;
    const { generationMs, looksAt } = chosen;
    const unusedMs = generationMs + fuzzTuning.engineMs.value;
    if (chosen.kind === 'not-made') return { kind: 'not-made', made: chosen.made, costMs: unusedMs };
    const { kind, made } = chosen;
    if (kind !== 'to-execute' || run === undefined)
      return { kind: kind === 'avoided' ? kind : 'known-program', made, costMs: unusedMs };
    const { executions } = run;
    const executionMs = options.meter.executionMs(executions, programSize(made.program));
    const isCutOff = executions.some(({ outcome }) => outcome === 'hang');
    limits.compilation.learn(executionMs, isCutOff ? 0 : clockMeter.executionMs(executions, 0));
    this.#spend('compile', purpose, executionMs);
    const executed = { made, ...run, costMs: unusedMs + executionMs, looksAt };
    if (executions.some(({ leaked }) => leaked)) this.#tellLeak();
    const bad = executions.find((each) => each.outcome !== 'ok' && !this.#isKeptRefusal(each));
    if (bad !== undefined) return { kind: 'failed', ...executed, bad };
    const isRefused = executions.some(({ outcome }) => outcome !== 'ok');
    const reached = reachedBy(executions);
    const controlled = isRefused ? undefined : await this.#compare(worker, purpose, executed, reached);
    return {
      kind: 'passed',
      ...executed,
      costMs: executed.costMs + (controlled?.cpuMs ?? 0),
      reached,
      isRefused,
      isUnchanged: controlled?.isOther === false,
      isChangedAnew: controlled?.isOther === true && this.#parts.control!.keepsAnother(),
    };
  }

  /** Undefined without a control. */
  async #compare(
    { control: target, interruption }: Worker,
    purpose: Purpose,
    { request, executions }: Pick<Executed, 'request' | 'executions'>,
    reached: Reached,
  ): Promise<Controlled | undefined> {
    const { control, tell } = this.#parts;
    if (control === undefined || target === undefined) return undefined;
    const controlled = await interruption.wait(control.compare(target, request, executions, reached));
    this.#spend('compile', purpose, controlled.cpuMs);
    tell({ type: 'controlled', isOther: controlled.isOther });
    return controlled;
  }

  /** The first try of each test of a round. */
  async #makeAll(worker: Worker, round: readonly Plan[]): Promise<readonly Making[]> {
    const makings: Making[] = [];
    for (const source of new Set(round.map(({ proposal }) => proposal.source))) {
      const plans = [...round.entries()].filter(([, { proposal }]) => proposal.source === source);
      const asked = plans.map(([, { proposal }]) => this.#limited(source, proposal.request));
      const all = await worker.makeAll(source, asked);
      for (const [at, made] of all.entries()) {
        const [index, { proposal }] = plans[at]!;
        makings[index] = this.#paid(proposal, made);
      }
    }
    return makings;
  }

  async #make(worker: Worker, proposal: Proposal, request: GenerationRequest): Promise<Making> {
    const { source } = proposal;
    return this.#paid(proposal, await worker.make(source, this.#limited(source, request)));
  }

  #limited(source: string, request: GenerationRequest): GenerationRequest {
    const { limits: asked = {} } = request;
    const maxTimeMs = this.#parts.limits.generationMs(source, asked.maxTimeMs);
    return { ...request, limits: { ...asked, maxTimeMs } };
  }

  #paid({ source, purpose }: Proposal, made: Made): Making {
    const { options, limits } = this.#parts;
    const generationMs = options.meter.generationMs(made);
    limits.generationOf(source).learn(generationMs);
    this.#spend('generate', purpose, generationMs);
    return { made, generationMs };
  }

  /** Makes a test, again and again while it would show an avoided bug. */
  async #choose(worker: Worker, proposal: Proposal, first: Making): Promise<Chosen> {
    const { programs, avoidance } = this.#parts;
    const { source, request, purpose } = proposal;
    let { made, generationMs } = first;
    for (let redraws = 0; ; redraws++) {
      if (made.outcome !== 'ok') return { kind: 'not-made', made, generationMs };
      if (!isWorthExecuting(purpose, made, programs.has(programKey(made.program))))
        return { kind: 'known-program', made, generationMs };
      const met = purpose.kind === 'search' ? (avoidance?.meets(source, made.record) ?? []) : [];
      if (met.length === 0) return { kind: 'to-execute', made, generationMs };
      const looksAt = redraws === 0 ? avoidance?.lookedAt(met) : undefined;
      if (looksAt !== undefined) return { kind: 'to-execute', made, generationMs, looksAt };
      const mayRedraw = redraws < fuzzTuning.avoidRedraws.value;
      const sequence = mayRedraw ? avoidance?.redrawn(made.record, met) : undefined;
      if (sequence === undefined) return { kind: 'avoided', made, generationMs };
      const { seed = 0, limits = {} } = request;
      const next = await this.#make(worker, proposal, { sequence, seed, limits });
      made = next.made;
      generationMs += next.generationMs;
    }
  }

  /** A harness returns -1 if the input is not worth keeping. */
  #isKeptRefusal({ outcome, exitCode }: Execution): boolean {
    return this.#parts.options.keepsRefused === true && outcome === 'rejected' && exitCode !== -1;
  }

  #requestFor(source: SourceDefinition, { kind }: Purpose, { program }: MadeProgram): ExecuteRequest {
    const { options, limits } = this.#parts;
    const { ms } = limits.compilation;
    return {
      program,
      configurations: options.configurations(source, program),
      // A machine with other work must not make a test look like a hang.
      limits: { ...usualExecutionLimits, ...options.testLimits, cpuMs: ms, wallMs: ms * 10 },
      wholeSet: kind === 'search' && this.#parts.control === undefined ? 'if-new' : true,
    };
  }

  #spend(on: SpentOn, { kind }: Purpose, ms: number): void {
    this.#parts.tell({ type: 'spent', on: kind === 'minimise' ? 'minimise' : on, ms });
  }
}

/** A search executes each program only once. A test that teaches about an entry is executed in any case. */
function isWorthExecuting(purpose: Purpose, { record }: MadeProgram, isKnown: boolean): boolean {
  if (isTakenIn(purpose)) return true;
  const isWanted = purpose.kind === 'minimise' || (purpose.isWanted?.(record) ?? true);
  return isWanted && !isKnown;
}
