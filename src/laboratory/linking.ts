/**
 * Linking and running: objects become a program, and the program runs in the sandbox.
 *
 * Invariant: {@link BesideUnits} compiles the units beside a test, not the compiler under test. Only a test
 * with `-flto` is different: one optimiser must see all units.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findBitcodeLinker,
  findHostCompiler,
  findProgram,
  newestCompiler,
  type OtherMachine,
  otherMachineOf,
  tryTool,
} from '../build/index.ts';
import {
  commandWithInput,
  inputFiles,
  languageArgs,
  type Program,
  type ProgramFile,
} from '../program/index.ts';
import { type Run, runLimits, type Sandbox } from '../sandbox/index.ts';
import { stockName } from '../target/index.ts';
import { UserError } from '../util/user-error.ts';
import type { BehaviourOptions } from './behaviour.ts';
import type { BesideUnits } from './beside-units.ts';
import { type CompilerConfiguration, installedForOthers } from './configurations.ts';
import { countsAccesses, withCountingUnit } from './volatile-counts.ts';

/**
 * The linker's message about code that needs a program with fixed addresses; gcc-snapshot makes such code.
 */
const NEEDS_FIXED_ADDRESSES = /recompile with -fPI[EC]/;

/** The first bytes of LLVM's bitcode. */
const BITCODE = [0x42, 0x43, 0xc0, 0xde];

export interface LinkOptions extends Pick<BehaviourOptions, 'linkArgs' | 'limits' | 'linker'> {
  /** The command that runs the program, for example qemu. */
  readonly runner?: readonly string[];
  /** True if the machine has no operating system. */
  readonly isBare?: boolean;
  /** Flags for compiling the test; units beside it need those about the language. */
  readonly args?: readonly string[];
  /**
   * The configuration that compiles the units beside the test, instead of an installed compiler without
   * optimisation.
   */
  readonly beside?: CompilerConfiguration;
}

export interface Linked {
  /** Words of the linker. */
  readonly said: string;
  /** Undefined if linking failed, or if qemu does not know one of the instructions. */
  readonly run: Run | undefined;
}

interface LinkingParts {
  readonly sandbox: Sandbox;
  readonly beside: BesideUnits;
  readonly searchPath: string;
  readonly spend: (cpuMs: number) => void;
}

/** True if an emulator does not know an instruction of the program. */
function isUnknown(run: Run, runner: readonly string[]): boolean {
  return runner.length > 0 && run.signal === 'SIGILL';
}

export class Linking {
  readonly #parts: LinkingParts;

  constructor(parts: LinkingParts) {
    this.#parts = parts;
  }

  async link(object: Uint8Array, asked: Program, options: LinkOptions = {}): Promise<Linked> {
    const { linkArgs = [], limits = runLimits, runner = [], args = [] } = options;
    const program = countsAccesses(args) ? withCountingUnit(asked) : asked;
    const isBitcode = BITCODE.every((byte, at) => object[at] === byte);
    const { linker = this.#linkerOf(isBitcode, program.language) } = options;
    const { beside = this.#forLinkTime(isBitcode ? 'clang' : 'gcc', args) } = options;
    const others = await this.#parts.beside.compiled(program, args, beside);
    if (others.said !== undefined) return { said: others.said, run: undefined };
    const objects = [{ path: 'test.o', bytes: object }, ...others.objects];
    const files = [...objects, ...inputFiles(program.files)];
    if (options.isBare === true) return this.#onBareMachine(objects, files, options);
    const attempt = async (...more: readonly string[]): Promise<readonly [Run, Run]> => {
      const [linked, run] = await this.#parts.sandbox.run({
        files,
        commands: [
          [...linker, ...more, ...objects.map(({ path }) => path), '-o', 'program', '-lm', ...linkArgs],
          commandWithInput([...runner, './program'], files),
        ],
        limits,
      });
      if (!linked || !run) throw new Error('the sandbox gave no answer');
      this.#parts.spend(linked.cpuMs + run.cpuMs);
      return [linked, run];
    };
    let [linked, run] = await attempt();
    // All other programs stay position-independent: random addresses expose code that depends on an address.
    if (NEEDS_FIXED_ADDRESSES.test(linked.stderr)) [linked, run] = await attempt('-no-pie');
    const isLinked = linked.end === 'exit' && linked.exitCode === 0;
    // A processor that qemu emulates may lack a feature that the code uses, which says nothing about the
    // code.
    if (isLinked && isUnknown(run, runner))
      return { said: `${runner[0]} does not know an instruction of it`, run: undefined };
    return { said: linked.stderr, run: isLinked ? run : undefined };
  }

  /**
   * Links outside the sandbox, which may not reach an added compiler. The linker runs no program, and the simulator
   * reads it.
   */
  async #onBareMachine(
    objects: readonly ProgramFile[],
    files: readonly ProgramFile[],
    { linker = [], linkArgs = [], runner = [], limits = runLimits }: LinkOptions,
  ): Promise<Linked> {
    const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-link-'));
    try {
      for (const { path, bytes } of objects) writeFileSync(join(folder, path), bytes);
      const [command = '', ...words] = linker;
      const paths = objects.map(({ path }) => path);
      const all = [...words, ...paths, '-o', 'program', '-lm', ...linkArgs];
      const { code, stderr } = await tryTool(command, all, { cwd: folder });
      if (code !== 0) return { said: stderr, run: undefined };
      const program = { path: 'program', bytes: readFileSync(join(folder, 'program')) };
      const [run] = await this.#parts.sandbox.run({
        files: [program, ...inputFiles(files)],
        commands: [commandWithInput([...runner, './program'], files)],
        limits,
      });
      if (!run) throw new Error('the sandbox gave no answer');
      this.#parts.spend(run.cpuMs);
      return isUnknown(run, runner)
        ? { said: 'the simulator stopped, or the memory is too small for it', run: undefined }
        : { said: stderr, run };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** The programs that link and run code for another machine; a missing one is an error of the user. */
  forMachine(
    machine: OtherMachine,
    args: readonly string[],
  ): Required<Pick<LinkOptions, 'linker' | 'runner' | 'beside' | 'isBare'>> {
    const compiler = this.#linkerFor(machine);
    const processor = args.filter((arg) => arg.startsWith('-mmcu='));
    return {
      linker: [
        findProgram(compiler, this.#parts.searchPath) ?? compiler,
        ...processor,
        ...(machine.bare?.link ?? []),
      ],
      runner: machine.runner,
      isBare: machine.bare !== undefined,
      beside: { compiler, args: ['-O0', '-w', ...languageArgs(args)] },
    };
  }

  /** Objects of `clang -flto` are bitcode, which the linker has to optimise. */
  #linkerOf(isBitcode: boolean, language: Program['language']): readonly string[] {
    const inC = language === 'c++' ? 'c++' : 'c';
    const forBitcode = isBitcode ? findBitcodeLinker(inC, this.#parts.searchPath) : undefined;
    return forBitcode ?? [this.linker(language)];
  }

  /** Link-time optimisation sees all units at once, so the other units need the same kind of objects. */
  #forLinkTime(family: 'clang' | 'gcc', args: readonly string[]): CompilerConfiguration | undefined {
    const lto = args.filter((each) => each.startsWith('-flto'));
    const found = lto.length === 0 ? undefined : newestCompiler(family, this.#parts.searchPath);
    if (found === undefined) return undefined;
    return { compiler: stockName(found), args: ['-O1', '-w', ...lto, ...languageArgs(args)] };
  }

  /** The newest cross compiler for a machine brings everything for linking. */
  #linkerFor({ triple, bare }: OtherMachine): string {
    const found = this.#foundLinkerFor(triple);
    if (found !== undefined) return found;
    throw new UserError(`there is nothing to link programs for ${triple} with`, [
      bare === undefined
        ? `install it: sudo apt-get install gcc-${triple} qemu-user`
        : `add it: cgfuzz compiler add ${triple}-gcc; the simulator: sudo apt-get install simavr`,
    ]);
  }

  canLinkFor({ triple }: OtherMachine): boolean {
    return this.#foundLinkerFor(triple) !== undefined;
  }

  #foundLinkerFor(triple: string): string | undefined {
    return installedForOthers(this.#parts.searchPath).findLast(
      (name) => otherMachineOf(name)?.triple === triple,
    );
  }

  linker(language: Program['language']): string {
    const found = findHostCompiler(language === 'c++' ? 'c++' : 'c', this.#parts.searchPath);
    if (found === undefined)
      throw new UserError('there is nothing to link programs with', ['install it: sudo apt-get install gcc']);
    return found;
  }
}
