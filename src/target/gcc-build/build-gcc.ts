/**
 * Builds an instrumented GCC: source, configured folder, objects, link; each step reuses existing results.
 *
 * A server appears by one rename of its folder, which holds a note about the build. An object's name follows
 * from everything that went into it. So two profiles share the files that neither instruments, and an
 * interrupted build continues.
 */
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { installPackages, hashOf, makeWhole, runTool } from '../../build/index.ts';
import { alone, noteName, type BuildOptions } from '../llvm-build/build-target.ts';
import { compileAll, type Unit } from '../llvm-build/compile-all.ts';
import { sourceOfGcc, withPatches, type PatchingOptions } from '../llvm-build/patches.ts';
import { tellingFlags } from '../llvm-build/plan.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';
import type { RecordedCommand } from './commands.ts';
import { folderOfConfigured, keyOfConfigured, makeConfigured } from './configured.ts';
import { findGccHome, hashOfSource, makeDriver, makeGccHome, type GccHome } from './gcc-home.ts';
import {
  CLANG,
  filesPatchedIn,
  gccServerSources,
  nameOfGccSpec,
  packagesForGcc,
  serverUnits,
  unitOf,
  wrappedSymbols,
  type GccSpec,
  type GccTrees,
} from './plan.ts';

/** The note beside a finished build. */
export interface BuiltGcc {
  readonly name: string;
  readonly spec: GccSpec;
  readonly identity: string;
  /** The path of the server for C. */
  readonly file: string;
  /** The folder with the source files that its line tables name. */
  readonly sourceTree: string;
}

const NOTE = noteName;

/** A folder apart from builds of LLVM, whose notes have other fields. */
const folderOf = (cache: string): string => join(cache, 'gcc-targets');

export interface GccBuildOptions extends BuildOptions {
  readonly searchPath: string;
}

export async function buildGcc(spec: GccSpec, options: GccBuildOptions): Promise<BuiltGcc> {
  const { cache, signal, onProgress, searchPath } = options;
  const say = (step: string): void => onProgress({ step, done: 0, total: 0, leftMs: undefined });
  await installPackages(packagesForGcc(spec), { say, signal });
  await makeDriver(spec, searchPath, { cache, say, signal });
  const home = await makeGccHome(spec, { cache, say, signal });
  const folder = placeOf(spec, home, cache);
  const built = readNote(folder);
  if (built !== undefined) {
    // If several builds have a name, the last requested one counts: so the note gets a new date.
    writeFileAtomic(join(folder, NOTE), readFileSync(join(folder, NOTE)));
    return built;
  }
  return alone(
    folder,
    options,
    async (telling) => readNote(folder) ?? (await buildInto(folder, spec, home, telling)),
  );
}

async function buildInto(
  folder: string,
  spec: GccSpec,
  home: GccHome,
  options: GccBuildOptions,
): Promise<BuiltGcc> {
  const { cache, signal, onProgress, jobs = availableParallelism() } = options;
  const say = (step: string): void => onProgress({ step, done: 0, total: 0, leftMs: undefined });
  const commands = await makeConfigured(spec, home, { cache, jobs, say, signal });
  const trees: GccTrees = { source: home.source, configured: folderOfConfigured(spec, home, cache) };
  const compile = { ...options, objects: join(cache, 'objects'), jobs };
  const parts = await partsOf(commands, spec, home, trees, { cache, signal, say });
  const units = [...parts.backEnd, ...parts.common, ...parts.c, ...parts.cxx];
  const objects = await compileAll(units, compile);
  const of = (some: readonly Unit[]): string[] => some.map((unit) => objects[units.indexOf(unit)]!);

  await makeWhole(folder, async (part) => {
    say('linking');
    // The back end is linked first, and is the same in `cc1` and `cc1plus`, so that its code has the same
    // cells in both programs.
    await link(of([...parts.backEnd, ...parts.c, ...parts.common]), trees, join(part, 'cc1'), signal);
    await link(of([...parts.backEnd, ...parts.cxx, ...parts.common]), trees, join(part, CXX), signal);
    const note: BuiltGcc = {
      name: nameOfGccSpec(spec),
      spec,
      identity: home.identity,
      file: join(folder, 'cc1'),
      sourceTree: home.source,
    };
    writeFileSync(join(part, NOTE), JSON.stringify(note, undefined, 2));
  });
  return readNote(folder)!;
}

/** The server for C++, beside the server for C. */
const CXX = 'cc1plus';

export function serverForCxx({ file }: BuiltGcc): string {
  return join(dirname(file), CXX);
}

/** The finished build for this specification, if it exists. */
export function findBuiltGcc(spec: GccSpec, cache: string): BuiltGcc | undefined {
  const home = findGccHome(spec, cache);
  return home && readNote(placeOf(spec, home, cache));
}

/** Every whole build of GCC here. */
export function listBuiltGcc(cache: string): BuiltGcc[] {
  const folder = folderOf(cache);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => !name.includes('.part-'))
    .toSorted()
    .flatMap((name) => readNote(join(folder, name)) ?? []);
}

/** The build with patches that has this name and was requested last. */
export function findPatchedGcc(name: string, cache: string): BuiltGcc | undefined {
  const askedAt = ({ file }: BuiltGcc): number => statSync(join(dirname(file), NOTE)).mtimeMs;
  return listBuiltGcc(cache)
    .filter((built) => built.spec.patches !== undefined && built.name === name)
    .toSorted((a, b) => askedAt(b) - askedAt(a))
    .find((built) => findBuiltGcc(built.spec, cache)?.file === built.file);
}

function readNote(folder: string): BuiltGcc | undefined {
  const note = join(folder, NOTE);
  if (!existsSync(note)) return undefined;
  return { ...(JSON.parse(readFileSync(note, 'utf8')) as BuiltGcc), file: join(folder, 'cc1') };
}

/** The place of a finished build, which needs no unpacked source. */
function placeOf(spec: GccSpec, home: GccHome, cache: string): string {
  const name = nameOfGccSpec(spec);
  const sample: RecordedCommand = { object: 'x.o', source: 'x.cc', includes: [], flags: [] };
  const trees: GccTrees = { source: '/source', configured: '/configured' };
  const samples = ['tree-vrp.cc', 'combine.cc', 'c/c-decl.cc'].map((file) =>
    unitOf({ ...sample, source: `/source/gcc/${file}` }, spec, trees, '', ['gcc/tree-vrp.cc']),
  );
  const key = hashOf(
    'gcc-2',
    name,
    home.identity,
    keyOfConfigured(spec, home),
    gccServerSources().hash,
    ...(spec.patches === undefined ? [] : [spec.patches.hash]),
    ...samples.flatMap(({ flags }) => tellingFlags(flags)),
    ...wrappedSymbols,
  );
  return join(folderOf(cache), `${name}-${key}`);
}

/** Objects that our own replace, or that belong to programs without the garbage collector. */
const leftOut = /^main\.o$|-checksum\.o$|^ggc-none\.o$/;

interface Parts {
  readonly backEnd: readonly Unit[];
  /** Units that the front ends share, and our server. */
  readonly common: readonly Unit[];
  readonly c: readonly Unit[];
  readonly cxx: readonly Unit[];
}

async function partsOf(
  commands: readonly RecordedCommand[],
  spec: GccSpec,
  home: GccHome,
  trees: GccTrees,
  options: Omit<PatchingOptions, 'source'>,
): Promise<Parts> {
  const from = `clang 19 ${keyOfConfigured(spec, home)} ${home.identity}`;
  const like = commands.find(({ object }) => object === 'toplev.o');
  if (like === undefined) throw new Error('no command compiles toplev.cc');
  const used = commands.filter(({ object }) => !leftOut.test(object));
  const changed = filesPatchedIn(spec);
  const stock = used.map((command) => {
    const own = spec.own === undefined ? '' : ` ${hashOfSource(command.source)}`;
    return unitOf(command, spec, trees, `${from}${own}`, changed);
  });
  const all =
    spec.patches === undefined
      ? stock
      : await withPatches(stock, spec.patches, { ...options, source: sourceOfGcc });
  // The files that lie beside the patches come first.
  const [beside, patched] = [all.slice(0, -stock.length), all.slice(-stock.length)];
  const units = used.map(({ object }, index) => ({ object, unit: patched[index]! }));
  const of = (pattern: RegExp): Unit[] =>
    units.filter(({ object }) => pattern.test(object)).map(({ unit }) => unit);
  return {
    // If several objects have a function, the linker takes the first, which must be one with counters.
    backEnd: of(/^(?!c\/|cp\/|c-family\/)/).toSorted(
      (a, b) => Number(hasCounters(b)) - Number(hasCounters(a)),
    ),
    common: [...of(/^c-family\//), ...beside, ...serverUnits(like, spec, trees, from)],
    c: of(/^c\//),
    cxx: of(/^cp\//),
  };
}

function hasCounters({ flags }: Unit): boolean {
  return flags.some((flag) => flag.startsWith('-fsanitize-coverage'));
}

async function link(
  objects: readonly string[],
  { configured }: GccTrees,
  to: string,
  signal: AbortSignal,
): Promise<void> {
  const libraries = [
    'libcpp/libcpp.a',
    'libcody/libcody.a',
    'libbacktrace/.libs/libbacktrace.a',
    'libiberty/libiberty.a',
    'libdecnumber/libdecnumber.a',
  ];
  await runTool(
    `${CLANG}++`,
    [
      '-fuse-ld=lld',
      '-no-pie',
      '-Wl,-O1',
      // Otherwise each fork would look up symbols of the system's libraries again.
      '-Wl,-z,now',
      ...wrappedSymbols.map((symbol) => `-Wl,--wrap=${symbol}`),
      '-o',
      to,
      ...objects,
      '-Wl,--start-group',
      ...libraries.map((name) => join(configured, name)),
      '-Wl,--end-group',
      '-l:libisl.a',
      '-l:libmpc.a',
      '-l:libmpfr.a',
      '-l:libgmp.a',
      '-lz',
      '-lzstd',
      '-lm',
      '-ldl',
    ],
    { signal },
  );
}
