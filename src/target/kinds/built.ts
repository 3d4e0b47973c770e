/**
 * Targets that cgfuzz built: the common part of instrumented compilers from Debian's LLVM and from a person's
 * own.
 */
import { basename, dirname } from 'node:path';
import type { ServerCommand } from '../../serve/index.ts';
import { nameEdges } from '../features/edge-names.ts';
import { Build, type FoundTarget } from '../found.ts';
import { listBuilt, type BuiltTarget } from '../llvm-build/build-target.ts';
import { ServerTarget } from '../server/server-target.ts';
import type { Target } from '../target.ts';

export function commandOf({ file, spec }: BuiltTarget): ServerCommand {
  return { file, args: [], env: { CGFUZZ_SERVE: spec.coverage === 'edges+cmp' ? 'compile,cmp' : 'compile' } };
}

/** Opens exactly this build, even if its name means another build now. */
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

export function foundBuilt(name: string, built: BuiltTarget): FoundTarget {
  return foundAs(name, built, () => openBuilt(built));
}

/** The target in this build of LLVM or GCC. */
export function foundAs(
  name: string,
  {
    file,
    sourceTree,
    spec,
  }: Pick<BuiltTarget, 'file' | 'sourceTree'> & { readonly spec: { readonly own?: unknown } },
  open: () => Promise<Target>,
): FoundTarget {
  return {
    kind: spec.own === undefined ? 'instrumented' : 'own',
    name,
    // The folder's name holds the build's name and a hash of everything that went into it.
    build: new Build(basename(dirname(file))),
    program: file,
    sourceTree,
    open,
    names: async (options) => {
      const target = await open();
      try {
        return await nameEdges(await target.coverage!.pcs!(), { ...options, sourceTree });
      } finally {
        await target.close();
      }
    },
  };
}

/** The build whose key begins a kept text, whatever its name means now. */
export function findBuildOf(
  text: string,
  cache: string,
  isWanted: (built: BuiltTarget) => boolean,
): FoundTarget | undefined {
  return listBuilt(cache)
    .filter(isWanted)
    .map((built) => foundBuilt(built.name, built))
    .find(({ build }) => build.isOf(text));
}
