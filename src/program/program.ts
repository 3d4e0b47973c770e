/**
 * A test program: files in memory, which of them is compiled, and in what language.
 *
 * Invariant: a program is complete and never changes; nothing of it lies on a disk that could be edited meanwhile.
 * Headers that the machine has (`<stdint.h>`, `csmith.h`) are no part of it.
 */
export type Language = 'c' | 'c++' | 'llvm-ir' | 'text';

export interface ProgramFile {
  /** Relative, with `/`, without `..`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface Program {
  readonly files: readonly ProgramFile[];
  /** The path of the file that is handed to the compiler. */
  readonly main: string;
  readonly language: Language;
}

const suffixes: Readonly<Record<Language, string>> = {
  c: 'c',
  'c++': 'cpp',
  'llvm-ir': 'll',
  text: 'txt',
};

export function programOf(source: string | Uint8Array, language: Language = 'c'): Program {
  const path = `test.${suffixes[language]}`;
  const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source;
  return { files: [{ path, bytes }], main: path, language };
}
