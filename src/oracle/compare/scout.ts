/**
 * Scout: tcc, which runs first on the candidates of a reduction. Most candidates are no programs, or behave
 * correctly, and tcc tells so in a tenth of a reference's time. It also links objects of other compilers.
 *
 * Invariants: it serves only if it agreed with all references about a program that showed the bug. It links
 * only if that program behaved the same when linked by tcc and by others.
 */
import { findProgram, otherMachineOf } from '../../build/index.ts';
import {
  type Program,
  commandWithInput,
  forTcc,
  languageArgs,
  programKey,
  programSize,
  unitsIn,
} from '../../program/index.ts';
import type { Run, RunLimits } from '../../sandbox/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import type { CompilerConfiguration } from '../../laboratory/index.ts';
import { countsAccesses } from '../../laboratory/index.ts';
import { describeRun, isHeard } from './vote.ts';

const TCC = 'tcc';

export class Scout {
  readonly #laboratory: Laboratory;
  #serves = false;
  #links = false;
  /** Size of a program at which tcc is compared again, after tcc was of no use. */
  #nextBytes: number;
  /** The last question and its answer. */
  #last: { readonly key: string; readonly expected: string | undefined } | undefined;

  constructor(laboratory: Laboratory) {
    this.#laboratory = laboratory;
    this.#nextBytes = findProgram(TCC, laboratory.world.searchPath) === undefined ? -1 : Infinity;
  }

  get serves(): boolean {
    return this.#serves;
  }

  /** The option that names the linker; empty if tcc must not link. */
  get linking(): { readonly linker?: readonly string[] } {
    return this.#links ? { linker: [TCC] } : {};
  }

  /** Compares it with the references on a program that shows the bug. */
  async learn(
    program: Program,
    suspect: CompilerConfiguration,
    args: readonly string[],
    limits: RunLimits,
    said: { readonly expected: string | undefined; readonly actual: string },
  ): Promise<void> {
    const bytes = programSize(program);
    if (this.#serves || bytes > this.#nextBytes || !mayLink(program, suspect, args)) return;
    this.#nextBytes = bytes / 2;
    const [behaviour] = await this.#laboratory.behave(program, [suspect], { args, limits, linker: [TCC] });
    const actual = behaviour?.kind === 'ran' ? describeRun(behaviour.run) : undefined;
    this.#links = actual === said.actual;
    if (!this.#links || program.truth !== undefined) return;
    this.#serves = (await this.expectation(program, args, limits)) === said.expected;
  }

  /** Behaviour of the program; undefined if tcc refuses the program, or if it takes too long. */
  async expectation(
    program: Program,
    args: readonly string[],
    limits: RunLimits,
  ): Promise<string | undefined> {
    const key = programKey(program);
    if (this.#last?.key !== key) this.#last = { key, expected: await this.#run(program, args, limits) };
    return this.#last.expected;
  }

  async #run(program: Program, args: readonly string[], limits: RunLimits): Promise<string | undefined> {
    const sources = unitsIn(program).map(({ main }) => main);
    const compile = [TCC, '-w', ...languageArgs(args), ...sources, '-o', 'program', '-lm'];
    const files = program.files.map(({ path, bytes }) => ({ path, bytes: forTcc(bytes) }));
    const commands = [compile, commandWithInput(['./program'], program.files)];
    const [compiled, run] = await this.#laboratory.sandbox.run({ files, commands, limits });
    this.#laboratory.cpuMs += (compiled?.cpuMs ?? 0) + (run?.cpuMs ?? 0);
    return isDone(compiled) && run !== undefined && isHeard(run) ? describeRun(run) : undefined;
  }
}

function isDone(run: Run | undefined): boolean {
  return run?.end === 'exit' && run.exitCode === 0;
}

/** Tcc knows C for this machine, and no flags that change the meaning of C. */
function mayLink(
  { language }: Program,
  { compiler, args: own }: CompilerConfiguration,
  args: readonly string[],
): boolean {
  const all = [...own, ...args];
  const changes = languageArgs(all).some((arg) => /^-[fm]/.test(arg));
  if (language !== 'c' || changes || countsAccesses(all)) return false;
  return otherMachineOf(compiler, all) === undefined;
}
