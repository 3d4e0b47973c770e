/** What one has to say about a generator to make it a source. */
import type { Draw, Limits } from '../choice/index.ts';
import type { Language, Promises } from '../program/index.ts';

export interface SourceDefinition {
  readonly name: string;
  /** A sentence, for lists. */
  readonly summary: string;
  readonly language: Language;
  /** The file that it was loaded from, where it does not come with cgfuzz. */
  readonly module?: string;
  /** The program and the arguments it always gets; a function where it must be built or found first, which says how far it is. */
  readonly command:
    | readonly [string, ...string[]]
    | ((say: (text: string) => void) => Promise<readonly [string, ...string[]]>);
  /**
   * How the generator reaches the engine: `preload` for unmodified binaries, `linked` where the choice library is part of
   * the program (built by the wrappers, or annotated), `stream` for those that speak the protocol over pipes.
   */
  readonly reach: 'preload' | 'linked' | 'stream';
  /** A process for each program, a fork of one that waits right before main, or one that makes program after program. */
  readonly process: 'exec' | 'fork' | 'persistent';
  /** Where scopes come from: the call stack at each draw, or whatever the generator says itself. */
  readonly scopes: 'stack' | 'own';
  readonly writes: Output;
  /** What a compiler must be told for these programs, such as where their headers are. */
  readonly compilerArgs?: readonly string[];
  /** What each of its programs promises that does not say so itself. */
  readonly promises?: Promises;
  /** Arguments for one program, drawn as choices in the first scope of its sequence. */
  readonly options?: (draw: Draw) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly limits?: GeneratorLimits;
  /** Time and process ids are made constant unless this is true. */
  readonly keepsClock?: boolean;
  /** Address space randomisation is switched off unless this is true. */
  readonly randomAddresses?: boolean;
}

/** Where the program appears. Paths are relative to the generator's working folder, which is empty when it starts. */
export type Output =
  | { readonly to: 'stdout' }
  | { readonly to: 'file'; readonly path: string }
  /** All files of the working folder. */
  | { readonly to: 'folder'; readonly main: string };

export interface GeneratorLimits extends Omit<Limits, 'maxTimeMs'> {
  /** CPU time of a generator that works, by the clock of one that waits. Default 10,000. */
  readonly timeMs?: number;
  /** Private memory. Default 2 GiB; 0 for none. */
  readonly memoryBytes?: number;
  /** Of each file, standard output included. Default 64 MiB. */
  readonly outputBytes?: number;
  /** Of all files together. Default 256 MiB. */
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

/** The scope that the options are drawn in. */
export const OPTIONS_LABEL = 'options';

/** With the program built or found that makes its tests. */
export async function preparedSource(
  definition: SourceDefinition,
  say: (text: string) => void,
): Promise<SourceDefinition & { readonly command: readonly [string, ...string[]] }> {
  const { command } = definition;
  return { ...definition, command: typeof command === 'function' ? await command(say) : command };
}
