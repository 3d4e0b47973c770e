/**
 * Configurations: a compiler with arguments. A matrix is a list of configurations, one a line as a person
 * writes it: `clang-19-stock -O2 -march=x86-64-v3`.
 */
import {
  familyOfName,
  installedCrossCompilers,
  installedOnly,
  installedStockCompilers,
  otherMachineOf,
} from '../build/index.ts';
import type { CompileArguments } from '../program/index.ts';
import { stockName } from '../target/index.ts';
import { splitWords } from '../util/split-words.ts';
import { UserError } from '../util/user-error.ts';

export interface CompilerConfiguration extends CompileArguments {
  /** A target's name. */
  readonly compiler: string;
}

export function labelOf({ compiler, args }: CompilerConfiguration): string {
  return [compiler, ...args].join(' ');
}

/** `clang`, `gcc`, `tcc`: the compilers of a family share code, and bugs. */
export function familyOf({ compiler }: CompilerConfiguration): string {
  return familyOfName(compiler) ?? compiler;
}

export function isOptimised({ compiler, args }: CompilerConfiguration): boolean {
  const level = args.findLast((arg) => arg.startsWith('-O'));
  return level !== undefined && level !== '-O0' && !compiler.startsWith('tcc');
}

export const usualLevels: readonly string[] = ['-O0', '-O1', '-O2', '-O3', '-Os'];

/** Every compiler at every level; tcc, which has no levels, once. */
export function matrixOf(
  compilers: readonly string[],
  levels: readonly string[] = usualLevels,
): CompilerConfiguration[] {
  return compilers.flatMap((compiler) =>
    compiler.startsWith('tcc')
      ? [{ compiler, args: [] }]
      : levels.map((level) => ({ compiler, args: level.split(' ') })),
  );
}

/** The installed stock compilers, by their target names. */
export function installedCompilers(searchPath: string): string[] {
  return installedStockCompilers(searchPath).map(stockName);
}

/** Compilers for other architectures, also added ones. */
export function compilersForOthers(searchPath: string): string[] {
  return installedCrossCompilers(searchPath).map(({ name }) => name);
}

/**
 * Compilers that link. Programs that an added compiler links need its release's libraries when they run, unless the
 * machine has no operating system.
 */
export function installedForOthers(searchPath: string): string[] {
  const installed = compilersForOthers(installedOnly(searchPath));
  return compilersForOthers(searchPath).filter(
    (name) => installed.includes(name) || otherMachineOf(name)?.bare !== undefined,
  );
}

/** Compilers stand between `;`. A comma does too if a compiler follows it, since other lists have commas. */
export function matrixLines(text: string, installed: readonly string[]): string {
  const names = new Set(installed.map((name) => name.replace(/-stock$/, '')));
  return text
    .replaceAll(';', '\n')
    .replaceAll(/,\s*([\w.+-]+)/g, (whole, name: string) =>
      names.has(name.replace(/-stock$/, '')) ? `\n${name}` : whole,
    );
}

/** Empty lines and lines that begin with `#` are ignored. */
export function parseMatrix(text: string): CompilerConfiguration[] {
  const configurations = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): CompilerConfiguration => {
      const [compiler = '', ...args] = splitWords(line);
      if (compiler.startsWith('-'))
        throw new UserError(`a line of the matrix has no compiler: ${line}`, [
          'write the compiler first: clang-19-stock -O2',
        ]);
      return { compiler, args };
    });
  const labels = configurations.map(labelOf);
  const twice = labels.find((label, index) => labels.indexOf(label) !== index);
  if (twice !== undefined) throw new UserError(`the matrix has this line twice: ${twice}`);
  return configurations;
}
