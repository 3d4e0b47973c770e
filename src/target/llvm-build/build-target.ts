/**
 * Builds the compile server of a target: packages, source, tables, objects, link; each step reuses existing
 * results.
 *
 * The server appears by one rename of its folder, which holds a note about it. All earlier results stay for
 * the next attempt, and never count as a target.
 */
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { compileAll, type Progress, type Unit } from './compile-all.ts';
import { hashOf, librariesIn, makeOnce, makeWhole, runTool } from '../../build/index.ts';
import { clangArchives, findHome, type LlvmHome, makeHome } from './llvm-home.ts';
import {
  clangOf,
  flagsForLlvm,
  flagsForServer,
  keyOfTarget,
  nameOfSpec,
  otherMachinesFile,
  profileOfSpec,
  serverSources,
  type TargetSpec,
} from './plan.ts';
import { withPatches } from './patches.ts';
import { foldersToUnpack } from './profiles.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';

export interface BuildOptions {
  readonly cache: string;
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  readonly jobs?: number;
}

/** The note beside a finished server. */
export interface BuiltTarget {
  readonly name: string;
  readonly spec: TargetSpec;
  readonly sourceVersion: string;
  /** The clang that a person would call; absent in notes of an earlier cgfuzz. */
  readonly compiler?: string;
  /** Path of the server program. */
  readonly file: string;
  /** Folder with the source files that its line tables name. */
  readonly sourceTree: string;
}

export const noteName = 'target.json';

export async function buildTarget(spec: TargetSpec, options: BuildOptions): Promise<BuiltTarget> {
  const { cache, signal, onProgress } = options;
  const say = (step: string): void => onProgress({ step, done: 0, total: 0, leftMs: undefined });
  const targets = join(cache, 'targets');
  const home = await makeHome(spec, { cache, say, signal });
  const folder = join(targets, `${nameOfSpec(spec)}-${keyOfTarget(spec, home)}`);
  const built = readNote(folder);
  if (built) {
    // If several builds have a name, the last requested one counts: so the note gets a new date.
    writeFileAtomic(join(folder, noteName), readFileSync(join(folder, noteName)));
    return built;
  }
  return alone(
    folder,
    options,
    async (telling) => readNote(folder) ?? (await buildInto(folder, spec, home, telling)),
  );
}

/** Builds in one process for all that share the cache: the others wait, and see how far the build is. */
export async function alone<Options extends BuildOptions, Built>(
  folder: string,
  options: Options,
  build: (options: Options) => Promise<Built>,
): Promise<Built> {
  const { signal, onProgress } = options;
  const say = (step: string): void => onProgress({ step, done: 0, total: 0, leftMs: undefined });
  return makeOnce(`${folder}.part-build`, { say, signal }, (tell) => {
    const onBoth = (now: Progress): void => {
      tell(now.total === 0 ? now.step : `${now.step}, ${now.done} of ${now.total}`);
      onProgress(now);
    };
    return build({ ...options, onProgress: onBoth });
  });
}

async function buildInto(
  folder: string,
  spec: TargetSpec,
  home: LlvmHome,
  options: BuildOptions,
): Promise<BuiltTarget> {
  const { signal, onProgress } = options;
  const say = (step: string): void => onProgress({ step, done: 0, total: 0, leftMs: undefined });
  const { objects, tree } = await compileObjects(spec, home, options);

  say('linking');
  await makeWhole(folder, async (part) => {
    await link(home, objects, join(part, 'server'), signal);
    const note: BuiltTarget = {
      name: nameOfSpec(spec),
      spec,
      sourceVersion: home.identity,
      compiler: clangOf(home),
      file: join(folder, 'server'),
      sourceTree: tree,
    };
    writeFileSync(join(part, noteName), JSON.stringify(note, undefined, 2));
  });
  const note = readNote(folder);
  if (!note) throw new Error(`${folder} has no ${noteName}`);
  return note;
}

export interface CompiledObjects {
  readonly objects: readonly string[];
  /** Folder with the source files that the objects' line tables name. */
  readonly tree: string;
}

/** Compiles the files of a build, or the files among them that `isWanted` names. */
export async function compileObjects(
  spec: TargetSpec,
  home: LlvmHome,
  options: BuildOptions,
  isWanted: (name: string) => boolean = () => true,
): Promise<CompiledObjects> {
  const { cache, signal, onProgress } = options;
  const say = (step: string): void => onProgress({ step, done: 0, total: 0, leftMs: undefined });
  const tree = await home.sources(foldersToUnpack(profileOfSpec(spec)), say, signal);
  const tables = await makeTables(spec, home, tree, { ...options, say });
  const compile = {
    ...options,
    objects: join(cache, 'objects'),
    jobs: options.jobs ?? availableParallelism(),
  };
  const stock = unitsOf(spec, home, tree, tables);
  const { patches } = spec;
  const units = patches === undefined ? stock : await withPatches(stock, patches, { cache, signal, say });
  const wanted = units.filter(({ name }) => isWanted(name));
  return { objects: await compileAll(wanted, compile), tree };
}

/** The finished build for this specification, if it exists. */
export async function findBuilt(spec: TargetSpec, cache: string): Promise<BuiltTarget | undefined> {
  const home = await findHome(spec, cache);
  return home && readNote(join(cache, 'targets', `${nameOfSpec(spec)}-${keyOfTarget(spec, home)}`));
}

/** Every whole target that was built here. */
export function listBuilt(cache: string): BuiltTarget[] {
  const targets = join(cache, 'targets');
  if (!existsSync(targets)) return [];
  return readdirSync(targets)
    .filter((name) => !name.includes('.part-'))
    .toSorted()
    .flatMap((name) => readNote(join(targets, name)) ?? []);
}

function readNote(folder: string): BuiltTarget | undefined {
  const note = join(folder, noteName);
  if (!existsSync(note)) return undefined;
  const built = JSON.parse(readFileSync(note, 'utf8')) as BuiltTarget;
  return { ...built, file: join(folder, 'server') };
}

function unitsOf(spec: TargetSpec, home: LlvmHome, tree: string, tables: Tables): Unit[] {
  const compiler = clangOf(home);
  const from = `clang ${home.version} ${home.identity}`;
  const profile = profileOfSpec(spec);
  const { files, filesWithoutAssertions = [], otherMachines } = profile;
  const llvm = (name: string, instrumented: boolean, how = spec): Unit => {
    const folder = join(tree, name, '..');
    const machine = /^llvm\/lib\/(Target\/\w+)/.exec(name)?.[1];
    const tableFlags =
      machine === undefined ? [] : [`-I${join(tree, 'llvm/lib', machine)}`, `-I${tables.get(machine)}`];
    return {
      source: join(tree, name),
      name,
      compiler: `${compiler}++`,
      flags: [
        ...flagsForLlvm(how, home, instrumented),
        `-I${folder}`,
        ...tableFlags,
        `-ffile-prefix-map=${tree}/=`,
      ],
      from,
    };
  };
  const { files: own, hash } = serverSources();
  const server = (source: string, content: string): Unit => ({
    source,
    name: `cgfuzz/${basename(source)}`,
    compiler: source.endsWith('.c') ? compiler : `${compiler}++`,
    flags: flagsForServer(spec, home, source),
    from: `${from} ${content}`,
  });
  const pragma = llvm('clang/lib/Lex/Pragma.cpp', false);
  return [
    ...own.map((source) => server(source, hash)),
    ...(otherMachines ? [server(otherMachinesFile, hashOf(readFileSync(otherMachinesFile)))] : []),
    // A pragma makes the front end crash for real only with assertions; the endless recursion must not become
    // a loop.
    { ...pragma, flags: [...pragma.flags, '-fno-optimize-sibling-calls'] },
    ...filesIn(tree, profile.folders).map((name) => llvm(name, true)),
    ...files.map((name) => llvm(`llvm/lib/${name}`, true)),
    ...[
      ...filesIn(tree, profile.foldersWithoutAssertions ?? []),
      ...filesWithoutAssertions.map((name) => `llvm/lib/${name}`),
    ].map((name) => llvm(name, true, { ...spec, assertions: false })),
  ];
}

/** The files of LLVM's folders that this version has. */
function filesIn(tree: string, folders: readonly string[]): string[] {
  return folders
    .filter((folder) => existsSync(join(tree, 'llvm/lib', folder)))
    .flatMap((folder) =>
      readdirSync(join(tree, 'llvm/lib', folder))
        .filter((name) => name.endsWith('.cpp'))
        .map((name) => `llvm/lib/${folder}/${name}`),
    );
}

/** The places of the generated tables, by the folder of their target. */
type Tables = ReadonlyMap<string, string>;

/** The tables of code generators: one run of the packaged tool for each line of the folder's build description. */
async function makeTables(
  spec: TargetSpec,
  { version, identity, bin, includes: headers }: LlvmHome,
  tree: string,
  { cache, signal, say }: BuildOptions & { readonly say: (step: string) => void },
): Promise<Tables> {
  const tables = new Map<string, string>();
  for (const folder of profileOfSpec(spec).tables) {
    const place = join(cache, 'tables', `${version}-${hashOf(identity, folder)}`);
    tables.set(folder, place);
    await makeWhole(place, async (part) => {
      const sources = join(tree, 'llvm/lib', folder);
      const description = readFileSync(join(sources, 'CMakeLists.txt'), 'utf8').replaceAll('"', '');
      const includes = [sources, ...headers].flatMap((each) => ['-I', each]);
      for (const { table, flags, definitions } of tablesIn(description)) {
        say(`generating ${table}`);
        await runTool(
          join(bin, 'llvm-tblgen'),
          [...flags, ...includes, join(sources, definitions), '-o', join(part, table)],
          { signal },
        );
      }
    });
  }
  return tables;
}

export interface Table {
  readonly table: string;
  readonly flags: readonly string[];
  /** The file of definitions for the table. */
  readonly definitions: string;
}

/**
 * The tables in a build description. A definition file applies to all tables after it, until another
 * definition file is set.
 */
export function tablesIn(description: string): Table[] {
  let definitions = '';
  const lines = /set\(LLVM_TARGET_DEFINITIONS (\S+)\)|tablegen\(LLVM (\S+)([^)]*)\)/g;
  return [...description.matchAll(lines)].flatMap(([, set, table, flags = '']) => {
    if (set !== undefined) definitions = set;
    return table === undefined ? [] : [{ table, flags: flags.trim().split(/\s+/), definitions }];
  });
}

/** Symbols that our own code wraps: `backend-start.cpp` and `compile.cpp` define the wrappers. */
async function wrappedSymbols({ version, lib, bin }: LlvmHome): Promise<string[]> {
  const archive = join(lib, 'libclangCodeGen.a');
  const symbols = await runTool(join(bin, 'llvm-nm'), ['--defined-only', '--just-symbol-name', archive]);
  const backend = /^_ZN5clang17[Ee]mitBackendOutput\w+$/m.exec(symbols)?.[0];
  if (backend === undefined) throw new Error(`clang ${version} has no EmitBackendOutput`);
  return ['_ZN4llvm25llvm_unreachable_internalEPKcS1_j', backend];
}

/** Our objects come first: the stock archives supply only what is still missing. */
async function link(
  home: LlvmHome,
  objects: readonly string[],
  to: string,
  signal: AbortSignal,
): Promise<void> {
  const system = ['-lrt', '-ldl', '-lm', '-lz', '-lzstd', '-lxml2', '-lpthread', '-ltinfo'];
  await runTool(
    `${clangOf(home)}++`,
    [
      `-fuse-ld=lld`,
      '-no-pie',
      '-Wl,--gc-sections',
      '-Wl,-O1',
      // Otherwise each fork would look up symbols of the system's libraries again.
      '-Wl,-z,now',
      ...(await wrappedSymbols(home)).map((symbol) => `-Wl,--wrap=${symbol}`),
      ...(home.root === undefined ? [] : inRoot(home.root)),
      '-o',
      to,
      ...objects,
      '-Wl,--start-group',
      ...clangArchives(home),
      ...(await home.libraries()),
      '-Wl,--end-group',
      `-L${home.lib}`,
      ...system,
    ],
    { signal },
  );
  if (statSync(to).size === 0) throw new Error('the linker made an empty file');
}

/**
 * The server runs with the C library that it was linked with: its loader and libraries come from the root.
 */
export function inRoot(root: string): string[] {
  const libraries = join(root, librariesIn(root));
  const loader = readdirSync(libraries).find((name) => /^ld-linux.*\.so\.\d+$/.test(name)) ?? '';
  return [
    `--sysroot=${root}`,
    `-Wl,--dynamic-linker=${join(libraries, loader)}`,
    '-Wl,--disable-new-dtags',
    `-Wl,-rpath,${libraries}`,
  ];
}
