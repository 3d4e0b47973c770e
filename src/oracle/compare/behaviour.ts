/**
 * Behaviour of a program that was compiled by each of many configurations.
 *
 * Everything is done once: configurations of one compiler share a request, and so its front end; equal objects are
 * linked and run once. A program with a contract is judged by its assembly, and only run where the judge does not know something. Compiling is the targets' work and happens outside the sandbox; linking and running, inside.
 */
import { createHash } from 'node:crypto';
import { type Program, languageArgs } from '../../program/index.ts';
import { type OtherMachine, findHostCompiler, otherMachineOf } from '../../build/index.ts';
import { type Target, type TargetWorld, openTarget } from '../../target/index.ts';
import type { Emit, Execution, ExecutionLimits } from '../../serve/index.ts';
import { UserError } from '../../util/user-error.ts';
import { BesideUnits } from './beside-units.ts';
import { machineOf } from '../litmus/code-lines.ts';
import {
  contractIn,
  contractOrWhyNot,
  hasContract,
  judgeOnPaper,
  type OnPaper,
  seenByRunning,
} from '../litmus/on-paper.ts';
import { forbiddenIn, readStressCounts, type StressCounts, stressFiles } from '../litmus/stress.ts';
import { installedForOthers, labelOf, type CompilerConfiguration } from './configurations.ts';
import { type Run, type RunLimits, type RunnerStart, Sandbox, runLimits } from '../../sandbox/index.ts';
import { oracleTuning } from '../tuning.ts';

export type Behaviour = { readonly configuration: CompilerConfiguration; readonly label: string } & (
  | { readonly kind: 'ran'; readonly run: Run; readonly execution: Execution }
  /** Its code was judged on paper, or showed what its contract forbids when it was run. */
  | { readonly kind: 'judged'; readonly says: string; readonly execution: Execution }
  /** The judge does not know something in the code. */
  | { readonly kind: 'not-judged'; readonly what: string; readonly execution: Execution }
  /** The compiler failed: a crash is a finding of its own. */
  | { readonly kind: 'not-compiled'; readonly execution: Execution }
  /** There is nothing to run: no `main`, a symbol that nobody defines. */
  | { readonly kind: 'not-linked'; readonly said: string; readonly execution: Execution }
);

export interface BehaviourOptions {
  /** Flags that every compiler needs, to find the program's headers, say. */
  readonly args?: readonly string[];
  readonly linkArgs?: readonly string[];
  readonly compileLimits?: ExecutionLimits;
  readonly limits?: RunLimits;
  /** The command that links; by default an installed compiler of the language. */
  readonly linker?: readonly string[];
  /** Ended before every configuration had its turn, when the first few all took too long. */
  readonly giveUpAfterTimeouts?: number;
}

/** Words of the linker about code that only a program with fixed addresses can have; gcc-snapshot makes such code. */
const NEEDS_FIXED_ADDRESSES = /recompile with -fPI[EC]/;

interface LinkOptions extends Pick<BehaviourOptions, 'linkArgs' | 'limits' | 'linker'> {
  /** The command that the program is run under. */
  readonly runner?: readonly string[];
  /** Flags that the test was compiled with; those of the language are needed for what is linked with it. */
  readonly args?: readonly string[];
  /** Compiles what is linked with the test, in place of an installed compiler without optimisation. */
  readonly beside?: CompilerConfiguration;
}

/** Compilers opened when first needed and kept; and the sandbox. */
export class Laboratory {
  readonly world: TargetWorld;
  readonly sandbox: Sandbox;
  readonly #given: ReadonlyMap<string, Target>;
  readonly #opened = new Map<string, Promise<Target>>();
  readonly #beside: BesideUnits;
  /** CPU spent so far, for those who share it out. */
  cpuMs = 0;

  private constructor(world: TargetWorld, sandbox: Sandbox, given: readonly Target[]) {
    this.world = world;
    this.sandbox = sandbox;
    this.#given = new Map(given.map((target) => [target.name, target]));
    this.#beside = new BesideUnits(this);
  }

  /** `given` are targets that are open anyway; they stay so when the laboratory closes. */
  static async open(
    world: TargetWorld,
    given: readonly Target[] = [],
    start: RunnerStart = {},
  ): Promise<Laboratory> {
    return new Laboratory(world, await Sandbox.open(world, start), given);
  }

  async target(name: string): Promise<Target> {
    const given = this.#given.get(name);
    if (given) return given;
    const opening = this.#opened.get(name) ?? openTarget(name, this.world);
    this.#opened.set(name, opening);
    return opening;
  }

  async compile(
    program: Program,
    configurations: readonly CompilerConfiguration[],
    { args = [], compileLimits }: BehaviourOptions = {},
    emit: Emit = 'object',
  ): Promise<Execution[]> {
    const executions: Execution[] = Array.from({ length: configurations.length });
    for (const compiler of new Set(configurations.map((each) => each.compiler))) {
      const theirs = [...configurations.entries()].filter(([, each]) => each.compiler === compiler);
      const target = await this.target(compiler);
      const answers = await target.execute({
        program,
        configurations: theirs.map(([, each]) => ({ args: [...each.args, ...args], emit })),
        remember: false,
        ...(compileLimits ? { limits: compileLimits } : {}),
      });
      for (const [turn, [index]] of theirs.entries()) {
        const answer = answers[turn];
        if (!answer) throw new Error(`${compiler} gave no answer`);
        executions[index] = answer;
        this.cpuMs += answer.cpuMs + answer.sharedCpuMs / theirs.length;
      }
    }
    return executions;
  }

  /** Undefined as `run` when it could not be linked, or qemu does not know an instruction. */
  async link(
    object: Uint8Array,
    program: Program,
    options: LinkOptions = {},
  ): Promise<{ readonly said: string; readonly run: Run | undefined }> {
    const { linkArgs = [], limits = runLimits, runner = [], args = [], beside } = options;
    const { linker = [this.#linker(program.language)] } = options;
    const others = await this.#beside.compiled(program, args, beside);
    if (others.said !== undefined) return { said: others.said, run: undefined };
    const files = [{ path: 'test.o', bytes: object }, ...others.objects];
    const attempt = async (...more: readonly string[]): Promise<readonly [Run, Run]> => {
      const [linked, run] = await this.sandbox.run({
        files,
        commands: [
          [...linker, ...more, ...files.map(({ path }) => path), '-o', 'program', '-lm', ...linkArgs],
          [...runner, './program'],
        ],
        limits,
      });
      if (!linked || !run) throw new Error('the sandbox gave no answer');
      this.cpuMs += linked.cpuMs + run.cpuMs;
      return [linked, run];
    };
    let [linked, run] = await attempt();
    // All others stay position-independent: random addresses expose code that depends on one.
    if (NEEDS_FIXED_ADDRESSES.test(linked.stderr)) [linked, run] = await attempt('-no-pie');
    const isLinked = linked.end === 'exit' && linked.exitCode === 0;
    // A processor that is played by qemu may lack what the code is for: that says nothing about the code.
    if (isLinked && runner.length > 0 && run.signal === 'SIGILL')
      return { said: `${runner[0]} does not know an instruction of it`, run: undefined };
    return { said: linked.stderr, run: isLinked ? run : undefined };
  }

  async behave(
    program: Program,
    configurations: readonly CompilerConfiguration[],
    options: BehaviourOptions = {},
  ): Promise<Behaviour[]> {
    if (hasContract(program)) return this.#judged(program, configurations, options);
    const { giveUpAfterTimeouts = 2 } = options;
    const executions = await this.compile(program, configurations, options);
    const known = new Map<string, { readonly said: string; readonly run: Run | undefined }>();
    const behaviours: Behaviour[] = [];
    let inVain = 0;
    for (const [index, configuration] of configurations.entries()) {
      const execution = executions[index];
      if (!execution) continue;
      const about = { configuration, label: labelOf(configuration) };
      if (execution.outcome !== 'ok') {
        behaviours.push({ ...about, kind: 'not-compiled', execution });
        continue;
      }
      const args = [...configuration.args, ...(options.args ?? [])];
      const machine = otherMachineOf(configuration.compiler, args);
      // Some options make objects larger than the longest string.
      const object = createHash('sha1').update(execution.output).digest('base64');
      const key = [...(machine?.runner ?? []), ...languageArgs(args), object].join('\0');
      const elsewhere = machine && this.linkingFor(machine);
      const { said, run } =
        known.get(key) ?? (await this.link(execution.output, program, { ...options, args, ...elsewhere }));
      known.set(key, { said, run });
      behaviours.push(
        run ? { ...about, kind: 'ran', run, execution } : { ...about, kind: 'not-linked', said, execution },
      );
      if (run?.end !== 'timeout') inVain = -Infinity;
      else if (++inVain >= giveUpAfterTimeouts) break;
    }
    return behaviours;
  }

  async #judged(
    program: Program,
    configurations: readonly CompilerConfiguration[],
    options: BehaviourOptions,
  ): Promise<Behaviour[]> {
    const executions = await this.compile(program, configurations, options, 'assembly');
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
      this.cpuMs += process.cpuUsage().user / 1_000 - startedMs;
      if (!known.has(key) && answer.kind === 'not-asked' && machine === 'x86-64')
        answer = await this.#seen(program, configuration, options, answer);
      known.set(key, answer);
      behaviours.push(
        answer.kind === 'judged'
          ? { ...about, kind: 'judged', says: answer.says }
          : { ...about, kind: 'not-judged', what: answer.what },
      );
    }
    return behaviours;
  }

  /** Runs what the judge does not know. An outcome that shows itself once has to show itself again, within ten times as long. */
  async #seen(
    program: Program,
    configuration: CompilerConfiguration,
    options: BehaviourOptions,
    answer: OnPaper,
  ): Promise<OnPaper> {
    const seconds = oracleTuning.stressSeconds.value;
    const contract = contractOrWhyNot(program);
    if (typeof contract === 'string') return answer;
    let first: string | undefined;
    for (let time = 0; time < 1 + oracleTuning.stressRepeats.value; time++) {
      const counts = await this.stress(program, configuration, seconds, options);
      if (counts === undefined) return answer;
      const forbidden = forbiddenIn(contract, counts);
      const again = forbidden.find(({ outcome }) => outcome === first);
      if (again !== undefined) return { kind: 'judged', says: seenByRunning(contract, again, counts.rounds) };
      first ??= forbidden[0]?.outcome;
      if (first === undefined) return answer;
    }
    return answer;
  }

  /**
   * Runs the threads of a program with a contract against each other for some seconds, and counts what they showed. Undefined
   * if they cannot be run here.
   */
  async stress(
    program: Program,
    configuration: CompilerConfiguration,
    seconds: number,
    options: Pick<BehaviourOptions, 'args' | 'compileLimits'> = {},
  ): Promise<StressCounts | undefined> {
    const [execution] = await this.compile(program, [configuration], options);
    if (execution?.outcome !== 'ok') return undefined;
    const contract = contractIn(program);
    const harness = stressFiles(contract).map(({ path, text }) => ({ path, bytes: Buffer.from(text) }));
    const cpuMs = (seconds + 2) * 1_000 * contract.threads;
    const [linked, run] = await this.sandbox.run({
      files: [{ path: 'test.o', bytes: execution.output }, ...harness],
      commands: [
        [this.#linker('c'), '-O2', '-w', '-pthread', 'stress.c', 'test.o', '-o', 'program'],
        ['./program', String(seconds)],
      ],
      limits: { ...runLimits, cpuMs, wallMs: (seconds + 15) * 1_000 },
    });
    this.cpuMs += (linked?.cpuMs ?? 0) + (run?.cpuMs ?? 0);
    return linked?.end === 'exit' && linked.exitCode === 0 && run !== undefined
      ? readStressCounts(run.stdout)
      : undefined;
  }

  async close(): Promise<void> {
    await this.sandbox.close();
    for (const opening of this.#opened.values()) await (await opening).close();
  }

  /** The programs that link and run code of another machine; where none is installed, that is an error of the user. */
  linkingFor(machine: OtherMachine): Required<Pick<LinkOptions, 'linker' | 'runner'>> {
    return { linker: [this.#linkerFor(machine)], runner: machine.runner };
  }

  /** The newest cross compiler of a machine brings what linking for it needs. */
  #linkerFor({ triple }: OtherMachine): string {
    const found = installedForOthers(this.world.searchPath).findLast(
      (name) => otherMachineOf(name)?.triple === triple,
    );
    if (found !== undefined) return found;
    throw new UserError(`there is nothing to link programs for ${triple} with`, [
      `install it: sudo apt-get install gcc-${triple} qemu-user`,
    ]);
  }

  #linker(language: Program['language']): string {
    const found = findHostCompiler(language === 'c++' ? 'c++' : 'c', this.world.searchPath);
    if (found === undefined)
      throw new UserError('there is nothing to link programs with', ['install it: sudo apt-get install gcc']);
    return found;
  }
}
