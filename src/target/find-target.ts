/**
 * Targets by text, as a person writes them. The table lists the kinds: the first kind that knows a text opens
 * it.
 *
 * To add a kind, write its file in `kinds/`, and name it here.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  clangVersions,
  findProgram,
  instrumentedVersions,
  nameOfGcc,
  snapshotGccVersion,
  stockCompilers,
} from '../build/index.ts';
import { didYouMean } from '../util/did-you-mean.ts';
import { UserError } from '../util/user-error.ts';
import type { FoundTarget, KindOfTarget, TargetWorld } from './found.ts';
import { listBuiltGcc } from './gcc-build/build-gcc.ts';
import { nameOfGccSpec, stockNameOf } from './gcc-build/plan.ts';
import { executable } from './kinds/executable.ts';
import { allGccSpecs, gcc } from './kinds/gcc.ts';
import { allSpecs, findInstrumented, instrumented } from './kinds/instrumented.ts';
import { findOwn, own } from './kinds/own.ts';
import { findPatched, patched } from './kinds/patched.ts';
import { stock, stockName } from './kinds/stock.ts';
import { listBuilt, type BuiltTarget } from './llvm-build/build-target.ts';
import { listOldBuilds } from './llvm-build/old-builds.ts';
import { nameOfSpec, type TargetSpec } from './llvm-build/plan.ts';
import type { Target } from './target.ts';

const kinds: readonly KindOfTarget[] = [stock, instrumented, patched, own, gcc, executable];

/** Checks that a target exists, and starts nothing. */
export async function findTarget(text: string, world: TargetWorld): Promise<FoundTarget> {
  for (const kind of kinds) {
    const found = await kind.find(text, world);
    if (found !== undefined) return found;
  }
  throw await whyNotThere(text, world);
}

export async function openTarget(text: string, world: TargetWorld): Promise<Target> {
  return (await findTarget(text, world)).open();
}

/** The target of a build in a campaign's form, if exactly that build still exists. */
export async function findTargetOfBuild(
  { target, build }: { readonly target: string; readonly build: string },
  world: TargetWorld,
): Promise<FoundTarget | undefined> {
  for (const kind of kinds) {
    const found = await kind.findBuild?.(build, world, target);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The build for a name, if cgfuzz built it. */
export async function findBuiltByName(name: string, cache: string): Promise<BuiltTarget | undefined> {
  return (await findInstrumented(name, cache)) ?? (await findPatched(name, cache)) ?? findOwn(name, cache);
}

async function whyNotThere(name: string, { cache, searchPath, cwd }: TargetWorld): Promise<UserError> {
  const specs = allSpecs();
  const spec = specs.find((candidate) => nameOfSpec(candidate) === name);
  if (spec) {
    return notBuilt(name, `clang-${spec.llvmVersion}`, spec);
  }
  const ofGcc = allGccSpecs().find((candidate) => nameOfGccSpec(candidate) === name);
  if (ofGcc) return notBuilt(name, stockNameOf(ofGcc), ofGcc);
  const plain = instrumentedVersions.map((version) => `clang-${version}`);
  if (plain.includes(name))
    return new UserError(`${name} is not built`, [
      `build it with: cgfuzz target build ${name}`,
      ...(findProgram(name, searchPath) === undefined
        ? []
        : [`or take it as Debian ships it, where coverage is not asked for: ${name}-stock`]),
    ]);
  const known = [...plain, ...(await namesOfBuilds(cache)), ...stockCompilers.map(stockName)];
  const near = compilersNear(name);
  const meant =
    near.length > 0
      ? undefined
      : didYouMean(name, [...known, ...specs.map(nameOfSpec), ...allGccSpecs().map(nameOfGccSpec)]);
  return new UserError(`no target named "${name}"`, [
    `known targets: ${known.join(', ')}`,
    ...near,
    ...(meant ? [`did you mean ${meant}?`] : []),
    ...(cwd !== undefined && existsSync(join(cwd, name)) ? [`for your program: --target ./${name}`] : []),
  ]);
}

/** Hints for words by which people mean a compiler that has another name here. */
function compilersNear(name: string): string[] {
  const [, family, version] = /^(gcc|clang|llvm)(?:-(\d+|trunk|main|snapshot))?$/.exec(name) ?? [];
  const newestClang = `clang-${clangVersions.at(-1)}`;
  if (['trunk', 'main', 'newest', 'snapshot'].includes(name))
    return [
      `the newest snapshots are gcc-snapshot and ${newestClang}; to add them: cgfuzz compiler add newest`,
    ];
  if (family === undefined) return [];
  const newest = family === 'gcc' ? nameOfGcc(snapshotGccVersion) : newestClang;
  const others = stockCompilers.filter((each) => each.name.startsWith(newest.replace(/-.*/, '-')));
  return version === undefined
    ? [`name a version: ${others.map(stockName).join(', ')}`]
    : [`the newest one is ${newest}; to add it: cgfuzz compiler add ${newest}`];
}

function notBuilt(
  name: string,
  compiler: string,
  {
    profile,
    coverage,
    assertions,
  }: Pick<TargetSpec, 'coverage' | 'assertions'> & { readonly profile: string },
): UserError {
  const flags = [
    `--profile ${profile}`,
    ...(coverage === 'edges' ? [] : ['--coverage edges+cmp']),
    ...(assertions ? [] : ['--no-assertions']),
  ];
  return new UserError(`${name} is not built`, [
    `build it with: cgfuzz target build ${compiler} ${flags.join(' ')}`,
  ]);
}

/** Builds that this cgfuzz can use, each name once. */
async function namesOfBuilds(cache: string): Promise<string[]> {
  const old = new Set((await listOldBuilds(cache)).map(({ file }) => file));
  const ready = listBuilt(cache).filter(({ file }) => !old.has(file));
  return [...new Set([...ready, ...listBuiltGcc(cache)].map(({ name }) => name))];
}
