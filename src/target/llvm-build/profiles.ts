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

/**
 * A compiler's plain name means the last profile in this list that is built. `patched` is the files that patches
 * change, and no others.
 */
export const profileNames = ['patched', 'backends', 'starter', 'passes', 'full'] as const;
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

const profiles: Readonly<Record<Exclude<ProfileName, 'patched'>, Profile>> = {
  starter,
  passes,
  backends,
  full,
};

export function findProfile(name: string): ProfileName {
  const found = profileNames.find((known) => known === name);
  if (found) return found;
  const meant = didYouMean(name, profileNames);
  throw new UserError(`no profile named "${name}"`, [
    `known profiles: ${profileNames.join(', ')}`,
    ...(meant ? [`did you mean ${meant}?`] : []),
  ]);
}

/** All of this folder has assertions, or nothing: with assertions, its classes have more virtual functions. */
const WHOLE_FOLDER = 'Transforms/Vectorize';

/** A profile, of which `patched` follows from the files that patches change. */
export function profileOf(name: ProfileName, changed: readonly string[]): Profile {
  if (name !== 'patched') return profiles[name];
  const inside = changed.map((file) => file.replace(/^llvm\/lib\//, ''));
  const files = inside.filter((file) => dirname(file) !== WHOLE_FOLDER);
  const folders = files.length < inside.length ? [WHOLE_FOLDER] : [];
  const machines = [...new Set(files.flatMap((file) => /^Target\/\w+/.exec(file)?.[0] ?? []))];
  const isElsewhere = machines.some((machine) => machine !== 'Target/X86');
  return { folders, files, tables: machines, ...(isElsewhere ? { otherMachines: true } : {}) };
}

/** Whether a file of LLVM's source tree is compiled again for a profile. */
export function compiles({ folders, files }: Profile, file: string): boolean {
  return (
    folders.some((folder) => dirname(file) === `llvm/lib/${folder}`) ||
    files.some((each) => file === `llvm/lib/${each}`)
  );
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
