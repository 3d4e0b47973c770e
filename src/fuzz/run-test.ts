/**
 * Makes one test and executes it: from a plan to an outcome.
 *
 * Nothing is kept or judged here, beyond what the outcome says. Invariant: every millisecond that a test costs is told
 * once, whatever became of the test.
 */
import type { SpentOn, Tell } from '../campaign/index.ts';
import { programKey, programSize } from '../program/index.ts';
import { type ExecuteRequest, type Execution, usualExecutionLimits } from '../serve/index.ts';
import type { MadeNothing, MadeProgram, MadeTooMuch } from '../source/index.ts';
import type { Purpose } from '../search/index.ts';
import type { CampaignOptions } from './campaign-options.ts';
import type { KnownPrograms } from './known-programs.ts';
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
}

export interface FailedTest extends Executed {
  readonly kind: 'failed';
  /** The first execution that did not end well. */
  readonly bad: Execution;
}

export interface PassedTest extends Executed {
  readonly kind: 'passed';
  readonly reached: Reached;
  /** Whether the target refused it, and it counts for what it reached. */
  readonly isRefused: boolean;
}

export type TestOutcome =
  | { readonly kind: 'not-made'; readonly made: MadeNothing | MadeTooMuch; readonly costMs: number }
  /** Its program was executed before, or is not wanted. */
  | { readonly kind: 'known-program'; readonly made: MadeProgram; readonly costMs: number }
  | FailedTest
  | PassedTest;

export interface TestRunnerParts {
  readonly options: Pick<
    CampaignOptions,
    'meter' | 'configurations' | 'sources' | 'testLimits' | 'keepsRefused'
  >;
  readonly limits: LimitsOfTime;
  readonly programs: KnownPrograms;
  readonly tell: Tell;
}

export class TestRunner {
  readonly #parts: TestRunnerParts;

  constructor(parts: TestRunnerParts) {
    this.#parts = parts;
  }

  async run(worker: Worker, { proposal }: Plan): Promise<TestOutcome> {
    const { options, limits, programs } = this.#parts;
    const { purpose, source } = proposal;
    const { limits: asked = {} } = proposal.request;
    const made = await worker.make(source, {
      ...proposal.request,
      limits: { ...asked, maxTimeMs: limits.generationMs(source, asked.maxTimeMs) },
    });
    const generationMs = options.meter.generationMs(made);
    limits.generationOf(source).learn(generationMs);
    this.#spend('generate', purpose, generationMs);
    if (made.outcome !== 'ok')
      return { kind: 'not-made', made, costMs: generationMs + fuzzTuning.engineMs.value };
    const key = programKey(made.program);
    if (!isWorthExecuting(purpose, made, programs.has(key)))
      return { kind: 'known-program', made, costMs: generationMs + fuzzTuning.engineMs.value };
    programs.add(key);
    const request = this.#requestFor(proposal.source, purpose, made);
    const executions = await worker.execute(request);
    const executionMs = options.meter.executionMs(executions, programSize(made.program));
    limits.compilation.learn(executionMs);
    this.#spend('compile', purpose, executionMs);
    const executed = {
      made,
      request,
      executions,
      costMs: generationMs + executionMs + fuzzTuning.engineMs.value,
    };
    const bad = executions.find((each) => each.outcome !== 'ok' && !this.#isKeptRefusal(each));
    if (bad !== undefined) return { kind: 'failed', ...executed, bad };
    const isRefused = executions.some(({ outcome }) => outcome !== 'ok');
    return { kind: 'passed', ...executed, reached: reachedBy(executions), isRefused };
  }

  /** A harness says by -1 that the input is not worth keeping. */
  #isKeptRefusal({ outcome, exitCode }: Execution): boolean {
    return this.#parts.options.keepsRefused === true && outcome === 'rejected' && exitCode !== -1;
  }

  #requestFor(name: string, { kind }: Purpose, { program }: MadeProgram): ExecuteRequest {
    const { options, limits } = this.#parts;
    const source = options.sources.find((each) => each.name === name)!;
    const { ms } = limits.compilation;
    return {
      program,
      configurations: options.configurations(source, program),
      // A machine that does other things as well is no reason to call anything a hang.
      limits: { ...usualExecutionLimits, ...options.testLimits, cpuMs: ms, wallMs: ms * 10 },
      wholeSet: kind === 'search' ? 'if-new' : true,
    };
  }

  #spend(on: SpentOn, { kind }: Purpose, ms: number): void {
    this.#parts.tell({ type: 'spent', on: kind === 'minimise' ? 'minimise' : on, ms });
  }
}

/** A search never executes a program twice; what is to be learnt of an entry is learnt in any case. */
function isWorthExecuting(purpose: Purpose, { record }: MadeProgram, isKnown: boolean): boolean {
  if (purpose.kind === 'relearn' || purpose.kind === 'arrival') return true;
  const isWanted = purpose.kind === 'minimise' || (purpose.isWanted?.(record) ?? true);
  return isWanted && !isKnown;
}
