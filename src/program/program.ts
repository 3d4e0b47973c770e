/**
 * A test program: files in memory, the one to compile, and its language.
 *
 * Invariant: a program is complete and never changes; no part of it lies on a disk, where somebody could edit
 * it. Headers of the machine (`<stdint.h>`, `csmith.h`) are not part of it.
 */
import type { Truth } from './truth.ts';

export const languages = ['c', 'c++', 'llvm-ir', 'text', 'ispc'] as const;
export type Language = (typeof languages)[number];

/**
 * Promises of a source about its programs; a broken promise is a mistake of the source. `valid` means that
 * compilers must accept it. `defined` means that it has no undefined behaviour either. Without a promise a
 * refusal is no finding, and each finding of wrong code gets more checks.
 */
export type Promises = 'valid' | 'defined';

/**
 * Tiers of options: a lower tier is closer to everyday use. The order is from low to high; `pipelines` are
 * whole lists of passes that replace those of a level.
 */
export const optionTiers = ['documented', 'hidden', 'pipelines'] as const;
export type OptionTier = (typeof optionTiers)[number];

/** Options of the compiler that were drawn for one program, by choices of its sequence. */
export interface DrawnOptions {
  /** They come after all other arguments. */
  readonly args: readonly string[];
  /** The highest tier of them. */
  readonly tier: OptionTier;
  /**
   * True if the code may need another machine than this one, or a library. Then it is compiled, and never
   * run.
   */
  readonly isForElsewhere: boolean;
  /**
   * Another kind of machine that the code is for. It may lack something that the program needs, so a refusal
   * says nothing.
   */
  readonly machine?: string;
  /** The name of the list that the choices refer to; absent if nobody keeps lists. */
  readonly list?: string;
}

export interface ProgramFile {
  /** Relative, with `/`, without `..`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface Program {
  readonly files: readonly ProgramFile[];
  /** The path of the file that the compiler under test compiles. */
  readonly main: string;
  /**
   * Paths of files that complete the program, such as a driver with `main()`. They are compiled without
   * optimisation and linked with the main file. All other files are only included.
   */
  readonly beside?: readonly string[];
  readonly language: Language;
  /**
   * Flags that a compiler needs for this program besides its source's flags, such as the version of the
   * language.
   */
  readonly compilerArgs?: readonly string[];
  readonly promises?: Promises;
  /** Present only if a campaign draws options. */
  readonly options?: DrawnOptions;
  /** The program's correct behaviour, if its generator knows it. */
  readonly truth?: Truth;
}

const suffixes: Readonly<Record<Language, string>> = {
  c: 'c',
  'c++': 'cpp',
  'llvm-ir': 'll',
  text: 'txt',
  ispc: 'ispc',
};

/** The program once for each unit, each time with another unit to compile; the test comes first. */
export function unitsIn(program: Program): readonly Program[] {
  return [program, ...besideIn(program)];
}

/** The units that are linked with the test. */
export function besideIn(program: Program): readonly Program[] {
  return (program.beside ?? []).map((main) => ({ ...program, main }));
}

export function programOf(source: string | Uint8Array, language: Language = 'c'): Program {
  const path = `test.${suffixOf(language)}`;
  const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source;
  return { files: [{ path, bytes }], main: path, language };
}

/** The suffix that tells compilers the language, without the dot. */
export function suffixOf(language: Language): string {
  return suffixes[language];
}
