/**
 * A build of GCC as data. It contains the target's name, GCC's configuration, the files to compile with their
 * settings, and the key of each result. This module runs nothing.
 *
 * Invariant: everything that can change a result is in its key: source, compiler, settings, and the content
 * of our own files.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import {
  buildableGccVersions,
  hashOf,
  instrumentationFolder,
  nameOfGcc,
  snapshotGccVersion,
} from '../../build/index.ts';
import type { Unit } from '../llvm-build/compile-all.ts';
import { changedFiles, sourceOfGcc, type Patches } from '../llvm-build/patches.ts';
import type { Coverage } from '../llvm-build/profiles.ts';
import type { RecordedCommand } from './commands.ts';
import { gccProfileNames, isInstrumented, type GccProfileName } from './profiles.ts';

export interface GccSpec {
  readonly gccVersion: number;
  /** The machine that it makes code for, as Debian's compilers name it. This computer's if undefined. */
  readonly triple?: string;
  readonly profile: GccProfileName;
  readonly coverage: Coverage;
  /** True if GCC checks itself, also its IR after each pass. */
  readonly assertions: boolean;
  /** Patches for its source. */
  readonly patches?: Patches;
  /** A person's own GCC in place of Debian's. */
  readonly own?: OwnGcc;
}

export interface OwnGcc {
  /** The name that the person gave it. */
  readonly name: string;
  /** The folder with its source: `gcc` and `libcpp` lie in it. */
  readonly source: string;
}

/** This computer's machine. */
const HOST = 'x86_64-linux-gnu';

/**
 * Machines that a build can make code for, with what Debian configures for their processors. Equal defaults give equal
 * code.
 */
const settingsOfMachines: Readonly<Record<string, readonly string[]>> = {
  'aarch64-linux-gnu': ['--enable-fix-cortex-a53-843419'],
  'riscv64-linux-gnu': ['--with-arch=rv64gc', '--with-abi=lp64d'],
  's390x-linux-gnu': ['--with-arch=z196', '--with-long-double-128'],
  'powerpc64le-linux-gnu': ['--with-cpu=power8', '--enable-secureplt', '--with-long-double-128'],
};
export const buildableTriples: readonly string[] = Object.keys(settingsOfMachines);

type NamedGcc = Pick<GccSpec, 'gccVersion' | 'triple'>;

/** Debian's compilers that cgfuzz can build, from new to old. Debian has no snapshot for other machines. */
export const buildableGccs: readonly NamedGcc[] = [undefined, ...buildableTriples].flatMap((triple) =>
  buildableGccVersions
    .toReversed()
    .filter((gccVersion) => triple === undefined || gccVersion !== snapshotGccVersion)
    .map((gccVersion) => ({ gccVersion, ...(triple === undefined ? {} : { triple }) })),
);

/**
 * The compiler and machine that a name such as `gcc-16` or `riscv64-linux-gnu-gcc-16` means; undefined if
 * cgfuzz cannot build it.
 */
export function gccNamed(name: string): NamedGcc | undefined {
  return buildableGccs.find((each) => stockNameOf(each) === name);
}

/** The compiler of the same version and machine as Debian ships it. */
export function stockNameOf({ gccVersion, triple }: NamedGcc): string {
  return `${triple === undefined ? '' : `${triple}-`}${nameOfGcc(gccVersion)}`;
}

/**
 * The name that people and folders use: `gcc-16-passes`, `riscv64-linux-gnu-gcc-16-passes+cmp-no-assertions`,
 * `gcc-16-passes+my-patches`.
 */
export function nameOfGccSpec(spec: GccSpec): string {
  const { profile, coverage, assertions, patches, own } = spec;
  const comparisons = coverage === 'edges+cmp' ? '+cmp' : '';
  const patched = patches === undefined ? '' : `+${patches.name}`;
  return `${own?.name ?? stockNameOf(spec)}-${profile}${comparisons}${assertions ? '' : '-no-assertions'}${patched}`;
}

/** The files that the patches of a specification change, with `gcc/` before each name. */
export function filesPatchedIn({ patches }: Pick<GccSpec, 'patches'>): readonly string[] {
  return patches === undefined ? [] : changedFiles(patches.folder, sourceOfGcc);
}

/**
 * The option by which a stock gcc checks itself like the instrumented build of this name; empty for other
 * names.
 */
export function checkingArguments(compiler: string): readonly string[] {
  const name = new RegExp(`^(?:.+-)?gcc-(?:\\d+|snapshot)-(?:${gccProfileNames.join('|')})\\b`);
  return name.test(compiler) && !/-no-assertions(?:\+|$)/.test(compiler) ? ['-fchecking'] : [];
}

/**
 * The compiler for everything: clang can make tables of the addresses of edges, which an older gcc cannot, and
 * compiles faster.
 */
export const CLANG = '/usr/lib/llvm-19/bin/clang';

/** Debian's packages that a build needs, clang and the libraries of GCC among them. */
export function packagesForGcc({ triple }: Pick<GccSpec, 'triple'>): readonly string[] {
  // GCC's configuration asks the assembler of the machine what it knows.
  return triple === undefined ? packages : [...packages, `binutils-${triple}`];
}

const packages: readonly string[] = [
  'clang-19',
  'lld-19',
  'llvm-19',
  'make',
  'xz-utils',
  'libgmp-dev',
  'libmpfr-dev',
  'libmpc-dev',
  'libisl-dev',
  'zlib1g-dev',
  'libzstd-dev',
];

/** The places are the same as in Debian's GCC, so that the compiler finds headers at its driver's places. */
export function configureArguments({ assertions, triple }: Pick<GccSpec, 'assertions' | 'triple'>): string[] {
  return [
    `--build=${HOST}`,
    `--host=${HOST}`,
    `--target=${triple ?? HOST}`,
    '--prefix=/usr',
    '--libexecdir=/usr/libexec',
    '--with-gcc-major-version-only',
    '--enable-languages=c,c++',
    '--disable-bootstrap',
    `--enable-checking=${assertions ? 'yes' : 'release'}`,
    '--disable-multilib',
    '--enable-default-pie',
    ...(triple === undefined
      ? ['--with-tune=generic']
      : [...settingsOfMachines[triple]!, '--with-sysroot=/']),
    '--disable-nls',
    '--disable-lto',
    '--disable-plugin',
    '--disable-werror',
    '--with-system-zlib',
    '--enable-multiarch',
    '--disable-libcc1',
    '--disable-host-shared',
  ];
}

/** Settings for the things that make builds itself: libraries, and programs that generate sources. */
export const configureEnvironment: Readonly<Record<string, string>> = {
  CC: CLANG,
  CXX: `${CLANG}++`,
  CFLAGS: '-O2 -w -fno-pic',
  CXXFLAGS: '-O2 -w -fno-pic',
  LDFLAGS: '-no-pie -fuse-ld=lld',
};

const coverageFlags: Readonly<Record<Coverage, readonly string[]>> = {
  edges: ['-fsanitize-coverage=inline-8bit-counters,pc-table'],
  'edges+cmp': ['-fsanitize-coverage=trace-pc-guard,pc-table,trace-cmp'],
};

/** The folders that a build is made in. */
export interface GccTrees {
  /** The source. */
  readonly source: string;
  /** The folder in which GCC was configured. */
  readonly configured: string;
}

/** The path of a source file relative to the folder `gcc`, of the source or of generated files. */
export function nameOfSource(file: string, { source, configured }: GccTrees): string {
  for (const folder of [join(source, 'gcc'), join(configured, 'gcc')]) {
    const name = relative(folder, file);
    if (!name.startsWith('..')) return name;
  }
  return basename(file);
}

export function unitOf(
  { source, flags, includes }: RecordedCommand,
  { gccVersion, profile, coverage }: Pick<GccSpec, 'gccVersion' | 'profile' | 'coverage'>,
  trees: GccTrees,
  from: string,
  changed: readonly string[] = [],
): Unit {
  const name = nameOfSource(source, trees);
  const instrumented = isInstrumented(profile, name, changed);
  return {
    source,
    name: `gcc/${name}`,
    compiler: `${CLANG}++`,
    flags: [
      ...levelOf(name, instrumented),
      ...(instrumented ? coverageFlags[coverage] : []),
      ...flags.filter((flag) => flag !== '-fno-pic'),
      ...common,
      // Masks of flags of older versions have bit 63, and are initialisers of signed members.
      ...(gccVersion < 16 ? ['-Wno-c++11-narrowing'] : []),
      ...includes.map((folder) => `-I${folder}`),
      ...prefixMaps(trees),
    ],
    from,
  };
}

const common: readonly string[] = ['-w', '-fno-pic', '-fno-pie', '-fdebug-compilation-dir=.'];

/** Code that runs for each program is optimised most; the analyser hardly ever runs. */
function levelOf(name: string, instrumented: boolean): string[] {
  if (instrumented) return ['-O2', '-gline-tables-only'];
  return [name.startsWith('analyzer/') ? '-O0' : '-O1'];
}

function prefixMaps({ source, configured }: GccTrees): string[] {
  return [`-ffile-prefix-map=${configured}/=`, `-ffile-prefix-map=${source}/=`];
}

const server = join(instrumentationFolder, 'gcc', 'server');
const coverageFolder = join(instrumentationFolder, 'coverage');
const hugePages = join(instrumentationFolder, 'llvm', 'server', 'hugepages.cpp');

/** Our own C and C++, and a hash of them with their headers. */
export function gccServerSources(): { readonly files: readonly string[]; readonly hash: string } {
  const all = [
    ...[server, coverageFolder].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name))),
    hugePages,
  ].filter((path) => /\.(?:c|cpp|h)$/.test(path));
  const files = all.filter((path) => /\.cpp$|cgfuzz-coverage\.c$/.test(path)).toSorted();
  return { files, hash: hashOf(...all.toSorted().map((path) => readFileSync(path))) };
}

/** `like` is the recorded command of a GCC file that includes all its headers. */
export function serverUnits(
  like: RecordedCommand,
  spec: Pick<GccSpec, 'gccVersion' | 'coverage'>,
  trees: GccTrees,
  from: string,
): Unit[] {
  const { files, hash } = gccServerSources();
  return files.map((source) => {
    const isOfGcc = source.startsWith(server);
    return {
      source,
      name: `cgfuzz/${basename(source)}`,
      compiler: source.endsWith('.c') ? CLANG : `${CLANG}++`,
      flags: [
        '-O2',
        '-gline-tables-only',
        ...(isOfGcc ? like.flags.filter((flag) => flag !== '-fno-pic') : ['-D_GNU_SOURCE']),
        ...common,
        ...(isOfGcc ? like.includes.map((folder) => `-I${folder}`) : []),
        `-DCGFUZZ_GCC_VERSION=${spec.gccVersion}`,
        `-ffile-prefix-map=${instrumentationFolder}/=cgfuzz/`,
        ...prefixMaps(trees),
      ],
      from: `${from} ${hash}`,
    };
  });
}

/**
 * Symbols of GCC and the C library that our own code wraps; `compile.cpp` and `files.cpp` define the
 * wrappers.
 */
export const wrappedSymbols: readonly string[] = [
  '_ZN12symbol_table25finalize_compilation_unitEv',
  'backtrace_create_state',
  'exit',
  'open',
  'fopen',
];
