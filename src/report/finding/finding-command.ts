/** The command by which a person runs a finding's compiler, in the finding's folder, without cgfuzz. */
import { crossCompilers, driverFor, otherMachineOf, stockCompilers } from '../../build/index.ts';
import type { FindingRecord, ShownFiles } from '../../finding/index.ts';
import { bugOf, countingUnit, countsAccesses, type JudgeCommand, machineOf } from '../../oracle/index.ts';
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

type Called = Pick<FindingRecord, 'compiler' | 'args' | 'program' | 'kind' | 'difference' | 'judge'>;

/**
 * Commands that show the finding, one a line. If other files are linked with the test, the commands also
 * leave an object file.
 */
export function commandLines(
  record: Called,
  { mainPath, besidePaths: beside }: Pick<ShownFiles, 'mainPath' | 'besidePaths'>,
): string[] {
  const besidePaths = besideWith(record, beside);
  const line = (...words: readonly string[]): string => [compilerOf(record), ...words].map(quoted).join(' ');
  const args = argumentsOf(record);
  const piped = pipedLines(record, mainPath);
  if (piped !== undefined) {
    const linked = line(...besideArguments(args), '-o', 'program', 'test.o', ...besidePaths, '-lm');
    return record.kind === 'wrong-code' && !isJudged(record) ? [...piped, linked] : piped;
  }
  if (isJudged(record)) return [line(...args, '-S', '-o', '-', mainPath)];
  if (record.kind === 'wrong-ir')
    return [line(...args, '-emit-llvm', '-c', mainPath, '-o', 'test.bc'), 'cgfuzz judge test.bc'];
  if (record.judge !== undefined) return linesOfJudge(record, record.judge, mainPath);
  if (record.kind !== 'wrong-code') return [line(...args, '-c', mainPath)];
  if (besidePaths.length === 0) return [line(...args, '-o', 'program', mainPath, '-lm')];
  return [
    line(...args, '-c', mainPath, '-o', 'test.o'),
    line(...besideArguments(args), '-o', 'program', 'test.o', ...besidePaths, '-lm'),
  ];
}

/** The commands that make both files, and the judge's command. */
function linesOfJudge(record: Called, { words }: JudgeCommand, mainPath: string): string[] {
  const compile = [compilerOf(record), ...argumentsOf(record)];
  const made = record.compiler.startsWith('clang')
    ? [
        [...compile, '-Xclang', '-disable-llvm-passes', '-emit-llvm', '-S', mainPath, '-o', 'before.ll'],
        [...compile, '-emit-llvm', '-S', mainPath, '-o', 'after.ll'],
        [...words, 'before.ll', 'after.ll'],
      ]
    : [
        [...compile, '-S', mainPath, '-o', 'after.s'],
        [...words, mainPath, 'after.s'],
      ];
  return made.map((line) => line.map(quoted).join(' '));
}

/** Three commands, if passes are named: the front end, the passes, the code generator. */
function pipedLines(record: Called, mainPath: string): string[] | undefined {
  const steps = stepsOfPipeline(argumentsOf(record));
  if (steps === undefined) return undefined;
  const clang = compilerOf(record);
  const code = isJudged(record) ? ['-S', '-o', '-'] : ['-c', '-o', 'test.o'];
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

/** Flags for the files beside the test: the language, and no optimisation. */
export function besideArguments(args: readonly string[]): string[] {
  return ['-O0', '-w', ...languageArgs(args)];
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
