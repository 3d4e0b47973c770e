/**
 * Tests of GCC's suite as programs: a test says in its comments with which options gcc compiles it.
 *
 * A patch may come from anybody, so a test never gets an argument that starts a program or writes a file.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { refusedArgument } from '../../finding/index.ts';
import { type Program, type ProgramFile, programOf } from '../../program/index.ts';
import { splitWords } from '../../util/split-words.ts';

export interface GccTest {
  /** The path below the suite, as `gcc.dg/pr12345.c`. */
  readonly name: string;
  readonly program: Program;
  readonly args: readonly string[];
  /** Dumps that the test reads, as `tree-phiopt1`. */
  readonly dumps: readonly string[];
}

const SUITE = 'gcc/testsuite';
/** Words for which the review has its own, or that only add to the output. */
const NOT_OURS =
  /^-(?:f(?:dump|save-opt|opt-info|report|compare-debug|profile|diagnostics)|S$|c$|E$|o|save-temps|d[a-zA-Z]|flto|ftime)/;
const DUMP = /^-fdump-((?:tree|rtl|ipa)-[a-z_]+\d*)/;
const OPTIONS = /\{\s*dg-(?:additional-)?options\s+"([^"]*)"([^\n]*)/g;
/** Tests that gcc refuses, or does not compile, and tests of several files. */
const NOT_ALONE = /\{\s*dg-(?:error|additional-sources)\b|\{\s*dg-do\s+preprocess\b/;

/** Undefined if the file is no whole test in C or C++, or asks for a refused argument. */
export function gccTestIn(file: string, root: string): GccTest | undefined {
  const language = /\.(?:c|(C|cc|cpp))$/.exec(file);
  if (language === null) return undefined;
  const bytes = readFileSync(file);
  const text = bytes.toString('latin1');
  if (NOT_ALONE.test(text)) return undefined;
  const words = wordsOf(text);
  const args = words.filter((word) => !NOT_OURS.test(word));
  if (words.some((word) => !word.startsWith('-') || word.startsWith('-x'))) return undefined;
  if (refusedArgument(args) !== undefined) return undefined;
  const name = relative(root, file).replace(`${SUITE}/`, '');
  const program = programOf(bytes, language[1] === undefined ? 'c' : 'c++');
  const hasLevel = args.some((word) => word.startsWith('-O'));
  return {
    name,
    program: { ...program, files: [...program.files, ...headersOf(dirname(file), text, new Set())] },
    args: [
      '-w',
      ...(hasLevel ? [] : ['-O2']),
      ...(/\/vect\//.test(name) ? ['-ftree-vectorize'] : []),
      ...args,
    ],
    dumps: words.flatMap((word) => DUMP.exec(word)?.[1] ?? []),
  };
}

/** The options that a test asks for on x86-64; a test of another machine has none of them. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(OPTIONS)].flatMap(([, options = '', rest = '']) => {
    const machines = rest.match(/[\w?*]+-\*-\*/g) ?? [];
    const isMeant = machines.length === 0 || machines.some((each) => /^(?:x86_64|i\?86|\*)-/.test(each));
    return isMeant ? splitWords(options) : [];
  });
}

/** Headers beside a test, by the names that it includes. */
function headersOf(folder: string, text: string, known: Set<string>): ProgramFile[] {
  return [...text.matchAll(/^\s*#\s*include\s+"([\w.-]+)"/gm)].flatMap(([, path = '']) => {
    const file = join(folder, path);
    if (known.has(path) || !existsSync(file)) return [];
    known.add(path);
    const bytes = readFileSync(file);
    return [{ path, bytes }, ...headersOf(folder, bytes.toString('latin1'), known)];
  });
}

/** Folders of the suite for changed files; programs that check themselves come last. */
const FOLDERS: readonly (readonly [pattern: RegExp, folders: readonly string[]])[] = [
  [/\/tree-(?:vect|slp|if-conv)/, ['gcc.dg/vect']],
  [/\/(?:tree|gimple|fold|match|value-|range|vr-)/, ['gcc.dg/tree-ssa']],
  [/\/(?:graphite|tree-loop|tree-ssa-loop)/, ['gcc.dg/graphite']],
  [/\/ipa-/, ['gcc.dg/ipa']],
  [/\/config\/i386\//, ['gcc.target/i386']],
  [/\/cp\//, ['g++.dg/opt', 'g++.dg/torture']],
];
const USUAL_FOLDERS: readonly string[] = ['gcc.dg/torture', 'gcc.c-torture/execute'];

export function gccFoldersFor(changed: readonly string[]): string[] {
  const own = FOLDERS.filter(([pattern]) => changed.some((file) => pattern.test(`/${file}`)));
  return [...new Set([...own.flatMap(([, folders]) => folders), ...USUAL_FOLDERS])];
}

/** Test files of folders below a tree, in the order of the folders. */
export function filesOfSuite(tree: string, folders: readonly string[]): string[] {
  return folders.flatMap((folder) => {
    const place = join(tree, SUITE, folder);
    return existsSync(place)
      ? readdirSync(place)
          .toSorted()
          .map((name) => join(place, name))
      : [];
  });
}

/** Names of the dumps of the passes that a source file of GCC defines, as `tree-phiopt`. */
export function dumpsOfPasses(source: string): string[] {
  const passes = source.matchAll(/\b(GIMPLE|RTL|(?:SIMPLE_)?IPA)_PASS,[^"]*"([a-z]\w*)"/g);
  const kinds: Readonly<Record<string, string>> = { GIMPLE: 'tree', RTL: 'rtl' };
  return [...new Set([...passes].map(([, kind = '', name]) => `${kinds[kind] ?? 'ipa'}-${name}`))];
}
