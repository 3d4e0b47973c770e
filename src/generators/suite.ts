/**
 * Tests of a compiler's own suite as a source: a folder of C files, each of which is a program. The only choice is the
 * file, so the strategy `enumerate` compiles each file once, and stages change files as they change any other program.
 *
 * cgfuzz ships no suite: a person names the folder.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { ProgramFile } from '../program/index.ts';
import type { FunctionDefinition } from '../source/index.ts';
import { UserError } from '../util/user-error.ts';

const MOST_BYTES = 200_000;
/** Older C had no declarations of functions, say. gcc 14 and clang 16 refuse it, even in C17, unless told otherwise. */
const oldC = [
  'implicit-int',
  'implicit-function-declaration',
  'int-conversion',
  'incompatible-pointer-types',
  'return-mismatch',
  'declaration-missing-parameter-type',
];
const usualArgs = ['-w', '-std=gnu17', ...oldC.map((kind) => `-Wno-${kind}`)];
/** Options of a test that belong to its meaning; levels and machines are the campaign's. */
const ofMeaning = /^-(?:std=\S+|D\S+|f(?:gnu89-inline|wrapv|permissive|no-\S+|signed-\S+|unsigned-\S+))$/;

const suiteSource: FunctionDefinition = { ...suiteOf(undefined), configure: suiteWith };
export default suiteSource;

function suiteWith(words: readonly string[]): FunctionDefinition {
  let folder: string | undefined;
  for (const word of words) {
    const [, value] = /^folder=(.+)$/.exec(word) ?? [];
    if (value === undefined)
      throw new UserError(`suite knows no setting "${word}"`, ['allowed: folder=DIR, as in folder=./tests']);
    folder = value;
  }
  return suiteOf(folder);
}

function suiteOf(folder: string | undefined): FunctionDefinition {
  let files: readonly string[] | undefined;
  return {
    name: 'suite',
    summary: "C files of a folder, such as a compiler's own tests: suite folder=DIR",
    language: 'c',
    promises: 'valid',
    entry: import.meta.url,
    generate(draw) {
      files ??= testsIn(folder);
      const path = draw.pick(files);
      const bytes = readFileSync(path);
      const text = bytes.toString('latin1');
      const main = basename(path);
      return {
        files: [{ path: main, bytes }, ...headersOf(text, dirname(path))],
        main,
        compilerArgs: [...usualArgs, ...optionsIn(text)],
      };
    },
  };
}

function testsIn(folder: string | undefined): readonly string[] {
  const hints = ['name a folder with C files: --source "suite folder=./gcc.c-torture/execute"'];
  if (folder === undefined) throw new UserError('suite needs a folder', hints);
  const root = resolve(folder);
  if (!existsSync(root) || !statSync(root).isDirectory())
    throw new UserError(`${folder} is no folder`, hints);
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.c'),
  );
  const found = names
    .toSorted()
    .map((name) => join(root, name))
    .filter((path) => statSync(path).size <= MOST_BYTES);
  if (found.length === 0) throw new UserError(`${folder} has no C file`, hints);
  return found;
}

/** Files of the same folder that a test includes, and files that these files include. */
function headersOf(text: string, folder: string, known: Set<string> = new Set()): ProgramFile[] {
  return [...text.matchAll(/^\s*#\s*include\s+"([\w.-]+)"/gm)].flatMap(([, name = '']) => {
    const path = join(folder, name);
    if (known.has(name) || !existsSync(path)) return [];
    known.add(name);
    const bytes = readFileSync(path);
    return [{ path: name, bytes }, ...headersOf(bytes.toString('latin1'), folder, known)];
  });
}

function optionsIn(text: string): string[] {
  const lists = text.matchAll(/\{\s*dg-(?:additional-)?options\s+(?:"([^"]*)"|\{([^}]*)\})\s*\}/g);
  return [...lists]
    .flatMap(([, quoted, braced]) => (quoted ?? braced ?? '').trim().split(/\s+/))
    .filter((word) => ofMeaning.test(word));
}
