/**
 * Builds that nothing here needs any more: from another version of cgfuzz, or from another version of LLVM.
 *
 * A build is removed by a rename first, so that half a target never counts as one. A running build stays,
 * since its server may have to start again.
 */
import { readdirSync, readlinkSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findBuilt, listBuilt, type BuiltTarget } from './build-target.ts';
import { partPathOf } from '../../build/index.ts';
import { isCurrent } from './patches.ts';
import { profileNames } from './profiles.ts';

export interface OldBuild extends Pick<BuiltTarget, 'name' | 'file'> {
  readonly folder: string;
  readonly bytes: number;
}

export async function listOldBuilds(cache: string): Promise<OldBuild[]> {
  const old: OldBuild[] = [];
  for (const built of listBuilt(cache)) {
    // Another version may have profiles that this one does not know.
    const isKnown = profileNames.some((name) => name === built.spec.profile);
    const { patches } = built.spec;
    const isWanted = patches === undefined || isCurrent(patches);
    if (isKnown && isWanted && (await findBuilt(built.spec, cache))?.file === built.file) continue;
    old.push(oldBuild(built));
  }
  return old;
}

export function oldBuild({ name, file }: Pick<BuiltTarget, 'name' | 'file'>): OldBuild {
  const folder = dirname(file);
  const sizes = readdirSync(folder).map((each) => statSync(join(folder, each)).size);
  return { name, file, folder, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** False if the build is in use. */
export function removeBuild({ folder, file }: OldBuild): boolean {
  if (isRunning(file)) return false;
  const part = partPathOf(folder);
  renameSync(folder, part);
  rmSync(part, { recursive: true });
  return true;
}

function isRunning(file: string): boolean {
  return readdirSync('/proc').some((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/exe`) === file;
    } catch {
      return false; // it has ended, or is another user's
    }
  });
}
