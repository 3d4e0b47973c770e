/**
 * Compilers as Debian ships them: `clang-19-stock`, `gcc-12`, `tcc`; `gcc-12+statistics` also gives its
 * passes' counters.
 */
import {
  type StockCompiler,
  crossCompilers,
  findProgram,
  instrumentedVersions,
  ispcCompiler,
  packageOfCompiler,
  stockCompilers,
  withAdded,
} from '../../build/index.ts';
import { prepareExecutor } from '../../serve/index.ts';
import { UserError } from '../../util/user-error.ts';
import { Build, type KindOfTarget } from '../found.ts';
import { StatisticsTarget } from '../stock/statistics-target.ts';
import { StockTarget } from '../stock/stock-target.ts';

/** The suffix of a name that asks for features. */
const STATISTICS = '+statistics';

export const stock: KindOfTarget = {
  find: async (text, { cache, searchPath }) => {
    const hasStatistics = text.endsWith(STATISTICS);
    const compiler = findStock(hasStatistics ? text.slice(0, -STATISTICS.length) : text);
    if (compiler === undefined) return undefined;
    // A caller's search path may lack the compilers that cgfuzz added.
    const program = findProgram(compiler.name, withAdded(searchPath, cache));
    if (program === undefined) throw notInstalled(compiler);
    if (hasStatistics && compiler.family !== 'gcc')
      throw new UserError(`${compiler.name} has no statistics that are read as features`, [
        'compilers that have: those of gcc, such as gcc-12',
      ]);
    // The name that opens this target again: a plain `clang-19` would be an instrumented build.
    const named = { ...compiler, name: `${stockName(compiler)}${hasStatistics ? STATISTICS : ''}` };
    const Opened = hasStatistics ? StatisticsTarget : StockTarget;
    return {
      kind: 'stock',
      name: text,
      build: new Build(text),
      program,
      open: async () => new Opened(named, program, await prepareExecutor(cache, searchPath)),
    };
  },
};

/** The plain name of a stock compiler, unless the plain name means an instrumented one. */
export function stockName({ name }: StockCompiler): string {
  return instrumentedVersions.some((version) => name === `clang-${version}`) ? `${name}-stock` : name;
}

/** The name without the word that asks for the stock compiler: the program that Debian has. */
export function plainName(name: string): string {
  return name.replace(/-stock$/, '');
}

function findStock(name: string): StockCompiler | undefined {
  const all = [...stockCompilers, ...crossCompilers, ispcCompiler];
  return all.find((compiler) => stockName(compiler) === name || `${compiler.name}-stock` === name);
}

function notInstalled({ name }: StockCompiler): UserError {
  const byPackage = `sudo apt-get install ${packageOfCompiler(name)}`;
  const isCross = crossCompilers.some((cross) => cross.name === name);
  return new UserError(
    `${name} is not installed`,
    isCross
      ? [
          `install it: ${byPackage}`,
          'programs for other machines are run by qemu: sudo apt-get install qemu-user',
        ]
      : [
          `add it, without root and whatever the release of Debian: cgfuzz compiler add ${name}`,
          `or, if your release of Debian has it: ${byPackage}`,
        ],
  );
}
