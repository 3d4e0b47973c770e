/** Targets: compilers and other programs behind one interface, and the building of the instrumented ones. */
export { checkTarget } from './check.ts';
export { nameEdges, type EdgeNames } from './features/edge-names.ts';
export { unpackFeatures, packFeatures, countFeatures } from './features/feature-list.ts';
export { compareLines, lcovOf, readLcov } from './features/lcov.ts';
export { denseFeature, FeatureSpace, sparseFeature } from './features/feature-space.ts';
export { maskUnstable } from './features/stability.ts';
export type { CodePlace } from './features/symbolizer.ts';
export { buildTarget, listBuilt, type BuiltTarget } from './llvm-build/build-target.ts';
export type { Progress } from './llvm-build/compile-all.ts';
export { listOldBuilds, removeBuild, type OldBuild } from './llvm-build/old-builds.ts';
export { versionOfLlvm } from './llvm-build/llvm-home.ts';
export { nameOfSpec, parseTargetName, type TargetSpec } from './llvm-build/plan.ts';
export { plantNames } from './llvm-build/planted.ts';
export { findProfile, isPlanted, profileNames } from './llvm-build/profiles.ts';
export {
  allSpecs,
  findBuiltByName,
  openBuilt,
  findProgramOfTarget,
  findTarget,
  openTarget,
  stockName,
  type TargetWorld,
} from './open-target.ts';
export { FileCoverageTarget, gccCoverage, openProgram, sancov } from './program/program-target.ts';
export { ServerTarget } from './server/server-target.ts';
export { StockTarget } from './stock/stock-target.ts';
export { isCrash, type Target } from './target.ts';
export { crossCompilers, instrumentedVersions, stockCompilers } from '../build/compilers.ts';
export { otherMachineOf } from '../build/machines.ts';
