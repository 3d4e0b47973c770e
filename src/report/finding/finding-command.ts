/** The command by which a person runs a finding's compiler, in the finding's folder, without cgfuzz. */
import { crossCompilers, driverFor, otherMachineOf, stockCompilers } from '../../build/index.ts';
import type { FindingRecord } from '../../finding/index.ts';
import { bugOf, countingUnit, countsAccesses, machineOf } from '../../laboratory/index.ts';
import { executableOf, isOfExecutable } from './executable-finding.ts';
import { checkingArguments } from '../../target/index.ts';
import {
  argumentsGiven,
  BETWEEN,
  languageArgs,
  type Program,
  STDIN_FILE,
  stepsOfPipeline,
} from '../../program/index.ts';
import { quoted } from '../../util/quoted.ts';

/**
 * The program for a target's name: for a report, the instrumented `clang-19-passes` is an ordinary clang 19.
 */
export function compilerOf({ compiler, program }: Pick<FindingRecord, 'compiler' | 'program'>): string {
  const plain = /^(?:clang|(?:.+-)?gcc)-\d+/.exec(compiler)?.[0] ?? compiler;
  return driverFor(plain, program.language);
}

/**
 * Its flags, with the copies of headers in place of their origins. A release of gcc checks itself only if an
 * option asks for it.
 */
export function argumentsOf({
  compiler,
  args,
  program,
  kind,
}: Pick<FindingRecord, 'compiler' | 'args' | 'program' | 'kind'>): string[] {
  const copies = new Map(program.includes.map(({ from, to }) => [`-I${from}`, `-I${to}`]));
  const checking = kind === 'crash' ? checkingArguments(compiler) : [];
  return [...args.map((arg) => copies.get(arg) ?? arg), ...checking];
}

/** A command of the finding's compiler. */
export function compilerLine(
  record: Pick<FindingRecord, 'compiler' | 'program'>,
  words: readonly string[],
): string {
  return [compilerOf(record), ...words].map(quoted).join(' ');
}

/** The commands that make an object file. */
export function compileLines(record: Called, mainPath: string): string[] {
  return pipedLines(record, mainPath) ?? [compilerLine(record, [...argumentsOf(record), '-c', mainPath])];
}

type Called = Pick<FindingRecord, 'compiler' | 'args' | 'program' | 'kind'>;

/** Three commands, if passes are named: the front end, the passes, the code generator. */
export function pipedLines(
  record: Called,
  mainPath: string,
  code: readonly string[] = ['-c', '-o', 'test.o'],
): string[] | undefined {
  const steps = stepsOfPipeline(argumentsOf(record));
  if (steps === undefined) return undefined;
  const clang = compilerOf(record);
  return [
    [clang, ...steps.frontEnd, '-o', BETWEEN, mainPath],
    [optimiserOf(record), ...steps.optimiser, '-o', 'passes.bc', BETWEEN],
    [clang, ...code, ...steps.backEnd, 'passes.bc'],
  ].map((words) => words.map(quoted).join(' '));
}

/** The program that runs passes by their names, of the same release. */
export function optimiserOf(record: Pick<FindingRecord, 'compiler' | 'program'>): string {
  return compilerOf(record).replace(/^clang(?:\+\+)?/, 'opt');
}

/** The files that are linked with the test, and the unit that counts accesses if the finding needs it. */
export function besideWith({ args }: Pick<FindingRecord, 'args'>, besidePaths: readonly string[]): string[] {
  return countsAccesses(args) ? [...besidePaths, countingUnit().path] : [...besidePaths];
}

/** Flags for the files beside the test: the language and the machine, and no optimisation. */
export function besideArguments(args: readonly string[]): string[] {
  return ['-O0', '-w', ...args.filter((arg) => arg.startsWith('--target=')), ...languageArgs(args)];
}

/** Words after the program's name, each after a space. */
export function argumentWords({ files }: Pick<Program, 'files'>): string {
  return argumentsGiven(files)
    .map((word) => ` ${quoted(word)}`)
    .join('');
}

/** The redirection that feeds the program; empty if the program reads nothing. `folder` is for a shell. */
export function redirected({ files }: Pick<Program, 'files'>, folder: string): string {
  return files.some(({ path }) => path === STDIN_FILE) ? ` <${folder}${STDIN_FILE}` : '';
}

/** The folder of the program's files, with a slash at the end, for a shell. */
export function folderOf({ main }: Pick<Program, 'main'>, mainPath: string): string {
  const folder = mainPath.slice(0, mainPath.length - main.length);
  return folder === '' ? '' : quoted(folder);
}

/** True if its code was judged by a contract, and never run. */
export function isJudged({ difference }: Pick<FindingRecord, 'difference'>): boolean {
  return difference !== undefined && bugOf(difference) !== undefined;
}

/** True if its threads can also run here, though that may show nothing. */
export function isRunToo(record: Pick<FindingRecord, 'difference' | 'compiler' | 'args'>): boolean {
  return isJudged(record) && machineOf([record.compiler, ...record.args]) === 'x86-64';
}

/** Every compiler that might also show the bug: all versions of its family. */
export function compilersToVerify(
  record: Pick<FindingRecord, 'compiler' | 'program' | 'targetKind'>,
): string[] {
  if (isOfExecutable(record)) return [executableOf(record).file];
  const triple = otherMachineOf(record.compiler)?.triple;
  if (triple !== undefined)
    return crossCompilers.map(({ name }) => name).filter((name) => otherMachineOf(name)?.triple === triple);
  const family = record.compiler.split('-')[0];
  return stockCompilers
    .filter((each) => each.family === family)
    .map(({ name }) => compilerOf({ ...record, compiler: name }));
}
