/** Builds of GCC that nothing here needs any more: from another version of cgfuzz, or from another source. */
import { oldBuild, type OldBuild } from '../llvm-build/old-builds.ts';
import { isCurrent } from '../llvm-build/patches.ts';
import { findBuiltGcc, listBuiltGcc } from './build-gcc.ts';

export function listOldGcc(cache: string): OldBuild[] {
  return listBuiltGcc(cache)
    .filter(({ spec, file }) => {
      const isWanted = spec.patches === undefined || isCurrent(spec.patches);
      return !isWanted || findBuiltGcc(spec, cache)?.file !== file;
    })
    .map(oldBuild);
}
