/**
 * Relations that must hold between two ways to compile a program: debug information, a warning or a detour
 * over assembly must not change the code.
 *
 * To add a relation, add a row. Invariant: the table holds an option only if its manual says that it does not
 * change code. It is not enough that an option has changed nothing so far.
 */
import { createHash } from 'node:crypto';
import type { CompilerFamily } from '../../build/index.ts';
import { oracleTuning } from '../tuning.ts';

/**
 * The second way to make code: `options` adds options. `assembly` makes assembly and then assembles it. `ir`
 * makes IR before all passes and then compiles it. `optimised-ir` makes IR after the passes and then makes
 * code from it.
 */
export const relationWays = ['options', 'assembly', 'ir', 'optimised-ir'] as const;
export type RelationWay = (typeof relationWays)[number];

export interface CodeRelation {
  readonly way: RelationWay;
  /** Options of the second way only; for assembly, options for making it. */
  readonly added: readonly string[];
}

interface RelationRow {
  readonly way: RelationWay;
  readonly family: CompilerFamily;
  /** Weight among the relations of the family. */
  readonly weight: number;
  /** One of these is added. */
  readonly flavours: readonly (readonly string[])[];
}

const flavours = (text: string): readonly (readonly string[])[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).filter(Boolean));

/** `-g` is half of them. */
const plainly = (others: readonly (readonly string[])[]): readonly (readonly string[])[] => [
  ...others.map(() => ['-g']),
  ...others,
];

const debugOfClang = plainly(
  flavours(`
    -g1
    -g3
    -gline-tables-only
    -gline-directives-only
    -fdebug-info-for-profiling
    -g -fdebug-info-for-profiling
    -g -gdwarf-4
    -g -gsplit-dwarf
    -g -fstandalone-debug
    -g -gembed-source
    -g -gno-column-info
    -g -fdebug-types-section
    -g -fdebug-macro
    -g -gsimple-template-names
    -g -gdwarf64
    -g -fdebug-ranges-base-address
    -g -gno-inline-line-tables
    -g -gkey-instructions
  `),
);

const debugOfGcc = plainly(
  flavours(`
    -g1
    -g3
    -ggdb3
    -g -gdwarf-4
    -g -gsplit-dwarf
    -g -fno-var-tracking
    -g -fvar-tracking-assignments-toggle
    -g -gno-statement-frontiers
    -g -gvariable-location-views
    -g -gno-as-loc-support
    -g -ginline-points
    -g -fdebug-types-section
    -g -feliminate-unused-debug-symbols
  `),
);

/** Options that write a file beside the object. */
const withFile = new Set(['-fsave-optimization-record', '-fstack-usage', '-gsplit-dwarf']);

/** Options for a compile server. It keeps objects in memory, and its folder belongs to nobody. */
export function withoutFiles(options: readonly string[]): readonly string[] {
  return options.filter((option) => !withFile.has(option));
}

/** All at once: if they change something, halving finds the option that does. */
const neutralForClang = `
  -Wall -Wextra -Weverything -Rpass=.* -Rpass-missed=.* -Rpass-analysis=.*
  -fno-spell-checking -fsave-optimization-record -ftime-report -fno-discard-value-names -fverbose-asm
  -fstack-usage -fno-caret-diagnostics -fdiagnostics-show-template-tree
  -fno-crash-diagnostics
`;

const neutralForGcc = `
  -Wall -Wextra -Wnull-dereference -Wstrict-overflow=5 -Warray-bounds=2 -Wstringop-overflow=4 -Wrestrict
  -Wformat-overflow=2 -Wformat-truncation=2 -Wuse-after-free=3 -Wdangling-pointer=2 -Wstrict-aliasing=1
  -Wsuggest-attribute=pure -Wsuggest-attribute=const -Wsuggest-attribute=noreturn -Wsuggest-attribute=malloc
  -Wsuggest-attribute=cold -Wsuggest-attribute=format -Winline -Wdisabled-optimization -Wpadded
  -Wunsafe-loop-optimizations -Wvector-operation-performance -Wstack-usage=1 -Wframe-larger-than=1 -Walloca
  -Wstack-protector -Wduplicated-branches -Wduplicated-cond -Wlogical-op -Wconversion -Wfloat-equal
  -Wmaybe-uninitialized -Wswitch-default -Wunused -fstack-usage -fverbose-asm -fdiagnostics-show-caret
`;

const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/);

export const relationRows: readonly RelationRow[] = [
  { family: 'clang', way: 'options', weight: 60, flavours: debugOfClang },
  { family: 'clang', way: 'assembly', weight: 20, flavours: [['-g'], ['-g'], []] },
  { family: 'clang', way: 'options', weight: 12, flavours: [wordsOf(neutralForClang)] },
  { family: 'clang', way: 'ir', weight: 3, flavours: [[]] },
  { family: 'clang', way: 'optimised-ir', weight: 3, flavours: [[]] },
  { family: 'clang', way: 'options', weight: 2, flavours: [[]] },
  { family: 'gcc', way: 'options', weight: 50, flavours: debugOfGcc },
  { family: 'gcc', way: 'assembly', weight: 5, flavours: [['-g'], []] },
  { family: 'gcc', way: 'options', weight: 42, flavours: [wordsOf(neutralForGcc)] },
  { family: 'gcc', way: 'options', weight: 3, flavours: [[]] },
];

/** The relation to check for a program; equal programs and compilers get the same relation. */
export function drawRelation(family: CompilerFamily, seed: string): CodeRelation | undefined {
  const rows = relationRows.filter((row) => row.family === family);
  const whole = rows.reduce((sum, { weight }) => sum + weight, 0);
  if (whole === 0) return undefined;
  const [first, second] = numbersOf(seed);
  let left = first! % whole;
  const row = rows.find(({ weight }) => (left -= weight) < 0)!;
  return { way: row.way, added: row.flavours[second! % row.flavours.length]! };
}

/**
 * Options for back ends that any clang may have. Bugs live in back ends, and nothing runs, so this needs no
 * library and no emulator.
 */
const otherBackEnds: readonly (readonly string[])[] = flavours(`
  --target=riscv64-linux-gnu
  --target=riscv64-linux-gnu -march=rv64gcv
  --target=loongarch64-linux-gnu
  --target=aarch64-linux-gnu
  --target=powerpc64le-linux-gnu
  --target=s390x-linux-gnu
  --target=mips64-linux-gnuabi64
  --target=hexagon
  --target=arm-linux-gnueabihf
  --target=sparc64-linux-gnu
`);

/** Options for another back end; undefined if the draw gives the program's own architecture. */
export function drawBackEnd(seed: string): readonly string[] | undefined {
  const [, , first, second] = numbersOf(seed);
  if (first! % 100 >= oracleTuning.otherBackEndPercent.value) return undefined;
  return otherBackEnds[second! % otherBackEnds.length];
}

function numbersOf(seed: string): readonly number[] {
  const hash = createHash('sha256').update(seed).digest();
  return [0, 4, 8, 12].map((at) => hash.readUInt32LE(at));
}

/** Options that keep the order of uses, which code may depend on, when clang writes IR as text. */
export const KEEP_USES: readonly string[] = ['-Xclang', '-emit-llvm-uselists'];

/** Options that make code from IR without passes. */
export const NO_PASSES: readonly string[] = ['-Xclang', '-disable-llvm-passes'];

/** For people and signatures: `-g`, `-g -S`, `compiling twice`. */
export function nameOfRelation({ way, added }: CodeRelation): string {
  switch (way) {
    case 'options':
      return added.length === 0 ? 'compiling twice' : added.join(' ');
    case 'assembly':
      return [...added, '-S'].join(' ');
    case 'ir':
      return '-emit-llvm, then compiled';
    case 'optimised-ir':
      return '-emit-llvm after the passes, then compiled';
  }
}
