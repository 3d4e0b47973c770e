/**
 * Finds the facts of programs: analyses and runs them, and remembers the facts.
 *
 * Invariants: every misbehaviour of a program, a compiler or the analyser is an answer. Equal programs have
 * equal facts, whether fresh or remembered, and with every compiler that profiles.
 */
import { languageArgs, type Program, programKey, programSize } from '../program/index.ts';
import { Sandbox, type SandboxWorld } from '../sandbox/index.ts';
import { UserError } from '../util/user-error.ts';
import { Recent } from '../util/recent.ts';
import { Analyser } from './analyser.ts';
import type { Facts } from './facts.ts';
import {
  type ProfilingCompiler,
  type Profiled,
  profile,
  profilingCompilers,
  type RunQuestion,
} from './run.ts';
import { factsTuning } from './tuning.ts';

export type FactsAnswer = { readonly cpuMs: number } & (
  | { readonly kind: 'facts'; readonly facts: Facts }
  | { readonly kind: 'none'; readonly why: NoFacts; readonly said: string }
);

/**
 * `language`: the program is not in C. `unreadable`: clang cannot parse the program. `failed`: the analyser
 * crashed, or took too long.
 */
export type NoFacts = 'language' | 'unreadable' | 'failed';

export interface FactsQuestion {
  readonly program: Program;
  /** All of the compiler's arguments; only flags about the language count. */
  readonly args: readonly string[];
  /** True if values of variables are wanted as well, which makes the run more expensive. */
  readonly notesValues?: boolean;
  /** Programs of one source behave alike: the finder runs the first one twice, and some of the others. */
  readonly source?: string;
}

export interface FinderOptions {
  /** Compilers to profile with; the default is the installed ones, the cheapest first. */
  readonly compilers?: readonly ProfilingCompiler[];
  /** Receives each message for a person once. */
  readonly tell?: (text: string) => void;
}

const MAX_REFUSED = factsTuning.maxRefused.value;
const TROUBLE = { failures: 3, among: 10 };

export class FactFinder {
  readonly #analyser: Analyser;
  readonly #sandbox: Sandbox;
  readonly #tell: (text: string) => void;
  #compilers: readonly ProfilingCompiler[];
  #refusedInRow = 0;
  /** Number of runs for each source. */
  readonly #runs = new Map<string, number>();
  readonly #known = new Recent<FactsAnswer>(factsTuning.keptBytes.value);
  /** The outcome of each of the last analyses: true for a failure. */
  #failures: boolean[] = [];

  private constructor(
    analyser: Analyser,
    sandbox: Sandbox,
    compilers: readonly ProfilingCompiler[],
    tell: (text: string) => void,
  ) {
    this.#analyser = analyser;
    this.#sandbox = sandbox;
    this.#compilers = compilers;
    this.#tell = tell;
  }

  static async open(world: SandboxWorld, options: FinderOptions = {}): Promise<FactFinder> {
    const { compilers = profilingCompilers(world.searchPath), tell = () => undefined } = options;
    const [first] = compilers;
    if (first === undefined)
      throw new UserError('no compiler is here to find out what programs do', [
        'install one: sudo apt-get install tcc',
      ]);
    if (options.compilers === undefined && first.name !== 'tcc')
      tell(`there is no tcc here: ${first.name} finds out what programs do, at ten times the cost`);
    return new FactFinder(await Analyser.open(world, tell), await Sandbox.open(world), compilers, tell);
  }

  async find({ program, args, notesValues = false, source = '' }: FactsQuestion): Promise<FactsAnswer> {
    if (program.language !== 'c') return { kind: 'none', why: 'language', said: program.language, cpuMs: 0 };
    const asked = languageArgs(args);
    const key = [programKey(program), notesValues ? 'values' : '', ...asked].join('\0');
    const known = this.#known.get(key);
    if (known !== undefined) return { ...known, cpuMs: 0 };
    const answer = await this.#findAnew({ program, args: asked, notesValues, source });
    // A failure is not a fact of the program, so the finder does not remember it.
    if (answer.kind === 'facts' || answer.why === 'unreadable')
      this.#known.put(key, answer, programSize(program) + sizeOf(answer));
    return answer;
  }

  /** Processes, for tests that kill them. */
  get pids(): { readonly analyser: number | undefined; readonly sandbox: number | undefined } {
    return { analyser: this.#analyser.pid, sandbox: this.#sandbox.pid };
  }

  /**
   * Profiles with the next compiler from now on, and names it; undefined if there is no other. Known facts
   * stay valid.
   */
  goOnWithNextCompiler(): string | undefined {
    if (this.#compilers.length < 2) return undefined;
    this.#compilers = this.#compilers.slice(1);
    return this.#compilers[0]?.name;
  }

  async close(): Promise<void> {
    await Promise.all([this.#analyser.close(), this.#sandbox.close()]);
  }

  async #findAnew({ program, args, notesValues, source }: Required<FactsQuestion>): Promise<FactsAnswer> {
    const reading = await this.#analyser.read(program, args);
    this.#learn(reading.kind === 'failed');
    if (reading.kind !== 'read')
      return { kind: 'none', why: reading.kind, said: reading.said, cpuMs: reading.cpuMs };
    const { analysis, hasHiddenWrapper, hasOddResult } = reading;
    const logsWrappers = analysis.wrappers.length > 0 && !hasHiddenWrapper && !isMinimal(program, args);
    const isTwice = this.#isTwice(source);
    const question = { program, analysis, args, logsWrappers, isTwice, notesValues };
    const profiled = await this.#profile(question, hasOddResult);
    const cpuMs = reading.cpuMs + profiled.cpuMs;
    const facts: Facts =
      profiled.kind === 'ran'
        ? { analysis, run: profiled.run }
        : { analysis, run: undefined, noRun: profiled.why };
    return { kind: 'facts', facts, cpuMs };
  }

  /**
   * Asks the next compiler if one refuses, and drops a compiler that refuses everything. Tcc gets no programs
   * with struct results of an odd size: it stores a whole register, and so overwrites the bytes after the
   * result.
   */
  async #profile(question: RunQuestion, hasOddResult: boolean): Promise<Profiled> {
    let cpuMs = 0;
    let said = '';
    for (const [index, compiler] of this.#compilers.entries()) {
      if (compiler.name === 'tcc' && hasOddResult && this.#compilers.length > 1) continue;
      const answer = await profile(this.#sandbox, compiler, question);
      cpuMs += answer.cpuMs;
      const isRefused = answer.kind === 'none' && answer.why === 'refused';
      if (index === 0) this.#refusedInRow = isRefused ? this.#refusedInRow + 1 : 0;
      if (!isRefused) {
        this.#dropWhoRefuses();
        return { ...answer, cpuMs };
      }
      said = `${compiler.name} says: ${answer.said?.trim().split('\n')[0] ?? 'nothing'}`;
    }
    if (this.#refusedInRow === MAX_REFUSED)
      this.#tell(`the last ${MAX_REFUSED} programs could not be run to find out what they do; ${said}`);
    return { kind: 'none', why: 'refused', said, cpuMs };
  }

  #dropWhoRefuses(): void {
    if (this.#refusedInRow < MAX_REFUSED || this.#compilers.length < 2) return;
    this.#compilers = this.#compilers.slice(1);
    this.#refusedInRow = 0;
  }

  #isTwice(source: string): boolean {
    const before = this.#runs.get(source) ?? 0;
    this.#runs.set(source, before + 1);
    return before < factsTuning.alwaysTwice.value || before % factsTuning.everyTwice.value === 0;
  }

  #learn(isFailure: boolean): void {
    this.#failures = [...this.#failures, isFailure].slice(-TROUBLE.among);
    if (this.#failures.filter(Boolean).length !== TROUBLE.failures || !isFailure) return;
    this.#tell('the analyser of programs fails often: those programs have no facts, and no truth of a run');
  }
}

/** Bytes in memory, roughly. */
function sizeOf(answer: FactsAnswer): number {
  if (answer.kind !== 'facts') return 0;
  const { analysis, run } = answer.facts;
  const { statements, names, uses, wrappers, operands } = analysis;
  const large =
    200 * (statements.length + wrappers.length) + 120 * (names.length + (run?.values.length ?? 0));
  return large + 48 * (uses.length + operands.length);
}

/** Csmith's smallest header has wrappers without a call number. */
function isMinimal({ files }: Program, args: readonly string[]): boolean {
  if (args.some((arg) => arg.includes('CSMITH_MINIMAL'))) return true;
  return files.some(({ bytes }) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('csmith_minimal.h'),
  );
}
