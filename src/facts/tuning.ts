/** Every chosen number of this room, with its reason and its date; a test checks this. */
export const factsTuning = {
  analyserCpuMs: {
    value: 5_000,
    evidence: 'CPU time of one analysis; one of a program of 100 KB takes 35 ms',
    date: '2026-11-23',
  },
  analyserWallMs: {
    value: 60_000,
    evidence: 'wall time of one analysis, on a machine that does other things as well; not measured',
    date: '2026-11-23',
  },
  analyserMemoryBytes: {
    value: 2_147_483_648,
    evidence: 'memory of one analysis; not measured',
    date: '2026-11-23',
  },
  maxSteps: {
    value: 5_000_000,
    evidence:
      'turns of loops and calls of functions before a program counts as endless: 0.05 s. Programs by Csmith that end make far fewer; not varied',
    date: '2026-11-23',
  },
  runCpuMs: {
    value: 10_000,
    evidence:
      'CPU time of a run, compiler included, which the count of steps makes needless nearly always; not measured',
    date: '2026-11-23',
  },
  runWallMs: {
    value: 60_000,
    evidence: 'wall time of a run; a sleeping program is given up then. Not measured',
    date: '2026-11-23',
  },
  runMemoryBytes: {
    value: 536_870_912,
    evidence: 'memory of a run, the same as for comparing; not measured',
    date: '2026-11-23',
  },
  watchesForEach: {
    value: 4,
    evidence: 'variables whose values are noted before one statement; not varied',
    date: '2026-11-24',
  },
  maxWatches: {
    value: 8_000,
    evidence: 'values that are noted in one program: 2,000 statements, and large programs have as many',
    date: '2026-11-24',
  },
  maxSeen: {
    value: 1_000,
    evidence:
      'values that a program tells of, 48 letters each at most: the sandbox keeps 64 KB of what it says',
    date: '2026-11-24',
  },
  alwaysTwice: {
    value: 5,
    evidence: 'the first programs of a source run twice, to see whether they change; not measured',
    date: '2026-11-23',
  },
  everyTwice: {
    value: 50,
    evidence: 'behind the first, one program in so many runs twice; not measured',
    date: '2026-11-23',
  },
  maxRefused: {
    value: 20,
    evidence: 'programs in a row that a compiler refuses before it is asked no more; not measured',
    date: '2026-11-23',
  },
  keptBytes: {
    value: 67_108_864,
    evidence:
      'texts of programs whose facts are remembered, and the facts, some 200 programs; a search makes variants of some 100',
    date: '2026-11-23',
  },
} as const;
