/**
 * A build as data: the target's name, the files to compile with their flags, and the key of each result. This
 * module runs nothing.
 *
 * Invariant: everything that can change a result is in its key: source version, compiler version, flags, and
 * the content of our own files.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { didYouMean } from '../../util/did-you-mean.ts';
import { UserError } from '../../util/user-error.ts';
import { buildableVersions, hashOf, instrumentationFolder } from '../../build/index.ts';
import type { LlvmHome } from './llvm-home.ts';
import { changedFiles, type Patches } from './patches.ts';
import { profileOf, type Coverage, type Profile, type ProfileName } from './profiles.ts';

export interface TargetSpec {
  readonly llvmVersion: number;
  readonly profile: ProfileName;
  readonly coverage: Coverage;
  readonly assertions: boolean;
  /** Patches for its source. */
  readonly patches?: Patches;
  /** A person's own LLVM in place of Debian's. */
  readonly own?: OwnLlvm;
}

export interface OwnLlvm {
  /** The name that the person gave it. */
  readonly name: string;
  /** The path of its `llvm-config`. */
  readonly config: string;
  /** The folder with its source: `llvm` and `clang` lie in it. */
  readonly source: string;
}

export function parseTargetName(name: string): number {
  const version = Number(/^clang-(\d+)$/.exec(name)?.[1]);
  if (buildableVersions.includes(version)) return version;
  const known = buildableVersions.map((each) => `clang-${each}`);
  const guess = didYouMean(name, known);
  throw new UserError(`no instrumented target named "${name}"`, [
    `known targets: ${known.join(', ')}`,
    ...(guess === undefined ? [] : [`did you mean ${guess}?`]),
    'an LLVM of your own: --llvm-config PATH --source DIR',
  ]);
}

/**
 * The name that people and folders use: `clang-19-passes`, `clang-19-passes+cmp-no-assertions`,
 * `clang-19-passes+my-patches`.
 */
export function nameOfSpec({ llvmVersion, profile, coverage, assertions, patches, own }: TargetSpec): string {
  const compiler = own?.name ?? `clang-${llvmVersion}`;
  const comparisons = coverage === 'edges+cmp' ? '+cmp' : '';
  const patched = patches === undefined ? '' : `+${patches.name}`;
  return `${compiler}-${profile}${comparisons}${assertions ? '' : '-no-assertions'}${patched}`;
}

export function profileOfSpec({ profile, patches }: Pick<TargetSpec, 'profile' | 'patches'>): Profile {
  return profileOf(
    profile,
    profile === 'patched' && patches !== undefined ? changedFiles(patches.folder) : [],
  );
}

const coverageFlags: Readonly<Record<Coverage, string>> = {
  edges: '-fsanitize-coverage=inline-8bit-counters,pc-table',
  'edges+cmp': '-fsanitize-coverage=trace-pc-guard,pc-table,trace-cmp',
};

export function clangOf({ bin }: Pick<LlvmHome, 'bin'>): string {
  return join(bin, 'clang');
}

const common = ({ includes, root }: LlvmHome): string[] => [
  '-O2',
  '-gline-tables-only',
  '-fno-pic',
  '-ffunction-sections',
  '-fdata-sections',
  '-fdebug-compilation-dir=.',
  '-D_GNU_SOURCE',
  ...includes.map((folder) => `-I${folder}`),
  ...(root === undefined ? [] : [`--sysroot=${root}`]),
];

const cxx: readonly string[] = [
  '-std=c++17',
  '-fno-exceptions',
  '-fvisibility-inlines-hidden',
  '-D__STDC_CONSTANT_MACROS',
  '-D__STDC_FORMAT_MACROS',
  '-D__STDC_LIMIT_MACROS',
];

/** For LLVM's own files: some include a private configuration header, which ours replaces. */
export function flagsForLlvm(spec: TargetSpec, home: LlvmHome, instrumented: boolean): string[] {
  return [
    ...common(home),
    ...cxx,
    '-w',
    `-I${join(instrumentationFolder, 'llvm', 'include')}`,
    spec.assertions || !instrumented ? '-UNDEBUG' : '-DNDEBUG',
    ...(instrumented ? [coverageFlags[spec.coverage]] : []),
  ];
}

export function flagsForServer(spec: TargetSpec, home: LlvmHome, file: string): string[] {
  const macros = [
    `-ffile-prefix-map=${instrumentationFolder}/=cgfuzz/`,
    `-DCGFUZZ_CLANG="${clangOf(home)}"`,
    `-DCGFUZZ_COMPARISONS=${spec.coverage === 'edges+cmp' ? 1 : 0}`,
  ];
  return file.endsWith('.c')
    ? [...common(home), '-fno-builtin', ...macros]
    : [...common(home), ...cxx, ...macros];
}

/** Our own C and C++ with their headers: a change in one means a new build of all. */
export function serverSources(): { files: string[]; hash: string } {
  const server = join(instrumentationFolder, 'llvm', 'server');
  const coverage = join(instrumentationFolder, 'coverage');
  const all = [
    ...readdirSync(server).map((name) => join(server, name)),
    ...readdirSync(coverage).map((name) => join(coverage, name)),
    join(instrumentationFolder, 'llvm', 'include', 'llvm', 'Config', 'config.h'),
  ]
    .filter((path) => /\.(c|cpp|h|hpp)$/.test(path))
    .toSorted();
  const files = all.filter((path) =>
    path.startsWith(server) ? /\.(c|cpp)$/.test(path) : path.endsWith('cgfuzz-coverage.c'),
  );
  return { files, hash: hashOf(...all.map((path) => readFileSync(path))) };
}

/** Registers the back ends of other machines. */
export const otherMachinesFile: string = join(instrumentationFolder, 'llvm', 'machines', 'targets.cpp');

/** Flags that change a result: versions identify headers and sources, so their paths do not count. */
export function tellingFlags(flags: readonly string[]): string[] {
  return flags.filter((flag) => !/^-(?:I|f(?:file|macro)-prefix-map=|-sysroot=)/.test(flag));
}

/** The place of the finished server, which needs no unpacked source. */
export function keyOfTarget(spec: TargetSpec, home: LlvmHome): string {
  const flags = tellingFlags([...flagsForLlvm(spec, home, true), ...flagsForServer(spec, home, 'x.cpp')]);
  const files = spec.profile === 'patched' ? spec.profile : JSON.stringify(profileOfSpec(spec));
  // The folder of patches may be gone since the build: their hash says what they were.
  const hasMachines = spec.profile === 'patched' || profileOfSpec(spec).otherMachines;
  const machines = hasMachines ? [hashOf(readFileSync(otherMachinesFile))] : [];
  return hashOf(
    'target-2',
    nameOfSpec(spec),
    home.identity,
    files,
    serverSources().hash,
    flags.join(' '),
    ...(spec.patches === undefined ? [] : [spec.patches.hash]),
    ...machines,
  );
}
