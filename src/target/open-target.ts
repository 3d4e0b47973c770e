/**
 * Targets by name, as a person writes them: `clang-19` is the instrumented one (the best profile that is built),
 * `clang-19-starter` and the like one certain build, `clang-19-stock`, `gcc-12`, `tcc` a compiler as Debian ships it.
 */
import { didYouMean } from '../util/did-you-mean.ts';
import { UserError } from '../util/user-error.ts';
import { findBuilt, listBuilt, type BuiltTarget } from './llvm-build/build-target.ts';
import { listOldBuilds } from './llvm-build/old-builds.ts';
import { nameOfSpec, type TargetSpec } from './llvm-build/plan.ts';
import { isPlanted, profileNames } from './llvm-build/profiles.ts';
import { findProgram, stockCompilers, type StockCompiler } from '../build/index.ts';
import {
  buildableVersions,
  crossCompilers,
  instrumentedVersions,
  packageOfCompiler,
} from '../build/compilers.ts';
import { prepareExecutor } from '../serve/executor.ts';
import type { ServerCommand } from '../serve/server.ts';
import { ServerTarget } from './server/server-target.ts';
import { StockTarget } from './stock/stock-target.ts';
import type { Target } from './target.ts';

export interface TargetWorld {
  readonly cache: string;
  readonly searchPath: string;
}

export function allSpecs(): TargetSpec[] {
  return buildableVersions
    .toReversed()
    .flatMap((llvmVersion) =>
      [true, false].flatMap((assertions) =>
        (['edges', 'edges+cmp'] as const).flatMap((coverage) =>
          profileNames
            .toReversed()
            .map((profile): TargetSpec => ({ llvmVersion, profile, coverage, assertions })),
        ),
      ),
    );
}

/** All names that `openTarget` understands; for stock compilers the plain name where no instrumented one has it. */
export function stockName({ name }: StockCompiler): string {
  return instrumentedVersions.some((version) => name === `clang-${version}`) ? `${name}-stock` : name;
}

export function commandOf({ file, spec }: BuiltTarget): ServerCommand {
  return { file, args: [], env: { CGFUZZ_SERVE: spec.coverage === 'edges+cmp' ? 'compile,cmp' : 'compile' } };
}

/** The build that a name means, when it means one. */
export async function findBuiltByName(name: string, cache: string): Promise<BuiltTarget | undefined> {
  const candidates = allSpecs().filter(
    (spec) => nameOfSpec(spec) === name || (name === plainNameOf(spec) && !isPlanted(spec.profile)),
  );
  for (const spec of candidates) {
    const built = await findBuilt(spec, cache);
    if (built) return built;
  }
  return findOwn(name, cache);
}

/** The build of a person's own LLVM, by its full name, or the one of most code by the name that the person gave. */
async function findOwn(name: string, cache: string): Promise<BuiltTarget | undefined> {
  const own = listBuilt(cache).filter(({ spec }) => spec.own !== undefined);
  const named = own
    .filter((built) => built.name === name || built.spec.own?.name === name)
    .toSorted((a, b) => profileNames.indexOf(b.spec.profile) - profileNames.indexOf(a.spec.profile));
  for (const { spec } of named) {
    const built = await findBuilt(spec, cache);
    if (built !== undefined) return built;
  }
  return undefined;
}

/** The plain name that means a build, if there is one. */
function plainNameOf({ llvmVersion }: TargetSpec): string | undefined {
  return instrumentedVersions.includes(llvmVersion) ? `clang-${llvmVersion}` : undefined;
}

export async function openTarget(name: string, world: TargetWorld): Promise<Target> {
  return (await findTarget(name, world))();
}

/** Sees that a target is there, and starts nothing; what is returned opens it, as often as it is called. */
export async function findTarget(
  name: string,
  { cache, searchPath }: TargetWorld,
): Promise<() => Promise<Target>> {
  const stock = findStock(name);
  if (stock) {
    const program = findProgram(stock.name, searchPath);
    if (program === undefined) throw notInstalled(stock);
    // The name that opens it again: a plain `clang-19` is an instrumented build.
    const named = { ...stock, name: stockName(stock) };
    return async () => new StockTarget(named, program, await prepareExecutor(cache, searchPath));
  }
  const built = await findBuiltByName(name, cache);
  if (built) return () => openBuilt(built);
  throw await whyNotThere(name, { cache, searchPath });
}

function findStock(name: string): StockCompiler | undefined {
  const all = [...stockCompilers, ...crossCompilers];
  return all.find((compiler) => stockName(compiler) === name || `${compiler.name}-stock` === name);
}

/** The program that a target's name means: the server of a build, or the compiler as Debian ships it. */
export async function findProgramOfTarget(name: string, world: TargetWorld): Promise<string> {
  const built = await findBuiltByName(name, world.cache);
  if (built !== undefined) return built.file;
  const stock = findStock(name);
  const program = stock && findProgram(stock.name, world.searchPath);
  if (program !== undefined) return program;
  throw stock === undefined ? await whyNotThere(name, world) : notInstalled(stock);
}

function notInstalled({ name }: StockCompiler): UserError {
  return new UserError(`${name} is not installed`, [
    `install it: sudo apt-get install ${packageOfCompiler(name)}`,
    ...(crossCompilers.some((cross) => cross.name === name)
      ? ['programs for other machines are run by qemu: sudo apt-get install qemu-user']
      : [`or take it from another release, without installing: cgfuzz compiler add ${name}`]),
  ]);
}

/** A certain build, which need not be the one that its name means now. */
export function openBuilt(built: BuiltTarget): Promise<ServerTarget> {
  return ServerTarget.start({
    name: built.name,
    command: commandOf(built),
    compiler: {
      family: 'clang',
      program: built.compiler ?? `/usr/lib/llvm-${built.spec.llvmVersion}/bin/clang`,
    },
  });
}

async function whyNotThere(name: string, { cache, searchPath }: TargetWorld): Promise<UserError> {
  const specs = allSpecs();
  const spec = specs.find((candidate) => nameOfSpec(candidate) === name);
  if (spec) {
    const flags = [
      `--profile ${spec.profile}`,
      ...(spec.coverage === 'edges' ? [] : ['--coverage edges+cmp']),
      ...(spec.assertions ? [] : ['--no-assertions']),
    ];
    return new UserError(`${name} is not built`, [
      `build it with: cgfuzz target build clang-${spec.llvmVersion} ${flags.join(' ')}`,
    ]);
  }
  const plain = instrumentedVersions.map((version) => `clang-${version}`);
  if (plain.includes(name))
    return new UserError(`${name} is not built`, [
      `build it with: cgfuzz target build ${name}`,
      ...(findProgram(name, searchPath) === undefined
        ? []
        : [`or take it as Debian ships it, where coverage is not asked for: ${name}-stock`]),
    ]);
  const known = [...plain, ...(await namesOfBuilds(cache)), ...stockCompilers.map(stockName)];
  const meant = didYouMean(name, [...known, ...specs.map(nameOfSpec)]);
  return new UserError(`no target named "${name}"`, [
    `known targets: ${known.join(', ')}`,
    ...(meant ? [`did you mean ${meant}?`] : []),
  ]);
}

/** Builds that this cgfuzz can use, each name once. */
async function namesOfBuilds(cache: string): Promise<string[]> {
  const old = new Set((await listOldBuilds(cache)).map(({ file }) => file));
  const ready = listBuilt(cache).filter(({ file }) => !old.has(file));
  return [...new Set(ready.map(({ name }) => name))];
}
