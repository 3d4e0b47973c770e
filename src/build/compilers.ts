/**
 * The compilers that Debian ships and cgfuzz supports: the one list of families and versions.
 *
 * Invariant: within a family the list goes from old to new. Everything that needs "the newest clang here" or
 * "any C compiler" asks this module.
 */
import { installedOnly } from './added/place.ts';
import { findProgram } from './find-program.ts';
import { machines } from './machines.ts';

export type CompilerFamily = 'clang' | 'gcc' | 'tcc' | 'ispc';

export interface StockCompiler {
  readonly name: string;
  readonly family: CompilerFamily;
}

export const clangVersions: readonly number[] = [13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24];
const gccVersions: readonly number[] = [11, 12, 13, 14, 15, 16];
/** Versions of clang that can be built with instrumentation. */
export const buildableVersions: readonly number[] = [16, 19, 22, 23, 24];
/** The version of `gcc-snapshot`: the next gcc, as its developers had it a few weeks ago. */
export const snapshotGccVersion: number = gccVersions.at(-1)! + 1;
/** Versions of gcc that can be built with instrumentation. */
export const buildableGccVersions: readonly number[] = [...gccVersions.slice(1), snapshotGccVersion];
/**
 * The versions whose plain name, as in `clang-19`, means the best instrumented build. For other versions the
 * plain name means the compiler as Debian ships it; their builds have longer names.
 */
export const instrumentedVersions: readonly number[] = [16, 19];

export const stockCompilers: readonly StockCompiler[] = [
  ...clangVersions.map((version): StockCompiler => ({ name: `clang-${version}`, family: 'clang' })),
  ...gccVersions.map((version): StockCompiler => ({ name: `gcc-${version}`, family: 'gcc' })),
  { name: nameOfGcc(snapshotGccVersion), family: 'gcc' },
  { name: 'tcc', family: 'tcc' },
];

/** The compiler of ISPC, which takes no other language. */
export const ispcCompiler: StockCompiler = { name: 'ispc', family: 'ispc' };

/** Debian's name of a version of gcc. */
export function nameOfGcc(version: number): string {
  return `gcc-${version === snapshotGccVersion ? 'snapshot' : version}`;
}

/** Debian's compilers for other machines, from old to new for each machine. A bare machine has one version. */
export const crossCompilers: readonly StockCompiler[] = machines.flatMap(({ triple, bare }) =>
  (bare === undefined ? gccVersions.map((version) => `-${version}`) : ['']).map((version): StockCompiler => ({
    name: `${triple}-gcc${version}`,
    family: 'gcc',
  })),
);

/**
 * The family of a compiler or target by its name: `clang-19-passes` is a clang,
 * `riscv64-linux-gnu-gcc-16-passes` a gcc.
 */
export function familyOfName(name: string): CompilerFamily | undefined {
  const cross = crossCompilers.find((each) => name === each.name || name.startsWith(`${each.name}-`));
  if (cross !== undefined) return cross.family;
  const [first] = name.split('-');
  return [...stockCompilers, ispcCompiler].find(({ family }) => family === first)?.family;
}

export function installedStockCompilers(searchPath: string): StockCompiler[] {
  return stockCompilers.filter(({ name }) => findProgram(name, searchPath) !== undefined);
}

export function installedCrossCompilers(searchPath: string): StockCompiler[] {
  return crossCompilers.filter(({ name }) => findProgram(name, searchPath) !== undefined);
}

/** The newest installed compiler of a family; added compilers do not help in linking and checking. */
export function newestCompiler(family: CompilerFamily, searchPath: string): StockCompiler | undefined {
  return installedStockCompilers(installedOnly(searchPath)).findLast(
    (compiler) => compiler.family === family,
  );
}

/**
 * The path of a compiler that builds and links programs for this machine; gcc comes first, since its package
 * brings everything that linking needs.
 */
export function findHostCompiler(language: 'c' | 'c++', searchPath: string): string | undefined {
  const newestFirst = stockCompilers.toReversed();
  const ofFamily = (family: CompilerFamily): string[] =>
    newestFirst.filter((each) => each.family === family).map(({ name }) => name);
  const names = ['gcc', ...ofFamily('gcc'), 'clang', ...ofFamily('clang')];
  const drivers = language === 'c++' ? names.map(driverForCxx) : [...names, 'cc'];
  const path = installedOnly(searchPath);
  return drivers.map((name) => findProgram(name, path)).find((found) => found !== undefined);
}

/**
 * The command that links LLVM's bitcode and optimises at link time; undefined if there is no clang with its
 * lld.
 */
export function findBitcodeLinker(language: 'c' | 'c++', searchPath: string): string[] | undefined {
  const name = newestCompiler('clang', searchPath)?.name;
  if (name === undefined) return undefined;
  const path = findProgram(driverFor(name, language), installedOnly(searchPath));
  return path === undefined ? undefined : [path, '-fuse-ld=lld'];
}

/** The name under which the compiler takes C++: `g++-12`, `clang++-19`. */
export function driverForCxx(name: string): string {
  return name.replace('clang', 'clang++').replace('gcc', 'g++');
}

/** The name under which the compiler takes programs of a language. */
export function driverFor(name: string, language: string): string {
  return language === 'c++' ? driverForCxx(name) : name;
}

/**
 * Debian's package of a compiler: for `alpha-linux-gnu-gcc-12` it is `gcc-12-alpha-linux-gnu`. `gcc-avr` holds both
 * languages.
 */
export function packageOfCompiler(name: string): string {
  const bare = machines.find((each) => each.bare !== undefined && name.startsWith(`${each.triple}-g`));
  if (bare !== undefined) return `gcc-${bare.triple}`;
  return name.replace(/^(.+)-(g(?:cc|\+\+)-\d+)$/, '$2-$1');
}
