/** Reads a program that a person names: one file or several, a finding's folder, or a file in such a folder. */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { FindingFolder } from '../../finding/index.ts';
import type { Language, Program } from '../../program/index.ts';
import { UserError } from '../../util/user-error.ts';
import { readInput } from '../read-input.ts';

const LANGUAGES: Readonly<Record<string, Language>> = {
  '.c': 'c',
  '.i': 'c',
  '.cc': 'c++',
  '.cpp': 'c++',
  '.cxx': 'c++',
  '.C': 'c++',
  '.ii': 'c++',
  '.ll': 'llvm-ir',
  '.ispc': 'ispc',
};

export interface NamedProgram {
  readonly program: Program;
  /** Flags for the folders of the files, if the files include headers from there. */
  readonly includes: readonly string[];
  /** The finding whose folder holds the program. */
  readonly finding?: FindingFolder;
}

/** True for a file with the ending of a language that cgfuzz can compile. */
export function isProgramFile(path: string): boolean {
  return LANGUAGES[extname(path)] !== undefined;
}

export function readProgram(cwd: string, paths: readonly string[]): NamedProgram {
  // In the folder of a finding, no word means that finding.
  const [only = new FindingFolder(cwd).exists ? '.' : undefined] = paths;
  if (only !== undefined && paths.length <= 1) {
    const own = new FindingFolder(resolve(cwd, only));
    if (existsSync(own.path) && statSync(own.path).isDirectory()) return programOfFinding(own);
    const around = new FindingFolder(dirname(own.path));
    if (around.exists && isProgramFile(only)) return { ...programFrom(cwd, paths), finding: around };
  }
  return programFrom(cwd, paths);
}

function programOfFinding(finding: FindingFolder): NamedProgram {
  const record = finding.read();
  if (record.targetKind === 'executable')
    throw new UserError(`the finding in ${finding.path} is of a program, and compilers have no say in it`, [
      `what it is: cgfuzz findings show ${record.id}`,
    ]);
  const which = finding.smallest(record.program);
  const program = finding.program(which, record.program);
  if (program === undefined) throw new UserError(`the finding in ${finding.path} has no program`);
  const folder = record.program.isOneFile ? finding.path : join(finding.path, which);
  return { program, includes: [`-I${folder}`], finding };
}

function programFrom(cwd: string, paths: readonly string[]): NamedProgram {
  const files = paths.map((path) => ({ path: basename(path), bytes: readInput(cwd, path) }));
  const [first, ...others] = files.map(({ path }) => path);
  if (first === undefined) throw new UserError('there is no FILE to check', ['as in: cgfuzz check test.c']);
  const language = LANGUAGES[extname(first)];
  if (language === undefined)
    throw new UserError(`${first} has no ending of a language that cgfuzz knows`, [
      `known: ${Object.keys(LANGUAGES).join(', ')}`,
    ]);
  const twice = others.find((path, at) => path === first || others.indexOf(path) !== at);
  if (twice !== undefined) throw new UserError(`two files of the program are named ${twice}`);
  const includes = files.some(({ bytes }) =>
    /^\s*#\s*include\s*"/m.test(Buffer.from(bytes).toString('latin1')),
  );
  const folders = new Set(includes ? paths.map((path) => `-I${resolve(cwd, dirname(path))}`) : []);
  return {
    program: { files, main: first, language, ...(others.length === 0 ? {} : { beside: others }) },
    includes: language === 'llvm-ir' ? [] : [...folders],
  };
}
