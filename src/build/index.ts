/** Building: caches, tools, compilers, Debian packages and our own parts in C. */
export {
  type CompilerFamily,
  familyOfName,
  installedCrossCompilers,
  installedStockCompilers,
  newestCompiler,
  stockCompilers,
  type StockCompiler,
} from './compilers.ts';
export { missingPackages, packagesFor } from './debian/packages.ts';
export { otherMachineOf } from './machines.ts';
export { findOptimiser } from './find-optimiser.ts';
export { findProgram } from './find-program.ts';
export { cacheFolder, seedsFolder } from './places.ts';
export { tryTool } from './run-tool.ts';
