/**
 * Written: the result of a function or an arbitrary, as a program. It may be anything from a plain text to
 * files with their truth.
 *
 * Invariant: any result of a generator becomes a whole program, or a {@link GeneratorFailure} that says what
 * was expected.
 */
import {
  type ExpectedOutcome,
  type Language,
  languages,
  type Program,
  programOf,
  type ProgramFile,
  type Promises,
  type Truth,
} from '../../program/index.ts';
import { programFrom } from '../record/collect.ts';
import { GeneratorFailure } from '../record/generator-failure.ts';

/** A text becomes one file with the usual name of the language. */
export type Written = string | Uint8Array | WrittenProgram;

export interface WrittenProgram {
  /** Files by their paths, or as a list. */
  readonly files: Readonly<Record<string, string | Uint8Array>> | readonly ProgramFile[];
  /** The file to compile; by default the only file. */
  readonly main?: string;
  /** Files that are compiled without optimisation and linked with it, such as a driver. */
  readonly beside?: readonly string[];
  /** Default is the source's. */
  readonly language?: Language;
  /** Flags that a compiler needs for this program, besides the flags of its source. */
  readonly compilerArgs?: readonly string[];
  /** Default is the source's. */
  readonly promises?: Promises;
  /** The correct behaviour of the program. */
  readonly truth?: WrittenTruth;
}

export interface WrittenOutcome {
  readonly stdout: string | Uint8Array;
  /** Default 0. */
  readonly exitCode?: number;
}

export type WrittenTruth =
  | ({ readonly kind: 'output' } & WrittenOutcome)
  | { readonly kind: 'one-of'; readonly outcomes: readonly WrittenOutcome[] }
  /** A contract lies among the files. */
  | { readonly kind: 'contract' };

export function programOfWritten(written: unknown, language: Language, maxBytes: number): Program {
  const program = withinLimit(assembled(written, language), maxBytes);
  if (!isObject(written) || written instanceof Uint8Array) return program;
  const { promises, truth, language: own, compilerArgs } = written;
  if (own !== undefined && !languages.includes(own as Language))
    throw bad(`a language of ${shown(own)}; allowed: ${languages.join(', ')}`);
  if (promises !== undefined && promises !== 'valid' && promises !== 'defined')
    throw bad(`promises of ${shown(promises)}; allowed: valid, defined`);
  return {
    ...program,
    ...(own === undefined ? {} : { language: own as Language }),
    ...(compilerArgs === undefined ? {} : { compilerArgs: wordsOf('compilerArgs', compilerArgs) }),
    ...(promises === undefined ? {} : { promises }),
    ...(truth === undefined ? {} : { truth: truthOf(truth) }),
  };
}

function assembled(written: unknown, language: Language): Program {
  if (typeof written === 'string' || written instanceof Uint8Array) {
    if (written.length === 0)
      throw new GeneratorFailure('no program', 'the generator returned an empty text');
    return programOf(bytesOf(written), language);
  }
  if (isObject(written) && typeof written['then'] === 'function')
    throw bad('a promise; generators must be synchronous');
  if (!isObject(written) || !isObject(written['files']))
    throw bad(`${shown(written)}; return a text, bytes, or { files: { 'test.c': text } }`);
  const files = filesOf(written['files']);
  const { main = files.length === 1 ? files[0]!.path : undefined } = written;
  if (typeof main !== 'string')
    throw bad(`${files.length} files and does not say which is compiled; add main: 'test.c'`);
  const { beside } = written;
  return programFrom(
    files,
    beside === undefined ? { main } : { main, beside: wordsOf('beside', beside) },
    language,
  );
}

function filesOf(files: Fields): ProgramFile[] {
  if (!Array.isArray(files))
    return Object.entries(files).map(([path, content]) => ({ path, bytes: bytesOf(content) }));
  return files.map((file: unknown) => {
    if (!isObject(file) || typeof file['path'] !== 'string')
      throw bad(`a list with ${shown(file)} in it; a file is { path, bytes }`);
    return { path: file['path'], bytes: bytesOf(file['bytes']) };
  });
}

function truthOf(truth: unknown): Truth {
  if (isObject(truth) && truth['kind'] === 'contract') return { kind: 'contract' };
  if (isObject(truth) && truth['kind'] === 'output') return { kind: 'output', ...outcomeOf(truth) };
  const outcomes = isObject(truth) && truth['kind'] === 'one-of' ? truth['outcomes'] : undefined;
  if (!Array.isArray(outcomes) || outcomes.length === 0)
    throw bad(
      `a truth of ${shown(truth)}; write { kind: 'output', stdout } or { kind: 'one-of', outcomes: [{ stdout }] }`,
    );
  return { kind: 'one-of', outcomes: outcomes.map(outcomeOf) };
}

function outcomeOf(outcome: unknown): ExpectedOutcome {
  if (!isObject(outcome)) throw bad(`an outcome of ${shown(outcome)}; write { stdout, exitCode }`);
  const { stdout, exitCode } = outcome;
  const isCode = Number.isInteger(exitCode) && Number(exitCode) >= 0 && Number(exitCode) <= 255;
  if (exitCode !== undefined && !isCode) throw bad(`an exit code of ${shown(exitCode)}; allowed: 0 to 255`);
  return { stdout: bytesOf(stdout), ...(exitCode === undefined ? {} : { exitCode: Number(exitCode) }) };
}

function wordsOf(field: string, words: unknown): readonly string[] {
  if (Array.isArray(words) && words.every((word) => typeof word === 'string')) return words;
  throw bad(`${field} of ${shown(words)}; write a list of texts`);
}

function withinLimit(program: Program, maxBytes: number): Program {
  const bytes = program.files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes > maxBytes) throw new GeneratorFailure('output', `the generator wrote ${bytes} bytes`);
  return program;
}

/** A copy of the bytes: a generator may continue to use its array. */
function bytesOf(content: unknown): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  if (content instanceof Uint8Array) return Uint8Array.from(content);
  throw bad(`${shown(content)} where a text or bytes were expected`);
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function bad(what: string): GeneratorFailure {
  return new GeneratorFailure('output', `the generator returned ${what}`);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
}
