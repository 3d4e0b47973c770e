/**
 * Every chosen number of the oracles, with its reason and date.
 *
 * "Not measured" means that no other value was tried. Limits that a compiler sets stand at their use. Invariant: no
 * other module of `oracle` has such a number; a test checks this.
 */
export const oracleTuning = {
  unstableRuns: {
    value: 5,
    evidence:
      'runs of a build that does something else each time, until one is wrong or two differ. The probed stack of x86 (docs/trophies) differed in 20 of 20 runs',
    date: '2026-11-28',
  },
  judgeSteps: {
    value: 3_000_000,
    evidence:
      'instructions of IR that a program may take. The median of loom is 12,000, of csmith-scoped 31,000; 2 of 97 of csmith-scoped take more, and never end',
    date: '2026-11-26',
  },
  judgeCpuMs: {
    value: 10_000,
    evidence: 'for 3 million steps, which take half a second with the promises watched',
    date: '2026-11-26',
  },
  judgeWallMs: {
    value: 60_000,
    evidence: 'six times the CPU time, for busy machines; not measured',
    date: '2026-11-26',
  },
  judgeMemoryBytes: {
    value: 2_147_483_648,
    evidence: 'eight times what a program may have, since each of its bytes takes four; not measured',
    date: '2026-11-26',
  },
  judgeSeeds: {
    value: 3,
    evidence:
      'draws of undefined values over which a program must print the same before it is believed. 600 programs of loom printed the same with each',
    date: '2026-11-26',
  },
  judgedBytes: {
    value: 65_536,
    evidence:
      'bytes of IR that a given judge is asked about, at most: 300 lines of C. A solver takes seconds for each function; not measured',
    date: '2026-11-26',
  },
  judgeSaidCharacters: {
    value: 4_096,
    evidence: 'first characters of the output of a given judge that are kept; its reason is the first line',
    date: '2026-11-26',
  },
  judgeReasonCharacters: {
    value: 100,
    evidence: 'characters of a reason that a signature has: enough for a sentence',
    date: '2026-11-26',
  },
  crashSeconds: {
    value: 20,
    evidence:
      'for one run of passes over a module that may crash them; a module of a small program takes 30 ms',
    date: '2026-11-26',
  },
  reduceIrSeconds: {
    value: 120,
    evidence: 'for llvm-reduce, after the program itself is small: 326 lines took 17 seconds',
    date: '2026-11-26',
  },
  wrongAgain: {
    value: 2,
    evidence:
      'times that a smaller program must do something wrong again. A reduction kept one that did so every other time; not measured',
    date: '2026-11-24',
  },
  distanceGrowth: {
    value: 4,
    evidence:
      'times as far from a guess that the next try is, until the answer lies between two: with 2, a guess that is off by half takes twice as many tries as no guess at all. Not measured',
    date: '2026-11-24',
  },
  otherBackEndPercent: {
    value: 50,
    evidence:
      'of the programs that a clang is asked about are compiled for another architecture: 8 of 419 checks found a bug there, and 0 of 670 on x86-64; see docs/decisions/0022-relations.md',
    date: '2026-11-26',
  },
  dumpCpuMs: {
    value: 20_000,
    evidence:
      'CPU time for two compiles of gcc that write down all passes, and for comparing some 600 files; not measured',
    date: '2026-11-26',
  },
  firstVisits: {
    value: 1_024,
    evidence:
      'visits that the search for a rewrite begins with, where no similar program is known; not measured',
    date: '2026-11-21',
  },
  moreVisits: {
    value: 16,
    evidence: 'times as many visits are tried next, while the program is still right; not measured',
    date: '2026-11-21',
  },
  runTimes: {
    value: 20,
    evidence:
      'times what the original took that a candidate of a reduction may run: one without optimisation takes up to ten times as long as one with it. Not measured',
    date: '2026-11-23',
  },
  runLeastMs: {
    value: 250,
    evidence:
      'CPU time that a candidate may always run, since linking has the same limit and takes 50 ms; see docs/decisions/0003-reduction.md',
    date: '2026-11-23',
  },
  checkCpuMs: {
    value: 20_000,
    evidence: 'CPU time of a program under a sanitizer or valgrind, which slow it down; not measured',
    date: '2026-11-21',
  },
  checkWallMs: {
    value: 60_000,
    evidence: 'wall time of such a program; not measured',
    date: '2026-11-21',
  },
  checkMemoryMb: {
    value: 2_048,
    evidence: 'memory of a program under a sanitizer, in megabytes; not measured',
    date: '2026-11-21',
  },
  maxReferences: {
    value: 2,
    evidence: 'references that a finding names: two are enough to tell who is right',
    date: '2026-11-21',
  },
} as const;
