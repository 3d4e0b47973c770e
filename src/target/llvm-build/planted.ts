/**
 * Defects of our own in LLVM's passes: the yardstick of a search for bugs, since here it is known what there is to find.
 *
 * They are small patches in instrumentation/llvm/planted, each defect behind a name that is off until a request chooses
 * it with `-mllvm -cgfuzz-plant=NAME`. Invariant: with none chosen the passes do what LLVM's do, and only the files that
 * a patch touches are compiled apart from the profile without defects.
 */
import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../util/make-folder.ts';
import { UserError } from '../../util/user-error.ts';
import type { Unit } from './compile-all.ts';
import { compiles, type ProfileName } from './profiles.ts';
import { hashOf, instrumentationFolder, partPathOf, publish, sweepParts } from '../../build/places.ts';
import { runTool } from '../../build/run-tool.ts';

const shared = join(instrumentationFolder, 'llvm', 'planted');

/** The folder with the patches of a profile: defects of the passes, or of what becomes of atomics on each machine. */
function folderOf(profile: ProfileName): string {
  return profile === 'planted-atomics' ? join(shared, 'atomics') : shared;
}

/** The patches are made against the sources of this version. */
export const plantedVersion = 19;

interface Patch {
  /** The file of LLVM that it changes, relative to the source tree. */
  readonly name: string;
  readonly text: Buffer;
}

function patches(profile: ProfileName): Patch[] {
  const folder = folderOf(profile);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.patch'))
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(folder, file));
      const [, name] = /^\+\+\+ b\/(\S+)/m.exec(text.toString()) ?? [];
      if (name === undefined) throw new Error(`${file} names no file`);
      return { name, text };
    });
}

/** The files of LLVM that are patched. */
export function plantedFiles(profile: ProfileName = 'planted'): string[] {
  return patches(profile).map(({ name }) => name);
}

/** The names that `-cgfuzz-plant` understands in builds of a profile. */
export function plantNames(profile: ProfileName = 'planted'): string[] {
  return namesIn(profile, (file) => compiles(profile, file));
}

function namesIn(profile: ProfileName, has: (file: string) => boolean): string[] {
  const names = patches(profile)
    .filter(({ name }) => has(name))
    .flatMap(({ text }) => [...text.toString().matchAll(/CGFUZZ_PLANTED\("([\w-]+)"\)/g)])
    .map(([, name = '']) => name);
  return [...new Set(names)].toSorted();
}

/** Hash of all that goes into a target; triggers do not. */
export function plantsHash(profile: ProfileName): string {
  const files = [...new Set([shared, folderOf(profile)])].flatMap((folder) =>
    readdirSync(folder)
      .filter(
        (file) => /\.(?:h|cpp)$/.test(file) || (folder === folderOf(profile) && file.endsWith('.patch')),
      )
      .toSorted()
      .map((file) => readFileSync(join(folder, file))),
  );
  return hashOf(...files);
}

export interface PlantOptions {
  /** Default is the profile with defects in passes. */
  readonly profile?: ProfileName;
  readonly cache: string;
  readonly llvmVersion: number;
  readonly signal: AbortSignal;
}

/** The same units with the patched files in their places, and the one that reads the option. Patches of other files do nothing. */
export async function withPlants(
  units: readonly Unit[],
  { profile = 'planted', cache, llvmVersion, signal }: PlantOptions,
): Promise<Unit[]> {
  if (llvmVersion !== plantedVersion)
    throw new UserError(`defects are planted in LLVM ${plantedVersion} only`, [
      `build it with: cgfuzz target build clang-${plantedVersion} --profile planted`,
    ]);
  const header = join(shared, 'cgfuzz-plant.h');
  // By its name: its path is no part of an object's key, and its content is in `from`.
  const include = [`-I${shared}`, '-include', 'cgfuzz-plant.h'];
  const known = new Map(patches(profile).map((patch) => [patch.name, patch]));
  const planted: Unit[] = [];
  let like: Unit | undefined;
  for (const unit of units) {
    const patch = known.get(unit.name);
    if (patch) {
      like = unit;
      const hash = hashOf(patch.text, readFileSync(header), unit.from);
      const source = await patchedFile(unit, patch, join(cache, 'planted', hash), signal);
      planted.push({ ...unit, source, from: `${unit.from} ${hash}`, flags: [...unit.flags, ...include] });
    } else planted.push(unit);
  }
  if (!like) throw new Error(`nothing to patch: ${[...known.keys()].join(', ')}`);
  const files = new Set(units.map(({ name }) => name));
  const names = namesIn(profile, (file) => files.has(file)).map((name) => `"${name}"`);
  const compiled = like;
  const flags = [
    ...compiled.flags.filter((flag) => !flag.startsWith('-fsanitize-coverage')),
    `-DCGFUZZ_PLANTS=${names.join()}`,
  ];
  const own: Unit = {
    ...compiled,
    source: join(shared, 'plants.cpp'),
    name: 'cgfuzz/plants.cpp',
    flags,
    from: `${compiled.from} ${plantsHash(profile)}`,
  };
  return [own, ...planted];
}

async function patchedFile(
  { source, name }: Unit,
  { text }: Patch,
  place: string,
  signal: AbortSignal,
): Promise<string> {
  if (existsSync(place)) return join(place, name);
  sweepParts(dirname(place));
  const part = partPathOf(place);
  try {
    makeFolder(dirname(join(part, name)));
    copyFileSync(source, join(part, name));
    await runTool('patch', ['-p1', '--batch', '--quiet', '--fuzz=0'], { cwd: part, input: text, signal });
    publish(part, place);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
  return join(place, name);
}
