/**
 * Instrumented compilers from Debian's LLVM: `clang-19` is the best existing profile, and `clang-19-starter`
 * is one exact profile.
 */
import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { buildableVersions, instrumentedVersions } from '../../build/index.ts';
import type { KindOfTarget } from '../found.ts';
import { findBuilt, listBuilt, type BuiltTarget } from '../llvm-build/build-target.ts';
import { findHome, type LlvmHome } from '../llvm-build/llvm-home.ts';
import { keyOfTarget, nameOfSpec, type TargetSpec } from '../llvm-build/plan.ts';
import { profileNames } from '../llvm-build/profiles.ts';
import { findBuildOf, foundBuilt } from './built.ts';

export const instrumented: KindOfTarget = {
  find: async (text, { cache }) => {
    const versions = await buildVersions(text, cache);
    if (versions?.now !== undefined) return foundBuilt(text, versions.now);
    if (versions?.before === undefined) return undefined;
    const { name, spec, sourceVersion } = versions.before;
    const notes = [
      `${name} is of LLVM ${sourceVersion}, and LLVM ${versions.version} is here; for the newer one: cgfuzz target build clang-${spec.llvmVersion} --profile ${spec.profile}, or run --follow`,
    ];
    return { ...foundBuilt(text, versions.before), notes };
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

/** The builds of one name: of the LLVM that is here, and the last build of an LLVM that was here before. */
export interface BuildVersions {
  readonly spec: TargetSpec;
  /** The version of the LLVM that is here. */
  readonly version: string;
  readonly now?: BuiltTarget;
  readonly before?: BuiltTarget;
}

/** The first profile of the name that was built; undefined if none was. */
export async function buildVersions(name: string, cache: string): Promise<BuildVersions | undefined> {
  const now = await findInstrumented(name, cache);
  for (const spec of now === undefined ? specsNamed(name) : [now.spec]) {
    const home = await findHome(spec, cache);
    if (home === undefined) continue;
    const before = findBefore(spec, home, cache, now);
    if (now === undefined && before === undefined) continue;
    return {
      spec,
      version: home.identity,
      ...(now === undefined ? {} : { now }),
      ...(before === undefined ? {} : { before }),
    };
  }
  return undefined;
}

/** Another version of cgfuzz may have made a build that this one cannot talk to: then the key of the build differs. */
function findBefore(
  spec: TargetSpec,
  home: LlvmHome,
  cache: string,
  now: BuiltTarget | undefined,
): BuiltTarget | undefined {
  const isUsable = ({ sourceVersion, file }: BuiltTarget): boolean => {
    const key = keyOfTarget(spec, { ...home, identity: sourceVersion });
    return basename(dirname(file)) === `${nameOfSpec(spec)}-${key}`;
  };
  return listBuilt(cache)
    .filter((built) => built.file !== now?.file && built.name === nameOfSpec(spec) && isUsable(built))
    .toSorted((a, b) => madeAt(b) - madeAt(a))
    .at(0);
}

function madeAt({ file }: BuiltTarget): number {
  return statSync(file).mtimeMs;
}

export async function findInstrumented(name: string, cache: string): Promise<BuiltTarget | undefined> {
  for (const spec of specsNamed(name)) {
    const built = await findBuilt(spec, cache);
    if (built) return built;
  }
  return undefined;
}

function specsNamed(name: string): TargetSpec[] {
  return allSpecs().filter((spec) => nameOfSpec(spec) === name || name === plainNameOf(spec));
}

/** The plain name for a build, if there is one. */
function plainNameOf({ llvmVersion }: TargetSpec): string | undefined {
  return instrumentedVersions.includes(llvmVersion) ? `clang-${llvmVersion}` : undefined;
}
