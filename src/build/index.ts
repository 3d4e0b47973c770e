/** Building: caches, tools, compilers, Debian packages and our own parts in C. */
export {
  type CompilerFamily,
  type StockCompiler,
  buildableGccVersions,
  nameOfGcc,
  snapshotGccVersion,
  buildableVersions,
  clangVersions,
  crossCompilers,
  driverFor,
  familyOfName,
  ispcCompiler,
  findBitcodeLinker,
  findHostCompiler,
  installedCrossCompilers,
  installedStockCompilers,
  instrumentedVersions,
  newestCompiler,
  packageOfCompiler,
  stockCompilers,
} from './compilers.ts';
export { compilerVersion } from './compiler-version.ts';
export { installPackages, missingPackages, packagesFor, versionOfPackage } from './debian/packages.ts';
export { bareUnit, type OtherMachine, otherMachineOf } from './machines.ts';
export { findOptimiser } from './find-optimiser.ts';
export { canExecute, findProgram } from './find-program.ts';
export {
  cacheFolder,
  hashOf,
  instrumentationFolder,
  makeOnce,
  makeWhole,
  partPathOf,
  publish,
  pagesFolder,
  seedsFolder,
  sweepParts,
} from './places.ts';
export { failure, runTool, tryTool } from './run-tool.ts';
export {
  addCompiler,
  addLlvm,
  addableCompilers,
  addableInWords,
  newestCompilers,
  bytesIn,
  librariesIn,
  listAdded,
  placeOfAdded,
  removeCompiler,
  suites,
  withAdded,
} from './added/index.ts';
export { installedOnly } from './added/place.ts';
export {
  downloadArchive,
  knownArchive,
  SourceLost,
  unpackInnerArchive,
  unpackSource,
} from './debian/source-package.ts';
