/**
 * Homes of GCC: the source for an instrumented gcc, and the gcc that a person would call. The source is
 * Debian's source package, or a person's own checkout.
 *
 * Invariant: two homes with equal identities give equal objects, at any place.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  addCompiler,
  placeOfAdded,
  suites,
  downloadArchive,
  knownArchive,
  unpackInnerArchive,
  findProgram,
  hashOf,
  nameOfGcc,
  SourceLost,
} from '../../build/index.ts';
import { UserError } from '../../util/user-error.ts';
import { type GccSpec, type OwnGcc, stockNameOf } from './plan.ts';
import { fileStamp } from '../../util/file-stamp.ts';

export interface GccHome {
  /** The version of the source, or a text that distinguishes a person's own source. */
  readonly identity: string;
  /** The folder with the source. */
  readonly source: string;
}

export interface GccHomeOptions {
  readonly cache: string;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Top folders that are not part of a compiler for C or C++: libraries for programs, and other languages. */
const leftOut: readonly string[] = [
  ...[
    'ada',
    'atomic',
    'ffi',
    'gcobol',
    'gfortran',
    'gm2',
    'go',
    'gomp',
    'grust',
    'itm',
    'objc',
    'phobos',
  ].map((name) => `lib${name}`),
  'libquadmath',
  'libsanitizer',
  'libstdc++-v3',
  'libvtv',
  'contrib',
  'zlib',
  'gcc/testsuite',
  'gcc/ada',
  'gcc/m2',
];

/** The home of a build, if all of it exists here. */
export function findGccHome({ gccVersion, own }: GccSpec, cache: string): GccHome | undefined {
  if (own !== undefined) return existsSync(own.source) ? ownHome(own) : undefined;
  const archive = knownArchive(cache, nameOfGcc(gccVersion));
  return archive === undefined ? undefined : homeOf(archive, gccVersion, cache);
}

/** Fetches what is missing. */
export async function makeGccHome(spec: GccSpec, options: GccHomeOptions): Promise<GccHome> {
  const { gccVersion, own } = spec;
  const { cache, say, signal } = options;
  if (own !== undefined) {
    if (!existsSync(join(own.source, 'gcc', 'toplev.cc')))
      throw new UserError(`${own.source} has no gcc/toplev.cc`, [
        'name a folder with the source of GCC 12 or newer: --gcc-source DIR',
      ]);
    return ownHome(own);
  }
  const home = homeOf(await fetchArchive(gccVersion, options), gccVersion, cache);
  const archive = knownArchive(cache, nameOfGcc(gccVersion))!;
  await unpackInnerArchive({ archive, inner: '*/gcc-*.tar.*', leftOut, tree: home.source, say, signal });
  return home;
}

/** Folders of GCC's suite whose tests are whole programs. */
const SUITE = ['gcc.dg', 'gcc.c-torture', 'gcc.target/i386', 'g++.dg/opt', 'g++.dg/torture'];

/** A tree with GCC's own tests in `gcc/testsuite`; Debian's source is fetched if it is missing. */
export async function makeGccTests({ gccVersion, own }: GccSpec, options: GccHomeOptions): Promise<string> {
  if (own !== undefined) return own.source;
  const archive = await fetchArchive(gccVersion, options);
  const tree = `${homeOf(archive, gccVersion, options.cache).source}-tests`;
  const only = SUITE.map((folder) => `gcc/testsuite/${folder}`);
  await unpackInnerArchive({ ...options, archive, inner: '*/gcc-*.tar.*', leftOut: [], only, tree });
  return tree;
}

/** Tries this machine's release first, then the newest release that has the package. */
async function fetchArchive(version: number, { cache, say }: GccHomeOptions): Promise<string> {
  const name = nameOfGcc(version);
  let refused: unknown;
  for (const suite of [undefined, ...suites]) {
    try {
      return await downloadArchive({ cache, name, say, ...(suite === undefined ? {} : { suite }) });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      if (!(refused instanceof SourceLost)) refused = error;
    }
  }
  throw refused;
}

function homeOf(archive: string, gccVersion: number, cache: string): GccHome {
  const name = nameOfGcc(gccVersion);
  const version = new RegExp(`${name}_([^/]+)\\.orig\\.`).exec(archive)?.[1] ?? '';
  return { identity: `gcc ${version}`, source: join(cache, 'sources', `${name}_${version}`) };
}

/** Folders whose files are part of a compiler. */
const parts: readonly string[] = ['gcc', 'include', 'libcpp', 'libiberty', 'libdecnumber', 'libcody'];

/**
 * The identity covers all headers and descriptions; each source counts only for its own object: see
 * `hashOfSource`.
 */
function ownHome({ source }: OwnGcc): GccHome {
  const about: string[] = [];
  const look = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !/^(?:testsuite|doc|po|\.git|ada|m2|rust|go|d)$/.test(entry.name))
        look(path);
      else if (/\.(?:h|def|md|pd|opt|inc|in|awk)$/.test(entry.name)) about.push(fileStamp(path));
    }
  };
  for (const part of parts) if (existsSync(join(source, part))) look(join(source, part));
  return { identity: `own ${hashOf(...about)}`, source };
}

/** The content of a person's own source file, which is part of the key of only its own object. */
export function hashOfSource(file: string): string {
  return hashOf(readFileSync(file));
}

/** The gcc that a person would call: its driver translates options for the compiler, and it assembles. */
export function findDriver(spec: GccSpec, cache: string, searchPath: string): string | undefined {
  const name = stockNameOf(spec);
  const added = join(placeOfAdded(name, cache), 'bin', name);
  return findProgram(name, searchPath) ?? (existsSync(added) ? added : undefined);
}

export async function makeDriver(
  spec: GccSpec,
  searchPath: string,
  { cache, say, signal }: GccHomeOptions,
): Promise<string> {
  const found = findDriver(spec, cache, searchPath);
  if (found !== undefined) return found;
  await addCompiler(stockNameOf(spec), { cache, say, signal });
  return findDriver(spec, cache, searchPath)!;
}
