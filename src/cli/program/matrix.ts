/**
 * The compilers that are asked about a person's program, with their flags. A program in a finding's folder gets the
 * finding's flags: without them the bug would not show, and the answer would be false.
 */
import { join } from 'node:path';
import { familyOfName, ispcCompiler, otherMachineOf } from '../../build/index.ts';
import type { FindingFolder, FindingRecord } from '../../finding/index.ts';
import {
  type CompilerConfiguration,
  compilersForOthers,
  familyOf,
  installedCompilers,
  labelOf,
  matrixLines,
  matrixOf,
  parseMatrix,
} from '../../laboratory/index.ts';
import { type Language, languageArgs, stepsOfPipeline } from '../../program/index.ts';
import { argumentsOf, compilerOf } from '../../report/index.ts';
import { findTarget, plainName, type TargetWorld } from '../../target/index.ts';
import { quoted } from '../../util/quoted.ts';
import { UserError } from '../../util/user-error.ts';
import { refuseForeign } from '../held-finding.ts';

/**
 * A name means the compiler as Debian ships it. Only clang reads LLVM IR. Compilers for other machines are asked if they
 * are named: elsewhere a program may print something else, and be right.
 */
export function matrixFrom(
  text: string,
  language: Language,
  { searchPath }: Pick<TargetWorld, 'searchPath'>,
): CompilerConfiguration[] {
  const isIspc = language === 'ispc';
  const installed = isIspc ? [ispcCompiler.name] : installedCompilers(searchPath);
  const forOthers = compilersForOthers(searchPath);
  const able = installed.filter((name) => language !== 'llvm-ir' || familyOfName(name) === 'clang');
  const asked =
    text === ''
      ? able.map((compiler) => ({ compiler, args: [] }))
      : parseMatrix(matrixLines(text, [...installed, ...forOthers]));
  const matrix = asked.flatMap(({ compiler, args }) => {
    const plain = plainName(compiler);
    const stock = `${plain}-stock`;
    const name = installed.includes(stock) ? stock : plain;
    if (![...installed, ...forOthers].includes(name))
      throw new UserError(`there is no compiler named "${compiler}"`, [
        `here: ${[...installed.map((each) => plainName(each)), ...forOthers].join(', ')}`,
        'another one: cgfuzz compiler add clang-22',
      ]);
    return args.length > 0 ? [{ compiler: name, args }] : matrixOf([name]);
  });
  if (matrix.length === 0)
    throw new UserError('there is no compiler to ask', ['install one: sudo apt-get install gcc']);
  return matrix;
}

export interface FindingMatrix {
  readonly matrix: readonly CompilerConfiguration[];
  /** A line about the flags of the finding, for a person. */
  readonly note: string;
}

/**
 * The finding's own configuration first, then its references, then the other compilers. Compilers of its family get
 * its flags at their levels; others get the flags about the language.
 */
export async function matrixForFinding(
  folder: FindingFolder,
  rows: readonly CompilerConfiguration[],
  isChosen: boolean,
  world: TargetWorld,
): Promise<FindingMatrix> {
  const record = folder.read();
  refuseForeign(record);
  const args = argumentsOf(record).map((arg) => withFolder(arg, folder.path, record));
  const own = { compiler: await compilerHere(record, world), args };
  const given = args.filter((arg) => !/^-O(?:\d|s|z|g|fast)?$/.test(arg));
  const isElsewhere = otherMachineOf(own.compiler, args) !== undefined;
  const isPipeline = stepsOfPipeline(args) !== undefined;
  const around = rows.flatMap((row): CompilerConfiguration[] => {
    if (familyOf(row) === familyOf(own)) return isPipeline ? [] : [{ ...row, args: [...given, ...row.args] }];
    return isElsewhere ? [] : [{ ...row, args: [...languageArgs(given), ...row.args] }];
  });
  const references = (record.references ?? []).filter(({ compiler }) =>
    rows.some((row) => row.compiler === compiler),
  );
  const all = isChosen ? around : [own, ...references, ...around];
  const labels = all.map(labelOf);
  const matrix = all.filter((each, at) => labels.indexOf(labelOf(each)) === at);
  const flags = args.length === 0 ? 'none' : args.map(quoted).join(' ');
  const other = `cgfuzz check asks what programs print, and this finding is of the kind "${record.kind}": cgfuzz findings verify asks again`;
  return {
    matrix: matrix.length === 0 ? [own] : matrix,
    note: [
      `Flags of finding ${record.id}, for ${familyOf(own)}: ${flags}`,
      ...(['wrong-ir', 'depends', 'refuted'].includes(record.kind) ? [other] : []),
    ].join('\n'),
  };
}

function withFolder(arg: string, folder: string, { program }: FindingRecord): string {
  const copy = program.includes.find(({ to }) => arg === `-I${to}`);
  return copy === undefined ? arg : `-I${join(folder, copy.to)}`;
}

/** The finding's own build if it is here, else the release that it is a build of. */
async function compilerHere(record: FindingRecord, world: TargetWorld): Promise<string> {
  const { compiler } = record;
  try {
    await findTarget(compiler, world);
    return compiler;
  } catch (error) {
    const inC = { ...record, program: { ...record.program, language: 'c' } } as const;
    const stock = `${compilerOf(inC)}-stock`;
    if (error instanceof UserError && installedCompilers(world.searchPath).includes(stock)) return stock;
    throw error;
  }
}
