/**
 * Every chosen number of the test loop: shares of time for its checks, limits, writing, counted costs.
 *
 * The evidence is from Csmith and LLVM 19 on two cores; "never varied" means that no other value was tried.
 * Invariant: no other module of `fuzz` has such a number; a test checks this.
 */
export const fuzzTuning = {
  avoidRedraws: {
    value: 3,
    evidence: 'times that a test is made anew to avoid bugs: each may show another one; not measured',
    date: '2026-11-26',
  },
  roundMs: {
    value: 20,
    evidence:
      'CPU time of the tests that are made and executed together: a message to a thread or process costs 0.1 to 0.3 ms here, as much as a small test',
    date: '2026-11-29',
  },
  roundTests: {
    value: 64,
    evidence: 'most tests of a round, which learn nothing from each other; not varied',
    date: '2026-11-29',
  },
  maxPassedTests: {
    value: 200,
    evidence:
      'tests that passed and are asked again of another version of the compiler: a minute or two of compiling; not measured',
    date: '2026-11-26',
  },
  controlTrials: {
    value: 40,
    evidence: 'tests that the control compiles before it may be found to tell nothing; not measured',
    date: '2026-11-26',
  },
  controlMostOther: {
    value: 0.9,
    evidence:
      'share of tests with other code above which the control is asked no more: it costs as much as a test; not measured',
    date: '2026-11-26',
  },
  maxOtherCode: {
    value: 200,
    evidence: 'tests with other code than before that are kept without a new feature; not measured',
    date: '2026-11-26',
  },
  stabilityShare: {
    value: 0.01,
    evidence: 'share of the compile time for asking whether features are stable; never varied',
    date: '2026-11-21',
  },
  determinismShare: {
    value: 0.01,
    evidence:
      'share of the generation time for asking whether a source makes the same test again; never varied',
    date: '2026-11-23',
  },
  maxDeterminismChecks: {
    value: 50,
    evidence: 'tests made alike twice after which a source is believed',
    date: '2026-11-23',
  },
  maxKnownPrograms: {
    value: 1_000_000,
    evidence: 'programs that are remembered, so that none is executed twice; bounds the memory',
    date: '2026-11-21',
  },
  maxRepeats: {
    value: 2_000,
    evidence:
      'known programs in a row after which a generator is taken to have no others; see docs/decisions/0007-search.md',
    date: '2026-11-21',
  },
  maxUseless: {
    value: 50,
    evidence: 'first tests without a usable one after which a source is given up',
    date: '2026-11-21',
  },
  limitFactor: {
    value: 15,
    evidence:
      'times the mean that a test may take. with 6, tried in one campaign, nothing was gained; see docs/decisions/0010-measurements.md',
    date: '2026-11-21',
  },
  minTestsForLimit: {
    value: 5,
    evidence: 'tests before which no limit is learnt; never varied',
    date: '2026-11-21',
  },
  testsForSteadyLimit: {
    value: 20,
    evidence: 'tests before which a campaign with --execs keeps the usual limit; never varied',
    date: '2026-11-29',
  },
  steadyFactor: {
    value: 50,
    evidence:
      'times the longest of these tests that a test may take there: chance must not decide; not measured',
    date: '2026-11-29',
  },
  leastSteadyMs: {
    value: 1_000,
    evidence: 'least limit of a test there; a hang of a harness cost 100 CPU s with the usual limit of 10 s',
    date: '2026-11-29',
  },
  meanOver: {
    value: 1_000,
    evidence: 'tests over which the mean time is taken; never varied',
    date: '2026-11-23',
  },
  leastGenerationMs: {
    value: 250,
    evidence:
      'least limit of a generator. With a second, tests that never end took a tenth of the first minutes; see docs/decisions/0007-search.md',
    date: '2026-11-21',
  },
  leastCompileMs: {
    value: 1_000,
    evidence: 'least limit of a compile; longer ones are looked at again, as possible hangs',
    date: '2026-11-21',
  },
  leastProgramMs: {
    value: 50,
    evidence:
      'least limit of a test of a program that is no compiler, whose tests take a few ms. With 200, tests that were cut off took 10 of 18 CPU s on cJSON',
    date: '2026-11-29',
  },
  lookAgainMs: {
    value: 1_000,
    evidence: 'time between two looks at a full disk',
    date: '2026-11-21',
  },
  reportEveryMs: {
    value: 1_000,
    evidence: 'time between two reports to whoever watches',
    date: '2026-11-21',
  },
  statsStep: {
    value: 1.01,
    evidence:
      'CPU time between two lines of statistics, as a ratio: a curve needs no more lines later than earlier',
    date: '2026-11-21',
  },
  learntStep: {
    value: 1.05,
    evidence:
      'CPU time between two writings of what was learnt of entries, as a ratio: it is large, and may be a little old',
    date: '2026-11-21',
  },
  learntShare: {
    value: 0.01,
    evidence:
      'most of the CPU time that may go into those writings. Without it a test cost 1.4 times as much with 300,000 entries as with 1,000 in the first minute, now as much (bench scale)',
    date: '2026-11-23',
  },
  engineMs: {
    value: 5,
    evidence:
      'what a test costs the engine. Without it small tests look a tenth cheaper than they are; see docs/decisions/0007-search.md',
    date: '2026-11-21',
  },
  msPerChoice: {
    value: 0.0027,
    evidence:
      'generation time where costs are counted: default programs of Csmith take 0.17 s for 62,000 draws',
    date: '2026-11-21',
  },
  msPerByte: {
    value: 0.0027,
    evidence:
      'compile time where costs are counted: the same programs, of 125 KB, compile in twice the time that they are made in',
    date: '2026-11-21',
  },
  msPerProcess: {
    value: 5,
    evidence: 'start of a process where costs are counted',
    date: '2026-11-21',
  },
  cutOffMs: {
    value: 10_000,
    evidence: 'what a test counts that was cut off by time, where costs are counted',
    date: '2026-11-23',
  },
  fleetHolders: {
    value: 8,
    evidence:
      'workers of a fleet that take a test of another worker as a parent. Each costs a worker 0.2 ms and 5 KB; never varied',
    date: '2026-11-26',
  },
  fleetBodiesAtOnce: {
    value: 8,
    evidence: 'tests of others that are fetched between two own tests: 1 to 2 ms, 2% of a test of Csmith',
    date: '2026-11-26',
  },
  fleetChecksOfAlphabet: {
    value: 64,
    evidence: 'sequences of other workers that are checked with one alphabet; a new alphabet costs 0.3 ms',
    date: '2026-11-27',
  },
  fleetReceiveMs: {
    value: 1_000,
    evidence: 'time between two looks at what others sent: news must be seconds old at most; never varied',
    date: '2026-11-26',
  },
  fleetReceiveBytes: {
    value: 4_194_304,
    evidence: 'bytes of notes that are taken in at once; some 100 ms',
    date: '2026-11-26',
  },
  fleetNotesPerSecond: {
    value: 200,
    evidence:
      'kept tests that the workers of a fleet send in a second together; a paper figure, see docs/fleet.md',
    date: '2026-11-26',
  },
  fleetLeastEveryMs: {
    value: 10_000,
    evidence: 'time after which a worker may send one test, however large the fleet is',
    date: '2026-11-26',
  },
  fleetLineCpuMs: {
    value: 10_000,
    evidence: 'CPU time between two tellings of what arms earned; a fleet of four learnt in time with 10 s',
    date: '2026-11-26',
  },
  fleetReportMs: {
    value: 5_000,
    evidence: 'time between two reports of a worker, and two looks at who is alive',
    date: '2026-11-26',
  },
  fleetSeenMs: {
    value: 10_000,
    evidence:
      'time between two tellings of targets what the fleet has reached: the whole map is sent, some 100 KB; never varied',
    date: '2026-11-26',
  },
  fleetFindingsMs: {
    value: 30_000,
    evidence: 'time between two looks at whether findings were reduced further, and are to be sent anew',
    date: '2026-11-26',
  },
  fleetForeignEvery: {
    value: 20,
    evidence:
      "own tests for each test of another build that is executed: 5% of a worker's time; never varied",
    date: '2026-11-26',
  },
  fleetClosingMs: {
    value: 6_000,
    evidence: 'time for sending what is left at the end; what remains is sent when the worker starts again',
    date: '2026-11-26',
  },
} as const;
