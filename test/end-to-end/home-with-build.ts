/** A home for caches in which a build other than the starter target is there, and all that the starter target is linked of. */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBuiltByName, type TargetSpec } from '../../src/target/index.ts';
import { findHome } from '../../src/target/llvm-build/llvm-home.ts';
import { keyOfTarget, nameOfSpec } from '../../src/target/llvm-build/plan.ts';
import { temporaryFolder, world } from '../target/world.ts';

export interface OtherBuild extends Partial<TargetSpec> {
  /** The version of LLVM that the build is said to be of; that of this machine without it. */
  readonly sourceVersion?: string;
}

export async function homeWithBuild({ sourceVersion, ...other }: OtherBuild): Promise<string> {
  const home = temporaryFolder();
  const cache = join(home, 'cgfuzz');
  mkdirSync(join(cache, 'targets'), { recursive: true });
  for (const name of readdirSync(world.cache))
    if (name !== 'targets') symlinkSync(join(world.cache, name), join(cache, name));
  const starter = (await findBuiltByName('clang-19-starter', world.cache))!;
  const spec = { ...starter.spec, ...other };
  const llvm = (await findHome(spec, world.cache))!;
  const identity = sourceVersion ?? llvm.identity;
  const name = nameOfSpec(spec);
  const folder = join(cache, 'targets', `${name}-${keyOfTarget(spec, { ...llvm, identity })}`);
  mkdirSync(folder);
  symlinkSync(starter.file, join(folder, 'server'));
  const note = { ...starter, name, spec, sourceVersion: identity, file: join(folder, 'server') };
  writeFileSync(join(folder, 'target.json'), JSON.stringify(note));
  return home;
}
