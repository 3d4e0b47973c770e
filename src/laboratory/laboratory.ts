/**
 * Laboratory: compiles a program with many configurations, and tells how each build behaves.
 *
 * All work happens once: configurations of one compiler share a request, and so its front end; equal objects
 * are linked and run once. The targets compile, outside the sandbox; linking and running happen inside.
 */
import { createHash } from 'node:crypto';
import { otherMachineOf } from '../build/index.ts';
import { type Program, languageArgs } from '../program/index.ts';
import { type Run, type RunnerStart, Sandbox } from '../sandbox/index.ts';
import type { Emit, Execution } from '../serve/index.ts';
import { type Target, type TargetWorld, openTarget } from '../target/index.ts';
import { ConcurrentTests } from './litmus/concurrent-tests.ts';
import { hasContract } from './litmus/on-paper.ts';
import type { Behaviour, BehaviourOptions } from './behaviour.ts';
import { BesideUnits } from './beside-units.ts';
import { type CompilerConfiguration, labelOf } from './configurations.ts';
import { Linking } from './linking.ts';

/** It opens compilers at their first use and keeps them open; it also owns the sandbox. */
export class Laboratory {
  readonly world: TargetWorld;
  readonly sandbox: Sandbox;
  readonly linking: Linking;
  readonly #given: ReadonlyMap<string, Target>;
  readonly #opened = new Map<string, Promise<Target>>();
  readonly #concurrent: ConcurrentTests;
  /** CPU time so far, for the campaign's shares of CPU time. */
  cpuMs = 0;

  private constructor(world: TargetWorld, sandbox: Sandbox, given: readonly Target[]) {
    this.world = world;
    this.sandbox = sandbox;
    this.#given = new Map(given.map((target) => [target.name, target]));
    const spend = (cpuMs: number): void => void (this.cpuMs += cpuMs);
    const { searchPath } = world;
    this.linking = new Linking({ sandbox, beside: new BesideUnits(this), searchPath, spend });
    this.#concurrent = new ConcurrentTests({
      sandbox,
      compile: (...asked) => this.compile(...asked),
      linker: () => this.linking.linker('c'),
      spend,
    });
  }

  /** `given` are targets that are already open; they stay open after the laboratory closes. */
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
    // A target that is not here cannot be closed later.
    opening.catch(() => this.#opened.delete(name));
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
        // A level of the configuration wins over a level among the flags for all: compilers take the last one.
        configurations: theirs.map(([, each]) => ({ args: [...args, ...each.args], emit })),
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

  async behave(
    program: Program,
    configurations: readonly CompilerConfiguration[],
    options: BehaviourOptions = {},
  ): Promise<Behaviour[]> {
    if (hasContract(program)) return this.#concurrent.behave(program, configurations, options);
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
      const args = [...(options.args ?? []), ...configuration.args];
      const machine = otherMachineOf(configuration.compiler, args);
      // Some options make objects longer than the longest possible string.
      const object = createHash('sha1').update(execution.output).digest('base64');
      const key = [...(machine?.runner ?? []), ...languageArgs(args), object].join('\0');
      if (machine !== undefined && options.isLinkingOptional === true && !this.linking.canLinkFor(machine)) {
        behaviours.push({
          ...about,
          kind: 'not-linked',
          said: `nothing here links for ${machine.triple}`,
          execution,
        });
        continue;
      }
      const elsewhere = machine && this.linking.forMachine(machine, args);
      const { said, run } =
        known.get(key) ??
        (await this.linking.link(execution.output, program, { ...options, args, ...elsewhere }));
      known.set(key, { said, run });
      behaviours.push(
        run ? { ...about, kind: 'ran', run, execution } : { ...about, kind: 'not-linked', said, execution },
      );
      if (run?.end !== 'timeout') inVain = -Infinity;
      else if (++inVain >= giveUpAfterTimeouts) break;
    }
    return behaviours;
  }

  async close(): Promise<void> {
    await this.sandbox.close();
    for (const opening of this.#opened.values()) await (await opening).close();
  }
}
