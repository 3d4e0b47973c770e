/**
 * Profiles say which part of LLVM is compiled again, as lists of folders (and a few single files) of the source
 * package.
 *
 * Passes with and without assertions may not be mixed inside `Utils`, `IPO` and `Scalar`: a type of SCCPSolver depends
 * on assertions. So `starter` takes whole folders that stand alone, and single files of Analysis that do.
 */
import { dirname } from 'node:path';
import { didYouMean } from '../../util/did-you-mean.ts';
import { UserError } from '../../util/user-error.ts';

export type Coverage = 'edges' | 'edges+cmp';

/** A compiler's plain name means the last of those that are built, planted ones apart. */
export const profileNames = [
  'backends',
  'starter',
  'passes',
  'full',
  'planted',
  'planted-starter',
  'planted-stages',
  'planted-atomics',
] as const;
export type ProfileName = (typeof profileNames)[number];

export interface Profile {
  /** Relative to `llvm/lib`; every `.cpp` in them. */
  readonly folders: readonly string[];
  /**
   * More such folders, which never have assertions, as Debian's archives have none. With assertions, classes of code generators have
   * more members and virtual functions: all of a code generator has them, or nothing.
   */
  readonly foldersWithoutAssertions?: readonly string[];
  /** Relative to `llvm/lib`. */
  readonly files: readonly string[];
  /** Those of the files that take minutes each: neither optimised nor instrumented. */
  readonly quickly?: readonly string[];
  /** Folders of targets whose tables are generated first. */
  readonly tables: readonly string[];
  /** Whether the server can generate code for AArch64 and RISC-V as well. */
  readonly otherMachines?: true;
}

const starter: Profile = {
  folders: ['Transforms/InstCombine', 'Transforms/AggressiveInstCombine'],
  files: [
    'InstructionSimplify',
    'CmpInstAnalysis',
    'OverflowInstAnalysis',
    'ValueTracking',
    'ConstantFolding',
  ].map((name) => `Analysis/${name}.cpp`),
  tables: [],
};

const passes: Profile = {
  folders: [
    ...[
      'InstCombine',
      'AggressiveInstCombine',
      'Scalar',
      'IPO',
      'Vectorize',
      'Utils',
      'Instrumentation',
      'Coroutines',
      'ObjCARC',
      'CFGuard',
      'HipStdPar',
    ].map((name) => `Transforms/${name}`),
    'Analysis',
  ],
  files: [],
  tables: [],
};

const targetFolders = (...machines: readonly string[]): string[] =>
  machines.flatMap((machine) => [`Target/${machine}`, `Target/${machine}/GISel`]);

/** Two machines other than x86 and the selector of instructions other than SelectionDAG: these are tested less. */
const backends: Profile = {
  folders: passes.folders,
  foldersWithoutAssertions: ['CodeGen/GlobalISel', ...targetFolders('AArch64', 'RISCV')],
  files: [],
  tables: ['Target/AArch64', 'Target/RISCV'],
  otherMachines: true,
};

/** Every back end that the server has is in it, see `foldersWithoutAssertions`. */
const full: Profile = {
  folders: [
    ...passes.folders,
    'CodeGen',
    ...['SelectionDAG', 'GlobalISel', 'AsmPrinter', 'LiveDebugValues'].map((name) => `CodeGen/${name}`),
    ...targetFolders('X86', 'AArch64', 'RISCV'),
  ],
  files: [],
  tables: ['Target/X86', 'Target/AArch64', 'Target/RISCV'],
  otherMachines: true,
};

/** The files that decide what becomes of atomics on x86, AArch64 and RISC-V, and that defects are planted in. */
const atomics: Profile = {
  folders: [],
  files: [
    'Transforms/InstCombine/InstCombineAtomicRMW',
    'Transforms/Scalar/EarlyCSE',
    'Transforms/Utils/SimplifyCFG',
    'Analysis/AliasAnalysis',
    'Analysis/MemoryDependenceAnalysis',
    'CodeGen/AtomicExpandPass',
    'CodeGen/SelectionDAG/SelectionDAGBuilder',
    'Target/X86/X86ISelLowering',
    'Target/AArch64/AArch64ISelDAGToDAG',
    'Target/AArch64/AArch64ISelLowering',
    'Target/AArch64/AArch64DeadRegisterDefinitionsPass',
  ].map((name) => `${name}.cpp`),
  quickly: [
    'CodeGen/SelectionDAG/SelectionDAGBuilder.cpp',
    'Target/X86/X86ISelLowering.cpp',
    'Target/AArch64/AArch64ISelDAGToDAG.cpp',
  ],
  tables: ['Target/X86', 'Target/AArch64'],
  otherMachines: true,
};

/** Two files with defects that only what stages write can show; a minute to build. */
const stages: Profile = {
  folders: [],
  files: ['Transforms/Utils/SimplifyCFG', 'Transforms/Scalar/EarlyCSE'].map((name) => `${name}.cpp`),
  tables: [],
};

const profiles: Readonly<Record<ProfileName, Profile>> = {
  starter,
  passes,
  backends,
  full,
  planted: passes,
  'planted-starter': starter,
  'planted-stages': stages,
  'planted-atomics': atomics,
};

/** Whether a file of LLVM's source tree is compiled again for a profile. */
export function compiles(name: ProfileName, file: string): boolean {
  const { folders, files } = profiles[name];
  return (
    folders.some((folder) => dirname(file) === `llvm/lib/${folder}`) ||
    files.some((each) => file === `llvm/lib/${each}`)
  );
}

/** Whether defects of our own are in it. The plain name of a compiler never means such a build. */
export function isPlanted(name: ProfileName): boolean {
  return name.startsWith('planted');
}

export function findProfile(name: string): ProfileName {
  const found = profileNames.find((known) => known === name);
  if (found) return found;
  const meant = didYouMean(name, profileNames);
  throw new UserError(`no profile named "${name}"`, [
    `known profiles: ${profileNames.join(', ')}`,
    ...(meant ? [`did you mean ${meant}?`] : []),
  ]);
}

export function profileOf(name: ProfileName): Profile {
  return profiles[name];
}

/** Folders that `tar` has to unpack for a profile; `.` levels above come with their own folder. */
export function foldersToUnpack({ folders, foldersWithoutAssertions = [], files }: Profile): string[] {
  const tops = new Set(
    [...folders, ...foldersWithoutAssertions, ...files].map((path) =>
      path.split('/')[0] === 'Transforms'
        ? 'Transforms'
        : path.startsWith('Target/')
          ? path.split('/').slice(0, 2).join('/')
          : (path.split('/')[0] ?? ''),
    ),
  );
  return [...[...tops].map((top) => `llvm/lib/${top}`), 'clang/lib/Lex'];
}
