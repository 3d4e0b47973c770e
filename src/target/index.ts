/** Targets: compilers and other programs behind one interface, and the building of the instrumented ones. */
export {
  buildTarget,
  findBuilt,
  listBuilt,
  type BuildOptions,
  type BuiltTarget,
} from './build/build-target.ts';
export { listOldBuilds, removeBuild, type OldBuild } from './build/old-builds.ts';
export { missingPackages, packagesFor } from './build/packages.ts';
export type { Progress } from './build/compile-all.ts';
export { cacheFolder } from './build/places.ts';
export { instrumentedVersions, nameOfSpec, parseTargetName, type TargetSpec } from './build/plan.ts';
export { plantNames } from './build/planted.ts';
export { findProfile, profileNames, type Coverage, type ProfileName } from './build/profiles.ts';
export { casesFor, checkTarget, type CheckCase, type CheckKind, type CheckResult } from './check.ts';
export { findProgram, stockCompilers, type StockCompiler } from './compilers.ts';
export { nameEdges, type EdgeNames } from './edge-names.ts';
export { compareLines, lcovOf, readLcov, type LineComparison, type LineCounts } from './lcov.ts';
export {
  allSpecs,
  findBuiltByName,
  openBuilt,
  findTarget,
  openTarget,
  stockName,
  type TargetWorld,
} from './open-target.ts';
export {
  FileCoverageTarget,
  gccCoverage,
  openProgram,
  sancov,
  type ProgramOptions,
} from './program-target.ts';
export { prepareExecutor } from './executor.ts';
export { ServerTarget } from './server-target.ts';
export { maskUnstable } from './stability.ts';
export { StockTarget } from './stock-target.ts';
export type { Place } from './symbolizer.ts';
export {
  defaultLimits,
  isCrash,
  type Configuration,
  type Emit,
  type ExecuteRequest,
  type Execution,
  type Feature,
  type Features,
  type ExecutionLimits,
  type OutcomeKind,
  type Target,
} from './target.ts';
