/**
 * Scout: tcc, asked before all others about the candidates of a reduction. Most of them are no programs, or do the right
 * thing, and tcc says so in a tenth of the time that a reference takes. It links what others compiled, too.
 *
 * Invariants: it serves only if it said the same as all others about a program that showed the bug, linked by others.
 * It links only if that program did the same as when others linked it.
 */
import { findProgram, otherMachineOf } from '../../build/index.ts';
import { type Program, forTcc, languageArgs, programKey, programSize, unitsIn } from '../../program/index.ts';
import type { Run, RunLimits } from '../../sandbox/index.ts';
import type { Laboratory } from './laboratory.ts';
import type { CompilerConfiguration } from './configurations.ts';
import { describeRun, isHeard } from './vote.ts';

const TCC = 'tcc';

export class Scout {
  readonly #laboratory: Laboratory;
  #serves = false;
  #links = false;
  /** Size at which it is held against others again, after it was of no use. */
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

  /** The linker; nothing if it does not link. */
  get linking(): { readonly linker?: readonly string[] } {
    return this.#links ? { linker: [TCC] } : {};
  }

  /** Holds it against what others said of a program that shows the bug. */
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

  /** Behaviour of the program; undefined if it is no program, or takes too long. */
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
    const commands = [compile, ['./program']];
    const [compiled, run] = await this.#laboratory.sandbox.run({ files, commands, limits });
    this.#laboratory.cpuMs += (compiled?.cpuMs ?? 0) + (run?.cpuMs ?? 0);
    return isDone(compiled) && run !== undefined && isHeard(run) ? describeRun(run) : undefined;
  }
}

function isDone(run: Run | undefined): boolean {
  return run?.end === 'exit' && run.exitCode === 0;
}

/** Tcc knows C for this machine, and no flags that change its meaning. */
function mayLink(
  { language }: Program,
  { compiler, args: own }: CompilerConfiguration,
  args: readonly string[],
): boolean {
  const all = [...own, ...args];
  const changes = languageArgs(all).some((arg) => /^-[fm]/.test(arg));
  return language === 'c' && !changes && otherMachineOf(compiler, all) === undefined;
}
