/** Definition of a source: the facts that a person gives about a generator. */
import type { Draw, Limits } from '../choice/index.ts';
import type { DrawnOptions, Language, Program, Promises } from '../program/index.ts';
import type { Stage } from '../stage/index.ts';
import { UserError } from '../util/user-error.ts';
import type { ArbitraryLike } from './fast-check/from-fast-check.ts';
import type { Written } from './thread/written.ts';

/** Properties that every source states. */
interface Described {
  readonly name: string;
  /** A sentence, for lists. */
  readonly summary: string;
  readonly language: Language;
  /** The file of its module, if it does not come with cgfuzz. */
  readonly module?: string;
  /** Compiler flags for these programs, such as the folder of their headers. */
  readonly compilerArgs?: readonly string[];
  /** Promises for all programs that carry none of their own. */
  readonly promises?: Promises;
  /**
   * True if its known output holds only for machines as large as this one: its programs use types whose width
   * differs. Otherwise the source knows no output, or an output that is the same everywhere.
   */
  readonly isForLarge?: boolean;
  /** Present if its programs are for machines whose `int` has 16 bits. */
  readonly intBits?: 16;
  /** True if its known output needs floating point that rounds each operation to nearest, in its own type. */
  readonly roundsFloats?: boolean;
  /** Present if the code of its programs is judged without linking and running. */
  readonly isJudged?: true;
  readonly limits?: GeneratorLimits;
  /**
   * Options of the compiler, drawn as choices in a scope at the front of each sequence. The campaign adds
   * this field; it is no property of the generator.
   */
  readonly compilerOptions?: (draw: Draw) => DrawnOptions;
  /** The stages that its programs go through; the code that finds a chain by its name adds them. */
  readonly stages?: readonly Stage[];
}

/** A generator that is a program of its own. */
export interface ProcessDefinition extends Described {
  /**
   * The program with its fixed arguments; a function if it must be built or found first, which reports its
   * progress.
   */
  readonly command: GeneratorCommand | ((say: (text: string) => void) => Promise<GeneratorCommand>);
  /**
   * The way in which the generator reaches the engine. `preload` is for unmodified binaries. With `linked`
   * the choice library is part of the program (built by the wrappers, or annotated). `stream` is for programs
   * that speak the protocol over pipes.
   */
  readonly reach: 'preload' | 'linked' | 'stream';
  /**
   * One process for each program, a fork of a process that waits directly before main, or one process for all
   * programs.
   */
  readonly process: 'exec' | 'fork' | 'persistent';
  /** Origin of scopes: the call stack at each draw, or the generator's own announcements. */
  readonly scopes: 'stack' | 'own';
  readonly writes: Output;
  /**
   * Functions inside an unmodified program (`preload`) that the library answers in place. `std` means the
   * engines and distributions of <random>, if they are functions there. Name others by name or address, as
   * `nm` shows them, with the kind of their answer. Examples are `my_next word 64`, `below pick arg1`,
   * `0x41d0 percent 30`, `drand unit`. Default: `std`, with scopes from the stack.
   */
  readonly engines?: readonly string[];
  /**
   * A table of the functions that are scopes, draws and seeds; each start of the generator reads it. The
   * generator must have been built by the wrappers. A path is relative to the module of the definition.
   */
  readonly table?: string;
  /** Arguments for one program, drawn as choices in the first scope of its sequence. */
  readonly options?: (draw: Draw) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Compiler flags for one program, which its text names. */
  readonly argsOf?: (text: string) => readonly string[];
  /** Makes a source with other settings, as for generators in a thread. */
  readonly configure?: (words: readonly string[]) => ProcessDefinition;
  /** The words of its settings. The code that finds a source by its name adds this field. */
  readonly words?: readonly string[];
  /** If true, time and process ids stay real; otherwise they are constant. */
  readonly keepsClock?: boolean;
  /** If true, address space randomisation stays on; otherwise it is off. */
  readonly randomAddresses?: boolean;
}

/** The functions to answer in place, a line each. */
export function enginesOf({ reach, scopes, engines }: ProcessDefinition): readonly string[] {
  if (reach !== 'preload') return [];
  // A generator that draws through the interface defines its own choices.
  return engines ?? (scopes === 'stack' ? ['std'] : []);
}

export type GeneratorCommand = readonly [string, ...string[]];

/** Properties that function generators and arbitraries, which run in a thread, have in common. */
interface Threaded extends Described {
  /**
   * URL of the module whose default export is this definition. Each thread loads the module again; the loader
   * of a definition adds this field.
   */
  readonly entry?: string;
  /**
   * Makes a source with other settings, from the words after the name: `--source "loom size=40"`. Throws a `UserError`
   * for unknown words.
   */
  readonly configure?: (words: readonly string[]) => InProcessDefinition;
  /** The words of its settings. The code that finds a source by its name adds this field. */
  readonly words?: readonly string[];
}

/** A function that draws its choices and returns a program. */
export interface FunctionDefinition extends Threaded {
  readonly generate: (draw: Draw) => Written;
  /**
   * The answers, in order, with which `generate` writes this input. With them a source takes in inputs of other
   * engines; without them it takes in none.
   */
  readonly answersFor?: (input: Uint8Array) => Iterable<number>;
}

/** A fast-check arbitrary whose values are programs. */
export interface ArbitraryDefinition extends Threaded {
  readonly arbitrary: ArbitraryLike<Written>;
}

/** A generator that runs in a thread of this process. */
export type InProcessDefinition = FunctionDefinition | ArbitraryDefinition;

/**
 * One property tells the kind: a `command`, a function to `generate`, or an `arbitrary`.
 */
export type SourceDefinition = ProcessDefinition | InProcessDefinition;

export function isInProcess(definition: SourceDefinition): definition is InProcessDefinition {
  return 'generate' in definition || 'arbitrary' in definition;
}

/** A source with the settings in these words, which become part of its name. */
export function configured(definition: SourceDefinition, words: readonly string[]): SourceDefinition {
  if (words.length === 0) return definition;
  const { name } = definition;
  if (definition.configure === undefined)
    throw new UserError(`the source ${name} takes no settings: ${words.join(' ')}`, [
      'loom does: cgfuzz run --source "loom size=40"; a definition of your own, where it has configure(words)',
    ]);
  const { module } = definition;
  const entry = isInProcess(definition) ? definition.entry : undefined;
  return {
    ...definition.configure(words),
    name: [name, ...words].join(' '),
    words,
    ...(entry === undefined ? {} : { entry }),
    ...(module === undefined ? {} : { module }),
  };
}

/**
 * The place of the finished program. Paths are relative to the generator's working folder, which is empty
 * when it starts.
 */
export type Output =
  | { readonly to: 'stdout' }
  | { readonly to: 'file'; readonly path: string }
  /** All files of the working folder: the test, the files beside it, and included files; see `Program`. */
  | { readonly to: 'folder'; readonly main: string; readonly beside?: readonly string[] };

export interface GeneratorLimits extends Omit<Limits, 'maxTimeMs'> {
  /** CPU time for a generator that works, and clock time for one that waits. Default 10,000. */
  readonly timeMs?: number;
  /**
   * Private memory. Default 2 GiB; 0 for no limit. In a thread: the memory of JavaScript objects, without
   * buffers.
   */
  readonly memoryBytes?: number;
  /** Limit of each file, standard output included. Default 64 MiB. */
  readonly outputBytes?: number;
  /** Limit of all files together. Default 256 MiB. */
  readonly folderBytes?: number;
}

export const usualGeneratorLimits: Required<GeneratorLimits> = {
  timeMs: 10_000,
  memoryBytes: 2 ** 31,
  outputBytes: 64 * 2 ** 20,
  folderBytes: 256 * 2 ** 20,
  maxChoices: 4_000_000,
  maxScopes: 8_000_000,
  maxDepth: 10_000,
};

/** Flags for every compiler of a source's program. */
export function compilerArgsFor(
  { compilerArgs = [] }: Pick<SourceDefinition, 'compilerArgs'>,
  program?: Pick<Program, 'compilerArgs'>,
): readonly string[] {
  return [...compilerArgs, ...(program?.compilerArgs ?? [])];
}

/** The scope for the options of a generator. */
export const OPTIONS_LABEL = 'options';
/** The scope for compiler options, which comes before all others. */
export const COMPILER_LABEL = 'compiler';

/** Builds or finds the program that makes the tests; a source in a thread is already ready. */
export async function preparedSource(
  definition: ProcessDefinition,
  say: (text: string) => void,
): Promise<ProcessDefinition & { readonly command: GeneratorCommand }>;
export async function preparedSource(
  definition: SourceDefinition,
  say: (text: string) => void,
): Promise<SourceDefinition>;
export async function preparedSource(
  definition: SourceDefinition,
  say: (text: string) => void,
): Promise<SourceDefinition> {
  if (isInProcess(definition) || typeof definition.command !== 'function') return definition;
  return { ...definition, command: await definition.command(say) };
}
