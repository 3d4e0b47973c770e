/** The work of `cgfuzz check`: what compilers, sanitizers and warnings say of any program, without a campaign. */
import { basename, dirname, extname, resolve } from 'node:path';
import { familyOfName } from '../../build/index.ts';
import {
  type CompilerConfiguration,
  installedCompilers,
  Laboratory,
  matrixOf,
  parseMatrix,
} from '../../oracle/index.ts';
import type { Language, Program } from '../../program/index.ts';
import { worldOf } from '../../session/world.ts';
import { plainName } from '../../target/index.ts';
import { checkProgram, type ProgramCheck } from '../../triage/index.ts';
import { splitWords } from '../../util/split-words.ts';
import { UserError } from '../../util/user-error.ts';
import { checkText } from '../check-text.ts';
import { type Context, exitCodes } from '../command.ts';
import { showProgress } from '../progress/show-progress.ts';
import { readInput } from '../read-input.ts';

interface CheckFlags {
  readonly compilers: string;
  readonly args: string;
  readonly json: boolean;
}

export async function checkAction(
  context: Context,
  { compilers, args, json }: CheckFlags,
  paths: readonly string[],
): Promise<number> {
  const program = programFrom(context.cwd, paths);
  const world = worldOf(context);
  const matrix = matrixFrom(compilers, installedCompilers(world.searchPath), program.language);
  const folders = paths.map((path) => `-I${resolve(context.cwd, dirname(path))}`);
  const flags = [...splitWords(args), ...(program.language === 'llvm-ir' ? [] : new Set(folders))];
  const progress = showProgress(context, false);
  const laboratory = await Laboratory.open(world);
  try {
    const check = await checkProgram(laboratory, program, matrix, { args: flags, say: progress.step });
    progress.end();
    tell(context, check, json);
    return isFine(check) ? exitCodes.ok : exitCodes.found;
  } finally {
    progress.end();
    await laboratory.close();
  }
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  '.c': 'c',
  '.i': 'c',
  '.cc': 'c++',
  '.cpp': 'c++',
  '.cxx': 'c++',
  '.C': 'c++',
  '.ll': 'llvm-ir',
};

function tell({ stdout }: Context, check: ProgramCheck, json: boolean): void {
  stdout(json ? `${JSON.stringify(check)}\n` : checkText(check));
}

function isFine({ configurations, odd, validity }: ProgramCheck): boolean {
  const failed = configurations.some(({ ending }) => !['ran', 'judged', 'not-linked'].includes(ending));
  return odd.length === 0 && !failed && validity.verdict !== 'undefined';
}

function programFrom(cwd: string, paths: readonly string[]): Program {
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
  return { files, main: first, language, ...(others.length === 0 ? {} : { beside: others }) };
}

/** A name means the compiler as Debian ships it. Only clang reads LLVM IR. */
function matrixFrom(text: string, installed: readonly string[], language: Language): CompilerConfiguration[] {
  const able = installed.filter((name) => language !== 'llvm-ir' || familyOfName(name) === 'clang');
  const asked =
    text === '' ? able.map((compiler) => ({ compiler, args: [] })) : parseMatrix(text.replaceAll(';', '\n'));
  const matrix = asked.flatMap(({ compiler, args }) => {
    const plain = plainName(compiler);
    const stock = `${plain}-stock`;
    const name = installed.includes(stock) ? stock : plain;
    if (!installed.includes(name))
      throw new UserError(`there is no compiler named "${compiler}"`, [
        `here: ${installed.map((each) => plainName(each)).join(', ')}`,
        'another one: cgfuzz compiler add clang-22',
      ]);
    return args.length > 0 ? [{ compiler: name, args }] : matrixOf([name]);
  });
  if (matrix.length === 0)
    throw new UserError('there is no compiler to ask', ['install one: sudo apt-get install gcc']);
  return matrix;
}
