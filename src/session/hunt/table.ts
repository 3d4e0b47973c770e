/**
 * The table of a hunt: sources, levels and machines, with the share of the CPU time that each gets.
 *
 * The shares follow what has paid so far: the trophies that maintainers would mend soon, by the source and the
 * level that found them (docs/trophies.md). Change a share together with its reason.
 */
import type { CampaignSettings } from '../../campaign/index.ts';

export interface HuntSource {
  readonly source: string;
  /** The source in words for clang, if clang gets other words. */
  readonly forClang?: string;
  readonly share: number;
  /** The bugs that it has found so far. */
  readonly paid: string;
  /** Its programs are for this machine alone. */
  readonly machine?: 'x86' | 'aarch64';
}

/** Sources whose programs know what they print. */
export const huntSources: readonly HuntSource[] = [
  {
    source: 'corners',
    share: 20,
    paid: 'nine bugs by a script of its kind, four of weight 1, in a CPU minute',
  },
  { source: 'flow', share: 20, paid: 'eight bugs of loom with computed goto, five of weight 1' },
  { source: 'nests', share: 10, paid: 'one bug by a script of its kind: rows of an array at -O2' },
  { source: 'frames', share: 10, paid: 'five bugs by hand, one of weight 1: a register that is not saved' },
  { source: 'loom language=c size=4KB without=bitint', share: 15, paid: '44 bugs, nine of weight 1' },
  {
    source: 'intrinsics',
    share: 10,
    paid: 'four bugs by a script of its kind, in some CPU minutes: lanes that a mask leaves as they are',
    machine: 'x86',
  },
  {
    source: 'intrinsics of=sve',
    share: 5,
    paid: 'two crashes of gcc-16, one of weight 1, in some CPU minutes',
    machine: 'aarch64',
  },
  {
    source: 'openmp',
    // Clang 24 crashes at transformations with -fopenmp-simd (LLVM 183451); the newest parts come with other flags.
    forClang: 'openmp only=simd+clones+tile+unroll+reverse+interchange+stripe',
    share: 5,
    paid: 'five bugs of weight 1 by scripts of its kind, in some CPU minutes',
  },
  { source: 'litmus', share: 5, paid: 'two bugs, one of weight 1: a load on AArch64' },
];

export interface HuntLevel {
  readonly args: readonly string[];
  readonly share: number;
  /** Clang alone makes code for other machines. */
  readonly isForClang?: true;
  /** Words of /proc/cpuinfo that this machine needs to run the code. */
  readonly needs?: string;
}

/** Plain levels: what users compile with. They get four fifths of the time. */
export const plainLevels: readonly HuntLevel[] = [
  { args: ['-O2'], share: 30 },
  { args: ['-O3', '-march=x86-64-v3'], share: 15, needs: 'avx2' },
  { args: ['-O2', '-march=x86-64-v4'], share: 10, needs: 'avx512vl' },
  { args: ['-O1'], share: 10 },
  { args: ['-Os'], share: 10 },
  { args: ['-O3'], share: 10 },
  { args: ['-O2', '--target=aarch64-linux-gnu'], share: 15, isForClang: true },
];

/** Percent of the time for plain levels; the rest draws documented options. */
export const PLAIN_PERCENT = 80;

/** Settings of every campaign of a hunt. */
export const huntSettings: Partial<CampaignSettings> = {
  strategy: 'random',
  compareShare: 0,
  // A third each for running programs with a known output, and for judging the IR that clang's optimiser made.
  truthShare: 33,
  reduceShare: 10,
};

/** Percent of the time for the judge of IR, if the compiler is a clang and the judge is here. */
export const IR_PERCENT = 33;
