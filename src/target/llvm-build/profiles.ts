/**
 * Profiles name the part of LLVM that is compiled again, as folders (and a few single files) of the source
 * package.
 *
 * Passes with and without assertions may not be mixed inside `Utils`, `IPO` and `Scalar`: a type of
 * SCCPSolver depends on assertions. So `starter` takes whole folders that stand alone, and single files of
 * Analysis that stand alone.
 */
import { dirname } from 'node:path';
import { didYouMean } from '../../util/did-you-mean.ts';
import { UserError } from '../../util/user-error.ts';

export type Coverage = 'edges' | 'edges+cmp';

/**
 * A compiler's plain name means the last built profile in this list. `patched` contains only the files that
 * patches change.
 */
export const profileNames = ['patched', 'backends', 'starter', 'passes', 'full'] as const;
export type ProfileName = (typeof profileNames)[number];

export interface Profile {
  /** Folders relative to `llvm/lib`, with every `.cpp` in them. */
  readonly folders: readonly string[];
  /**
   * Further folders, which never have assertions, like Debian's archives. With assertions, classes of code
   * generators have more members and virtual functions: a whole code generator must have assertions, or none
   * of it.
   */
  readonly foldersWithoutAssertions?: readonly string[];
  /** Relative to `llvm/lib`. */
  readonly files: readonly string[];
  /** Further files, which never have assertions, as those folders. */
  readonly filesWithoutAssertions?: readonly string[];
  /** Folders of targets whose tables are generated first. */
  readonly tables: readonly string[];
  /** True if the server can also generate code for AArch64 and RISC-V. */
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

/** Two machines besides x86, and an instruction selector besides SelectionDAG: these are tested less. */
const backends: Profile = {
  folders: passes.folders,
  foldersWithoutAssertions: ['CodeGen/GlobalISel', ...targetFolders('AArch64', 'RISCV')],
  files: [],
  tables: ['Target/AArch64', 'Target/RISCV'],
  otherMachines: true,
};

/** It contains every back end of the server, see `foldersWithoutAssertions`. */
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
/** Files of the first list have assertions only together with the files of the second list. */
const ALIKE: readonly (readonly [changed: readonly string[], together: readonly string[]])[] = [
  // They hand each other a counter, whose type depends on assertions.
  [
    ['Utils/SCCPSolver', 'IPO/SCCP', 'Scalar/SCCP'],
    ['Utils/SCCPSolver', 'IPO/SCCP', 'Scalar/SCCP'],
  ],
  // Assertions of these passes compare the parent loop, which their manager notes only with assertions.
  [
    ['Scalar/LoopUnrollPass', 'Scalar/SimpleLoopUnswitch', 'Scalar/LoopBoundSplit'],
    ['Scalar/LoopPassManager'],
  ],
];

function withAlike(files: readonly string[]): string[] {
  const inTransforms = (name: string): string => `Transforms/${name}.cpp`;
  const more = ALIKE.filter(([changed]) => changed.some((name) => files.includes(inTransforms(name))));
  return [...new Set([...files, ...more.flatMap(([, together]) => together.map(inTransforms))])];
}

/** A profile, of which `patched` follows from the files that patches change. */
export function profileOf(name: ProfileName, changed: readonly string[]): Profile {
  if (name !== 'patched') return profiles[name];
  const inside = changed.map((file) => file.replace(/^llvm\/lib\//, ''));
  const isOfGenerator = (file: string): boolean => /^(?:CodeGen|Target)\//.test(file);
  const alone = inside.filter((file) => dirname(file) !== WHOLE_FOLDER && !isOfGenerator(file));
  const files = withAlike(alone);
  const filesWithoutAssertions = inside.filter(isOfGenerator);
  const folders = inside.some((file) => dirname(file) === WHOLE_FOLDER) ? [WHOLE_FOLDER] : [];
  const machines = [...new Set(inside.flatMap((file) => /^Target\/\w+/.exec(file)?.[0] ?? []))];
  const isElsewhere = machines.some((machine) => machine !== 'Target/X86');
  return {
    folders,
    files,
    ...(filesWithoutAssertions.length === 0 ? {} : { filesWithoutAssertions }),
    tables: machines,
    ...(isElsewhere ? { otherMachines: true } : {}),
  };
}

/** True if a profile compiles a file of LLVM's source tree again. */
export function compiles({ folders, files, filesWithoutAssertions = [] }: Profile, file: string): boolean {
  return (
    folders.some((folder) => dirname(file) === `llvm/lib/${folder}`) ||
    [...files, ...filesWithoutAssertions].some((each) => file === `llvm/lib/${each}`)
  );
}

/** Folders that `tar` must unpack for a profile; files in `..` come with their own folder. */
export function foldersToUnpack({
  folders,
  foldersWithoutAssertions = [],
  files,
  filesWithoutAssertions = [],
}: Profile): string[] {
  const tops = new Set(
    [...folders, ...foldersWithoutAssertions, ...files, ...filesWithoutAssertions].map((path) =>
      path.split('/')[0] === 'Transforms'
        ? 'Transforms'
        : path.startsWith('Target/')
          ? path.split('/').slice(0, 2).join('/')
          : (path.split('/')[0] ?? ''),
    ),
  );
  return [...[...tops].map((top) => `llvm/lib/${top}`), 'clang/lib/Lex'];
}
