/**
 * The program that makes tests of seeds and optimises them in its own process, see `instrumentation/seeds`.
 *
 * With patches, objects of the patched files take the place of LLVM's own. Such a program takes a change under review
 * in a fraction of a compiler's link. Both programs lie in the cache under a name made from all that is in them.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failure, hashOf, instrumentationFolder, makeWhole, runTool, tryTool } from '../../build/index.ts';
import { type BuildOptions, compileObjects, inRoot } from './build-target.ts';
import { compileAll } from './compile-all.ts';
import { type LlvmHome, makeHome } from './llvm-home.ts';
import { clangOf, type TargetSpec } from './plan.ts';

export interface SeedsProgram {
  readonly file: string;
  /** The source that its line tables name, if it has patches. */
  readonly sourceTree?: string;
}

/** A specification with patches asks for the program with the changed files. */
export type SeedsSpec = Pick<TargetSpec, 'llvmVersion' | 'patches' | 'own'>;

const folder = join(instrumentationFolder, 'seeds');
const sharedHeader = join(instrumentationFolder, 'pairs', 'pairs.hpp');
const SYSTEM: readonly string[] = ['-lrt', '-ldl', '-lm', '-lz', '-lzstd', '-lxml2', '-lpthread', '-ltinfo'];

export async function prepareSeeds(asked: SeedsSpec, options: BuildOptions): Promise<SeedsProgram> {
  const { cache, signal, onProgress } = options;
  const say = (step: string): void => onProgress({ step, done: 0, total: 0, leftMs: undefined });
  const spec = specOf(asked);
  const home = await makeHome(spec, { cache, say, signal });
  const choices = await choiceObject();
  const sources = hashOf(...[...filesOf(/./), sharedHeader].map((path) => readFileSync(path)));
  const changed =
    spec.patches === undefined
      ? undefined
      : await compileObjects(spec, home, options, (name) =>
          /^llvm\/lib\/|\/(?:missing|plants)\.cpp$/.test(name),
        );
  const key = hashOf('seeds-1', home.identity, sources, choices, ...(changed?.objects ?? []));
  const place = join(cache, 'tools', `seeds-${key}`);
  await makeWhole(place, async (part) => {
    const own = await compileOwn(home, sources, { ...options, objects: join(cache, 'objects') });
    say('linking');
    await linkSeeds(
      home,
      { changed: changed?.objects ?? [], own: [...own, choices] },
      join(part, 'seeds'),
      signal,
    );
  });
  return { file: join(place, 'seeds'), ...(changed === undefined ? {} : { sourceTree: changed.tree }) };
}

function specOf(asked: SeedsSpec): TargetSpec {
  return { ...asked, profile: 'patched', coverage: 'edges', assertions: true };
}

function filesOf(pattern: RegExp): string[] {
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

/** The library that answers choices, to be linked. */
async function choiceObject(): Promise<string> {
  const { code, stdout, stderr } = await tryTool(join(instrumentationFolder, 'choices', 'build'), []);
  if (code !== 0) throw failure('cannot build the choice library', stderr);
  return join(stdout.trim(), 'libcgfuzz.o');
}

async function compileOwn(
  home: LlvmHome,
  sources: string,
  options: BuildOptions & { readonly objects: string },
): Promise<string[]> {
  const macros = ['_GNU_SOURCE', ...['CONSTANT', 'FORMAT', 'LIMIT'].map((each) => `__STDC_${each}_MACROS`)];
  const flags = [
    '-std=c++20',
    '-O1',
    '-w',
    '-fno-pic',
    '-fno-rtti',
    '-fno-exceptions',
    ...macros.map((macro) => `-D${macro}`),
    ...home.includes.map((include) => `-I${include}`),
    `-I${join(instrumentationFolder, 'choices', 'include')}`,
    ...(home.root === undefined ? [] : [`--sysroot=${home.root}`]),
  ];
  const unit = {
    source: join(folder, 'all.cpp'),
    name: 'seeds/all.cpp',
    compiler: `${clangOf(home)}++`,
    flags,
    from: `clang ${home.version} ${home.identity} ${sources}`,
  };
  return compileAll([unit], { ...options, jobs: 1 });
}

/** Objects of a change need LLVM's archives; without a change, LLVM's shared library is enough. */
async function linkSeeds(
  home: LlvmHome,
  { changed, own }: { readonly changed: readonly string[]; readonly own: readonly string[] },
  to: string,
  signal: AbortSignal,
): Promise<void> {
  const libraries =
    changed.length > 0
      ? ['-Wl,--start-group', ...(await home.libraries()), '-Wl,--end-group', `-L${home.lib}`, ...SYSTEM]
      : [`-L${home.lib}`, `-lLLVM-${home.version}`, `-Wl,-rpath,${home.lib}`, '-lpthread'];
  const flags = ['-fuse-ld=lld', '-no-pie', '-Wl,--gc-sections', '-Wl,-z,now'];
  const root = home.root === undefined ? [] : inRoot(home.root);
  await runTool(`${clangOf(home)}++`, [...flags, ...root, '-o', to, ...changed, ...own, ...libraries], {
    signal,
  });
}

/** A pool of seeds. */
export interface SeedsPool {
  readonly file: string;
  readonly functions: number;
}

export interface PackOptions {
  readonly cache: string;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

/** LLVM's tests of its passes. */
const TESTS = 'llvm/test/Transforms';

/** The source tree of an LLVM, with its tests of passes. */
export async function testsTree(spec: SeedsSpec, { cache, say, signal }: PackOptions): Promise<string> {
  const home = await makeHome(specOf(spec), { cache, say, signal });
  return home.sources([TESTS], say, signal);
}

/** The folders of the suite that have seeds in a pool. */
export function seedFolders({ file }: SeedsPool): string[] {
  const heads = readFileSync(file, 'latin1').matchAll(/^([\w.-]+)\t[^\t\n]+\t[^\t\n]+\t\d+\t\d+$/gm);
  return [...new Set([...heads].map(([, folderOfSeed = '']) => folderOfSeed))];
}

/** LLVM's tests of code generators, for machines whose code can run here. */
export const CODE_TESTS: readonly string[] = ['X86', 'AArch64', 'Generic'].map(
  (name) => `llvm/test/CodeGen/${name}`,
);

/** The pool of the tests of an LLVM; Debian's source is fetched if it is missing. */
export async function packTests(
  spec: SeedsSpec,
  program: string,
  options: PackOptions,
  folders: readonly string[] = [TESTS],
): Promise<SeedsPool> {
  const home = await makeHome(specOf(spec), options);
  const tree = await home.sources(folders, options.say, options.signal);
  const identity = folders[0] === TESTS ? home.identity : `${home.identity} ${folders.join(' ')}`;
  return packSeeds(
    program,
    folders.map((name) => join(tree, name)),
    options,
    identity,
  );
}

/** The pool of the tests in folders, or of single tests. */
export async function packSeeds(
  program: string,
  paths: readonly string[],
  { cache, say, signal }: PackOptions,
  identity?: string,
): Promise<SeedsPool> {
  const key = hashOf(program, ...(identity === undefined ? paths.flatMap(contentOf) : [identity]));
  const place = join(cache, 'pools', key);
  await makeWhole(place, async (part) => {
    say('reading tests, once for each LLVM');
    const said = await runTool(program, ['pack', join(part, 'pool'), ...paths], { signal });
    writeFileSync(join(part, 'said.json'), said);
  });
  const { functions } = JSON.parse(readFileSync(join(place, 'said.json'), 'utf8')) as SeedsPool;
  return { file: join(place, 'pool'), functions };
}

/** Paths and contents of the tests. */
function contentOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path, hashOf(readFileSync(path))];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ll'))
    .toSorted()
    .flatMap((name) => [name, hashOf(readFileSync(join(path, name)))]);
}
