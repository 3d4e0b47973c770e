/**
 * Homes of LLVM: the archives, headers, tools and sources for building an instrumented clang. A home is
 * Debian's installed LLVM, another release's LLVM in the cache, or a person's own build.
 *
 * Invariant: two homes with equal identities give equal objects, at any place.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  addLlvm,
  hashOf,
  installPackages,
  listAdded,
  missingPackages,
  packagesFor,
  placeOfAdded,
  runTool,
  unpackSource,
  versionOfPackage,
} from '../../build/index.ts';
import { UserError } from '../../util/user-error.ts';
import { type OwnLlvm, type TargetSpec } from './plan.ts';

export interface LlvmHome {
  readonly version: number;
  /** The version of the source, with everything else that distinguishes this LLVM from others. */
  readonly identity: string;
  /** Folders with headers. */
  readonly includes: readonly string[];
  /** The folder with the archives. */
  readonly lib: string;
  /** The folder with clang and the tools. */
  readonly bin: string;
  /** The root with the C library of another release, with which the server also runs. */
  readonly root?: string;
  /** The libraries of LLVM, as arguments for the linker. */
  readonly libraries: () => Promise<readonly string[]>;
  /** The source tree, with at least these folders. */
  readonly sources: (
    folders: readonly string[],
    say: (text: string) => void,
    signal: AbortSignal,
  ) => Promise<string>;
}

/** The home of a build, if it needs no download. */
export async function findHome(spec: TargetSpec, cache: string): Promise<LlvmHome | undefined> {
  const { llvmVersion: version, own } = spec;
  if (own !== undefined) return existsSync(own.config) ? ownHome(own) : undefined;
  if (isInstalled(version))
    return (await missingPackages([`llvm-${version}-dev`])).length > 0
      ? undefined
      : installedHome(version, cache);
  const added = listAdded(cache).find(({ name }) => name === `llvm-${version}`);
  return added && addedHome(version, cache, added.version, added.suite);
}

export interface HomeOptions {
  readonly cache: string;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Fetches what is missing. */
export async function makeHome(spec: TargetSpec, { cache, say, signal }: HomeOptions): Promise<LlvmHome> {
  const { llvmVersion: version, own } = spec;
  if (own !== undefined) return ownHome(own);
  if (isInstalled(version)) {
    const packages = packagesFor(version);
    if ((await missingPackages(packages)).length > 0) await installPackages(packages, { say, signal });
    return installedHome(version, cache);
  }
  const added = await addLlvm(version, { cache, say, signal });
  return addedHome(version, cache, added.version, added.suite);
}

/** Versions in this release of Debian; the others come from another release. */
function isInstalled(version: number): boolean {
  return version < 20;
}

async function installedHome(version: number, cache: string): Promise<LlvmHome> {
  return debianHome({ version, cache, identity: await versionOfPackage(`llvm-${version}-dev`), usr: '/usr' });
}

function addedHome(version: number, cache: string, identity: string, suite: string): LlvmHome {
  const root = join(placeOfAdded(`llvm-${version}`, cache), 'root');
  return { ...debianHome({ version, cache, identity, usr: join(root, 'usr'), suite }), root };
}

interface DebianHome {
  readonly version: number;
  readonly cache: string;
  readonly identity: string;
  readonly usr: string;
  /** The release of its sources; by default this machine's. */
  readonly suite?: string;
}

/** LLVM's packages have one folder for each version, below `usr`. */
function debianHome({ version, cache, identity, usr, suite }: DebianHome): LlvmHome {
  const prefix = join(usr, 'lib', `llvm-${version}`);
  const from = { cache, ...sourcePackageOf(version, identity) };
  return {
    version,
    identity,
    includes: [join(prefix, 'include')],
    lib: join(prefix, 'lib'),
    bin: join(prefix, 'bin'),
    libraries: () => librariesBy(join(prefix, 'bin/llvm-config')),
    sources: (folders, say, signal) =>
      unpackSource({ ...from, ...(suite === undefined ? {} : { suite }), say, signal }, folders),
  };
}

/**
 * Debian's source package. LLVM's main branch is the package `llvm-toolchain-snapshot`, with a date in its
 * version. The installed static libraries need the source of exactly that date. A release fits all others of
 * its number, if the mirror lost the exact one.
 */
export function sourcePackageOf(
  version: number,
  identity: string,
): { readonly name: string; readonly version: string; readonly orLike?: string } {
  return identity.includes('~++')
    ? { name: 'llvm-toolchain-snapshot', version: identity }
    : { name: `llvm-toolchain-${version}`, version: identity, orLike: `1:${version}.` };
}

/** An LLVM that a person built: an installed one, or the folder that it was built in. */
async function ownHome({ config, source }: OwnLlvm): Promise<LlvmHome> {
  const ask = async (...what: string[]): Promise<string> => (await runTool(config, what)).trim();
  const [lib, bin, builtIn, full] = [
    await ask('--libdir'),
    await ask('--bindir'),
    await ask('--obj-root'),
    await ask('--version'),
  ];
  const includes = [
    ...(await ask('--cppflags'))
      .split(/\s+/)
      .flatMap((word) => (word.startsWith('-I') ? [word.slice(2)] : [])),
    join(source, 'clang/include'),
    join(builtIn, 'tools/clang/include'),
  ].filter((folder) => existsSync(folder));
  const archive = join(lib, 'libclangCodeGen.a');
  if (!existsSync(archive))
    throw new UserError(`${lib} has no libclangCodeGen.a: clang was not built, or not as static archives`, [
      'build LLVM with -DLLVM_ENABLE_PROJECTS=clang and without -DBUILD_SHARED_LIBS=ON',
    ]);
  const { size, mtimeMs } = statSync(archive);
  return {
    version: Number.parseInt(full, 10),
    identity: `own ${full} ${hashOf(resolve(config), resolve(source), String(size), String(mtimeMs))}`,
    includes: [...new Set(includes)],
    lib,
    bin,
    libraries: () => librariesBy(config),
    sources: async (folders) => {
      const missing = folders.find((folder) => !existsSync(join(source, folder)));
      if (missing === undefined) return resolve(source);
      throw new UserError(`${source} has no folder ${missing}`, [
        'name the folder that has llvm and clang in it, of the same version: --source DIR',
      ]);
    },
  };
}

/** The first number of an `llvm-config`'s version. */
export async function versionOfLlvm(config: string): Promise<number> {
  if (!existsSync(config))
    throw new UserError(`there is no program ${config}`, [
      'name the llvm-config of a build: --llvm-config PATH',
    ]);
  return Number.parseInt(await runTool(config, ['--version']), 10);
}

async function librariesBy(config: string): Promise<string[]> {
  const said = await runTool(config, ['--link-static', '--libs', 'all']);
  return said.trim().split(/\s+/);
}

/** The archives of clang. */
export function clangArchives({ lib }: LlvmHome): string[] {
  return readdirSync(lib)
    .filter((name) => /^libclang[A-Z]\w*\.a$/.test(name))
    .map((name) => join(lib, name));
}
