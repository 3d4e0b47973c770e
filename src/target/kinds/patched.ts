/** Builds with patches, by their full name: if several have the name, the last requested one counts. */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { KindOfTarget } from '../found.ts';
import { findBuilt, listBuilt, noteName, type BuiltTarget } from '../llvm-build/build-target.ts';
import { foundBuilt } from './built.ts';

export const patched: KindOfTarget = {
  find: async (text, { cache }) => {
    const built = await findPatched(text, cache);
    return built && foundBuilt(text, built);
  },
};

export async function findPatched(name: string, cache: string): Promise<BuiltTarget | undefined> {
  const named = listBuilt(cache).filter((built) => built.spec.patches !== undefined && built.name === name);
  for (const built of named.toSorted((a, b) => askedAt(b) - askedAt(a)))
    if ((await findBuilt(built.spec, cache))?.file === built.file) return built;
  return undefined;
}

function askedAt({ file }: BuiltTarget): number {
  return statSync(join(dirname(file), noteName)).mtimeMs;
}
