/** Every chosen number of the sandbox, with its reason and date; a test checks this. */
export const sandboxTuning = {
  runCpuMs: {
    value: 1_000,
    evidence: 'CPU time of a program. 200 programs by Csmith that end at all ended within 0.05 s',
    date: '2026-11-21',
  },
  runWallMs: {
    value: 10_000,
    evidence: 'wall time of a program, for one that sleeps or waits for a busy machine; not measured',
    date: '2026-11-21',
  },
  runMemoryBytes: {
    value: 536_870_912,
    evidence: 'memory of a program; not measured',
    date: '2026-11-21',
  },
} as const;
