/**
 * A test program: files in memory, which of them is compiled, and in what language.
 *
 * Invariant: a program is complete and never changes; nothing of it lies on a disk that could be edited meanwhile.
 * Headers that the machine has (`<stdint.h>`, `csmith.h`) are no part of it.
 */
import type { Truth } from './truth.ts';

export const languages = ['c', 'c++', 'llvm-ir', 'text'] as const;
export type Language = (typeof languages)[number];

/**
 * Promises of a source about its programs, which hold unless the source is wrong. `valid` means that compilers must
 * accept it. `defined` means that it has no undefined behaviour either. Without a promise a refusal is no finding, and
 * each finding of wrong code is checked more often.
 */
export type Promises = 'valid' | 'defined';

/**
 * Tiers of options: a lower one is closer to what people use. The order is from low to high; `pipelines` are whole lists of
 * passes in place of those of a level.
 */
export const optionTiers = ['documented', 'hidden', 'pipelines'] as const;
export type OptionTier = (typeof optionTiers)[number];

/** Options of the compiler that were drawn for one program, as choices of its sequence. */
export interface DrawnOptions {
  /** They come after all other arguments. */
  readonly args: readonly string[];
  /** The highest tier of them. */
  readonly tier: OptionTier;
  /** The code may need another machine than this one, or a library. Then it is compiled, and never run. */
  readonly isForElsewhere: boolean;
  /** Another kind of machine that the code is for. It may lack what the program asks for, so a refusal says nothing. */
  readonly machine?: string;
  /** The name of the list that the choices are places in; absent if nobody keeps lists. */
  readonly list?: string;
}

export interface ProgramFile {
  /** Relative, with `/`, without `..`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface Program {
  readonly files: readonly ProgramFile[];
  /** The path of the file that is handed to the compiler under test. */
  readonly main: string;
  /**
   * Paths of files that make a whole program of it, such as a driver with `main()`. They are compiled without
   * optimisation and linked with it. All other files are only included.
   */
  readonly beside?: readonly string[];
  readonly language: Language;
  /** Flags that a compiler needs for it, besides those of its source, such as the version of the language. */
  readonly compilerArgs?: readonly string[];
  readonly promises?: Promises;
  /** Only if a campaign draws options. */
  readonly options?: DrawnOptions;
  /** The behaviour that it must have, if its generator knows. */
  readonly truth?: Truth;
}

const suffixes: Readonly<Record<Language, string>> = {
  c: 'c',
  'c++': 'cpp',
  'llvm-ir': 'll',
  text: 'txt',
};

/** The program once for each of its units, each time with another one to be compiled; the test comes first. */
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

/** The end of a file's name by which compilers know the language, without the dot. */
export function suffixOf(language: Language): string {
  return suffixes[language];
}
