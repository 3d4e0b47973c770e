/**
 * Instrumented compilers from Debian's LLVM: `clang-19` is the best existing profile, and `clang-19-starter`
 * is one exact profile.
 */
import { buildableVersions, instrumentedVersions } from '../../build/index.ts';
import type { KindOfTarget } from '../found.ts';
import { findBuilt, type BuiltTarget } from '../llvm-build/build-target.ts';
import { nameOfSpec, type TargetSpec } from '../llvm-build/plan.ts';
import { profileNames } from '../llvm-build/profiles.ts';
import { findBuildOf, foundBuilt } from './built.ts';

export const instrumented: KindOfTarget = {
  find: async (text, { cache }) => {
    const built = await findInstrumented(text, cache);
    return built && foundBuilt(text, built);
  },
  findBuild: async (build, { cache }) => findBuildOf(build, cache, ({ spec }) => spec.own === undefined),
};

export function allSpecs(): TargetSpec[] {
  return buildableVersions.toReversed().flatMap((llvmVersion) =>
    [true, false].flatMap((assertions) =>
      (['edges', 'edges+cmp'] as const).flatMap((coverage) =>
        profileNames
          .filter((profile) => profile !== 'patched')
          .toReversed()
          .map((profile): TargetSpec => ({ llvmVersion, profile, coverage, assertions })),
      ),
    ),
  );
}

export async function findInstrumented(name: string, cache: string): Promise<BuiltTarget | undefined> {
  const candidates = allSpecs().filter((spec) => nameOfSpec(spec) === name || name === plainNameOf(spec));
  for (const spec of candidates) {
    const built = await findBuilt(spec, cache);
    if (built) return built;
  }
  return undefined;
}

/** The plain name for a build, if there is one. */
function plainNameOf({ llvmVersion }: TargetSpec): string | undefined {
  return instrumentedVersions.includes(llvmVersion) ? `clang-${llvmVersion}` : undefined;
}
