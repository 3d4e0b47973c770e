/** Targets: compilers and other programs behind one interface, and the building of the instrumented ones. */
export { checkTarget, type CheckResult } from './check.ts';
export { nameEdges, type EdgeNames } from './features/edge-names.ts';
export { unpackFeatures, packFeatures, countFeatures } from './features/feature-list.ts';
export { compareLines, lcovOf, readLcov } from './features/lcov.ts';
export { denseFeature, FeatureSpace, sparseFeature } from './features/feature-space.ts';
export { PlaceCoverage } from './features/place-coverage.ts';
export { maskUnstable } from './features/stability.ts';
export type { CodePlace } from './features/symbolizer.ts';
export { buildTarget, findBuilt, listBuilt, type BuiltTarget } from './llvm-build/build-target.ts';
export type { Progress } from './llvm-build/compile-all.ts';
export { listOldBuilds, removeBuild, type OldBuild } from './llvm-build/old-builds.ts';
export { makeGccTests } from './gcc-build/gcc-home.ts';
export { buildGcc, findBuiltGcc, listBuiltGcc } from './gcc-build/build-gcc.ts';
export {
  checkingArguments,
  buildableTriples,
  gccNamed,
  nameOfGccSpec,
  type GccSpec,
} from './gcc-build/plan.ts';
export { findGccProfile, gccProfileNames } from './gcc-build/profiles.ts';
export { listOldGcc } from './gcc-build/old-gcc.ts';
export { allGccSpecs, openBuiltGcc } from './kinds/gcc.ts';
export { versionOfLlvm } from './llvm-build/llvm-home.ts';
export { nameOfSpec, parseTargetName, type TargetSpec } from './llvm-build/plan.ts';
export { changedLines } from './llvm-build/changed-lines.ts';
export { changedFiles, findPatches, readPatches, sourceOfGcc } from './llvm-build/patches.ts';
export {
  CODE_TESTS,
  packSeeds,
  type PackOptions,
  type SeedsPool,
  packTests,
  prepareSeeds,
  seedFolders,
  type SeedsProgram,
  type SeedsSpec,
  testsTree,
} from './llvm-build/seeds-program.ts';
export { type CodeMachine, wordsForMachines } from './llvm-build/seeds-runner.ts';
export { findProfile, profileNames } from './llvm-build/profiles.ts';
export { findBuiltByName, findTarget, findTargetOfBuild, openTarget } from './find-target.ts';
export type { FoundTarget, TargetWorld } from './found.ts';
export { openBuilt } from './kinds/built.ts';
export { allSpecs, buildVersions, type BuildVersions } from './kinds/instrumented.ts';
export { plainName, stockName } from './kinds/stock.ts';
export { centipedeSettings } from './centipede/settings.ts';
export { openProgram } from './executable/executable-target.ts';
export { prepareRuntime, runtimeHeaders } from './executable/runtime-object.ts';
export { sanitizerOptions } from './executable/sanitizers.ts';
export { type ExecutableText, isExecutableText, readExecutableText } from './executable/words.ts';
export { FileCoverageTarget, gccCoverage, sancov } from './program/program-target.ts';
export { ServerTarget } from './server/server-target.ts';
export { StockTarget } from './stock/stock-target.ts';
export { isCrash, type Target } from './target.ts';
