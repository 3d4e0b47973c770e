/**
 * Behaviour of a concurrent test: the judge reads its code on paper, and if the judge does not know something
 * in it, the test runs.
 *
 * Invariant: equal code is judged once.
 */
import type { Program } from '../../program/index.ts';
import { runLimits, type Sandbox } from '../../sandbox/index.ts';
import type { Emit, Execution } from '../../serve/index.ts';
import type { Behaviour, BehaviourOptions } from '../behaviour.ts';
import { type CompilerConfiguration, labelOf } from '../configurations.ts';
import { laboratoryTuning } from '../tuning.ts';
import { machineOf } from './code-lines.ts';
import { brokenInRun, contractIn, contractOrWhyNot, judgeOnPaper, type OnPaper } from './on-paper.ts';
import { forbiddenIn, readStressCounts, type StressCounts, stressFiles } from './stress.ts';

interface ConcurrentParts {
  readonly sandbox: Sandbox;
  readonly compile: (
    program: Program,
    configurations: readonly CompilerConfiguration[],
    options: BehaviourOptions,
    emit?: Emit,
  ) => Promise<Execution[]>;
  /** The compiler that links tests for runs. */
  readonly linker: () => string;
  readonly spend: (cpuMs: number) => void;
}

export class ConcurrentTests {
  readonly #parts: ConcurrentParts;

  constructor(parts: ConcurrentParts) {
    this.#parts = parts;
  }

  async behave(
    program: Program,
    configurations: readonly CompilerConfiguration[],
    options: BehaviourOptions,
  ): Promise<Behaviour[]> {
    const executions = await this.#parts.compile(program, configurations, options, 'assembly');
    const known = new Map<string, OnPaper>();
    const behaviours: Behaviour[] = [];
    for (const [index, configuration] of configurations.entries()) {
      const execution = executions[index]!;
      const about = { configuration, label: labelOf(configuration), execution };
      if (execution.outcome !== 'ok') {
        behaviours.push({ ...about, kind: 'not-compiled' });
        continue;
      }
      const machine = machineOf([configuration.compiler, ...configuration.args]);
      const key = `${machine}\n${Buffer.from(execution.output).toString()}`;
      const startedMs = process.cpuUsage().user / 1_000;
      let answer = known.get(key) ?? judgeOnPaper(program, execution.output, machine);
      this.#parts.spend(process.cpuUsage().user / 1_000 - startedMs);
      if (!known.has(key) && answer.kind === 'not-asked' && machine === 'x86-64')
        answer = await this.#seen(program, configuration, options, answer);
      known.set(key, answer);
      behaviours.push(
        answer.kind === 'judged'
          ? { ...about, kind: 'judged', verdict: answer.verdict }
          : { ...about, kind: 'not-judged', what: answer.what },
      );
    }
    return behaviours;
  }

  /**
   * Runs a test that the judge does not know. An outcome must show a second time, within ten times as long.
   */
  async #seen(
    program: Program,
    configuration: CompilerConfiguration,
    options: BehaviourOptions,
    answer: OnPaper,
  ): Promise<OnPaper> {
    const seconds = laboratoryTuning.stressSeconds.value;
    const contract = contractOrWhyNot(program);
    if (typeof contract === 'string') return answer;
    let first: string | undefined;
    for (let time = 0; time < 1 + laboratoryTuning.stressRepeats.value; time++) {
      const counts = await this.#stress(program, configuration, seconds, options);
      if (counts === undefined) return answer;
      const forbidden = forbiddenIn(contract, counts);
      const again = forbidden.find(({ outcome }) => outcome === first);
      if (again !== undefined)
        return { kind: 'judged', verdict: brokenInRun(contract, again, counts.rounds) };
      first ??= forbidden[0]?.outcome;
      if (first === undefined) return answer;
    }
    return answer;
  }

  /**
   * Runs the threads of a program with a contract against each other for some seconds, and counts the
   * outcomes. Undefined if they cannot run here.
   */
  async #stress(
    program: Program,
    configuration: CompilerConfiguration,
    seconds: number,
    options: Pick<BehaviourOptions, 'args' | 'compileLimits'>,
  ): Promise<StressCounts | undefined> {
    const [execution] = await this.#parts.compile(program, [configuration], options);
    if (execution?.outcome !== 'ok') return undefined;
    const contract = contractIn(program);
    const harness = stressFiles(contract).map(({ path, text }) => ({ path, bytes: Buffer.from(text) }));
    const cpuMs = (seconds + 2) * 1_000 * contract.threads;
    const [linked, run] = await this.#parts.sandbox.run({
      files: [{ path: 'test.o', bytes: execution.output }, ...harness],
      commands: [
        [this.#parts.linker(), '-O2', '-w', '-pthread', 'stress.c', 'test.o', '-o', 'program'],
        ['./program', String(seconds)],
      ],
      limits: { ...runLimits, cpuMs, wallMs: (seconds + 15) * 1_000 },
    });
    this.#parts.spend((linked?.cpuMs ?? 0) + (run?.cpuMs ?? 0));
    return linked?.end === 'exit' && linked.exitCode === 0 && run !== undefined
      ? readStressCounts(run.stdout)
      : undefined;
  }
}
