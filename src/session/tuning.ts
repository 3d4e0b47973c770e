/**
 * Chosen numbers of a campaign in several processes, each with its reason and date.
 *
 * "Not measured" means that no other value was tried.
 */
export const sessionTuning = {
  jobsOfProcess: {
    value: 10,
    evidence:
      "jobs that one process feeds. Its thread works for 9% of a test's time (Csmith on clang-19-starter, three seeds), so that it is busy all the time with 11 jobs",
    date: '2026-11-26',
  },
  gatherMs: {
    value: 1_000,
    evidence:
      'time between two looks at what the processes found; the screen is drawn as often; not measured',
    date: '2026-11-26',
  },
  endingMs: {
    value: 1_500,
    evidence: 'time for a process to end in order after Ctrl-C; the whole command has two seconds',
    date: '2026-11-26',
  },
  restartMs: {
    value: 1_000,
    evidence: 'time before a process that died is started again; not measured',
    date: '2026-11-26',
  },
  mostFailures: {
    value: 4,
    evidence: 'errors of one process after which the campaign ends with the error; not measured',
    date: '2026-11-26',
  },
  statsStep: {
    value: 1.01,
    evidence: 'growth of the CPU time between two lines of the statistics; as for a campaign in one process',
    date: '2026-11-26',
  },
} as const;
