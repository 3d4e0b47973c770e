/**
 * Targets by name, as a person writes them: `clang-19` is the instrumented one (the best profile that is built),
 * `clang-19-starter` and the like one certain build, `clang-19-stock`, `gcc-12`, `tcc` a compiler as Debian ships it.
 */
import { didYouMean } from '../util/did-you-mean.ts';
import { UserError } from '../util/user-error.ts';
import { findBuilt, type BuiltTarget } from './llvm-build/build-target.ts';
import { clangOf, nameOfSpec, type TargetSpec } from './llvm-build/plan.ts';
import { profileNames } from './llvm-build/profiles.ts';
import { findProgram, stockCompilers, type StockCompiler } from '../build/index.ts';
import { instrumentedVersions } from '../build/compilers.ts';
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
  return instrumentedVersions
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
    (spec) =>
      nameOfSpec(spec) === name || (name === `clang-${spec.llvmVersion}` && spec.profile !== 'planted'),
  );
  for (const spec of candidates) {
    const built = await findBuilt(spec, cache);
    if (built) return built;
  }
  return undefined;
}

export async function openTarget(name: string, world: TargetWorld): Promise<Target> {
  return (await findTarget(name, world))();
}

/** Sees that a target is there, and starts nothing; what is returned opens it, as often as it is called. */
export async function findTarget(
  name: string,
  { cache, searchPath }: TargetWorld,
): Promise<() => Promise<Target>> {
  const stock = stockCompilers.find(
    (compiler) => stockName(compiler) === name || `${compiler.name}-stock` === name,
  );
  if (stock) {
    const program = findProgram(stock.name, searchPath);
    if (program === undefined) {
      throw new UserError(`${stock.name} is not installed`, [
        `install it: sudo apt-get install ${stock.name}`,
      ]);
    }
    return async () => new StockTarget(stock, program, await prepareExecutor(cache, searchPath));
  }
  const built = await findBuiltByName(name, cache);
  if (built) return () => openBuilt(built);
  throw notThere(name, searchPath);
}

/** A certain build, which need not be the one that its name means now. */
export function openBuilt(built: BuiltTarget): Promise<ServerTarget> {
  return ServerTarget.start({
    name: built.name,
    command: commandOf(built),
    compiler: { family: 'clang', program: clangOf(built.spec.llvmVersion) },
  });
}

function notThere(name: string, searchPath: string): UserError {
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
  const known = [...plain, ...stockCompilers.map(stockName)];
  const meant = didYouMean(name, known);
  return new UserError(`no target named "${name}"`, [
    `known targets: ${known.join(', ')}`,
    ...(meant ? [`did you mean ${meant}?`] : []),
  ]);
}
