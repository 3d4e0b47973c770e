/**
 * Instrumented GCC: `gcc-16-passes`, and `riscv64-linux-gnu-gcc-16-passes` for another machine. A plain `gcc-16` is the
 * compiler as Debian ships it.
 */
import { basename } from 'node:path';
import { tryTool } from '../../build/index.ts';
import { UserError } from '../../util/user-error.ts';
import type { FoundTarget, KindOfTarget, TargetWorld } from '../found.ts';
import {
  findBuiltGcc,
  findPatchedGcc,
  listBuiltGcc,
  serverForCxx,
  type BuiltGcc,
} from '../gcc-build/build-gcc.ts';
import { findDriver } from '../gcc-build/gcc-home.ts';
import { buildableGccs, nameOfGccSpec, stockNameOf, type GccSpec } from '../gcc-build/plan.ts';
import { gccProfileNames } from '../gcc-build/profiles.ts';
import { ByLanguage } from '../server/by-language.ts';
import { ServerTarget } from '../server/server-target.ts';
import { foundAs } from './built.ts';

export const gcc: KindOfTarget = {
  find: async (text, world) => {
    const built = findGcc(text, world.cache);
    return built && foundGcc(text, built, world);
  },
  findBuild: async (build, world) =>
    listBuiltGcc(world.cache)
      .map((built) => foundGcc(built.name, built, world))
      .find((found) => found.build.isOf(build)),
};

/** All possible builds of Debian's GCC without patches. */
export function allGccSpecs(): GccSpec[] {
  return buildableGccs.flatMap((compiler) =>
    [true, false].flatMap((assertions) =>
      (['edges', 'edges+cmp'] as const).flatMap((coverage) =>
        gccProfileNames
          .filter((profile) => profile !== 'patched')
          .toReversed()
          .map((profile): GccSpec => ({ ...compiler, profile, coverage, assertions })),
      ),
    ),
  );
}

function findGcc(name: string, cache: string): BuiltGcc | undefined {
  const own = listBuiltGcc(cache).filter(({ spec }) => spec.own !== undefined && spec.patches === undefined);
  const specs = [...allGccSpecs(), ...own.map(({ spec }) => spec)];
  const spec = specs.find((each) => nameOfGccSpec(each) === name);
  return spec === undefined ? findPatchedGcc(name, cache) : findBuiltGcc(spec, cache);
}

export async function openBuiltGcc(built: BuiltGcc, world: TargetWorld): Promise<ByLanguage> {
  const { name, file, spec } = built;
  const driver = findDriver(spec, world.cache, world.searchPath);
  if (driver === undefined)
    throw new UserError(
      `${name} asks the driver of ${stockNameOf(spec)} what options mean, and it is not here`,
      [`cgfuzz compiler add ${stockNameOf(spec)}`],
    );
  const start = async (program: string, language: 'c' | 'c++'): Promise<ServerTarget> =>
    ServerTarget.start({
      name,
      command: {
        file: program,
        args: [],
        env: {
          CGFUZZ_SERVE: spec.coverage === 'edges+cmp' ? 'compile,cmp' : 'compile',
          CGFUZZ_GCC: driver,
          CGFUZZ_COMPILER: basename(program),
          ...(spec.triple === undefined
            ? {}
            : { CGFUZZ_HEADERS: (await headersOf(driver, language)).join(':') }),
          PATH: world.searchPath,
        },
      },
      compiler: { family: 'gcc', program: driver },
    });
  return new ByLanguage(await start(file, 'c'), await start(serverForCxx(built), 'c++'));
}

/** Folders of headers. GCC was configured with the places of a compiler for this computer. */
async function headersOf(driver: string, language: 'c' | 'c++'): Promise<string[]> {
  const { stderr } = await tryTool(driver, ['-v', '-E', '-x', language, '/dev/null']);
  const [, list = ''] =
    /^#include <\.\.\.> search starts here:\n([^]*?)^End of search list/m.exec(stderr) ?? [];
  return list.split('\n').flatMap((line) => line.trim() || []);
}

function foundGcc(name: string, built: BuiltGcc, world: TargetWorld): FoundTarget {
  return foundAs(name, built, () => openBuiltGcc(built, world));
}
