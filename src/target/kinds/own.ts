/**
 * Builds of a person's own LLVM: by their full name, or by the person's name for it, which means the build
 * with most code.
 */
import type { KindOfTarget } from '../found.ts';
import { findBuilt, listBuilt, type BuiltTarget } from '../llvm-build/build-target.ts';
import { profileNames } from '../llvm-build/profiles.ts';
import { findBuildOf, foundBuilt } from './built.ts';

export const own: KindOfTarget = {
  find: async (text, { cache }) => {
    const built = await findOwn(text, cache);
    return built && foundBuilt(text, built);
  },
  findBuild: async (build, { cache }) => findBuildOf(build, cache, ({ spec }) => spec.own !== undefined),
};

export async function findOwn(name: string, cache: string): Promise<BuiltTarget | undefined> {
  const named = listBuilt(cache)
    .filter(({ spec }) => spec.own !== undefined)
    .filter((built) => built.name === name || built.spec.own?.name === name)
    .toSorted((a, b) => profileNames.indexOf(b.spec.profile) - profileNames.indexOf(a.spec.profile));
  for (const { spec } of named) {
    const built = await findBuilt(spec, cache);
    if (built !== undefined) return built;
  }
  return undefined;
}
