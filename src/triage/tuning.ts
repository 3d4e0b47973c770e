/**
 * Every chosen number of triage, with its reason and date.
 *
 * "Not measured" means that no other value was tried. Invariant: no other module of `triage` has such a number; a
 * test checks this.
 */
export const triageTuning = {
  explainAsked: {
    value: 100,
    evidence:
      'programs that are asked about, at most, to explain a finding: two seconds for a crash; not measured',
    date: '2026-11-26',
  },
  explainCharacters: {
    value: 40,
    evidence: 'characters of a change that a person sees at once; not measured',
    date: '2026-11-26',
  },
  avoidSlower: {
    value: 4,
    evidence:
      'executed tests with a new pattern, while their number grows by a factor of e: 3 of the first 3, 6 of 12, 20 of 200. With the first 3 and then one in 50, 6 of 38 avoided programs did not show the bug',
    date: '2026-11-28',
  },
  avoidTrusted: {
    value: 0.9,
    evidence:
      'share of the executed tests with a pattern that must show the bug, before the others are avoided. A later product by zero hides wrong code, so 0.95 would never hold for some bugs. Not measured',
    date: '2026-11-28',
  },
  avoidEvery: {
    value: 50,
    evidence:
      'tests that satisfy a pattern, for each that is executed all the same in the long run; not measured',
    date: '2026-11-26',
  },
  avoidMostInARow: {
    value: 2,
    evidence: 'tests in a row without the bug, after which its pattern is given up; not measured',
    date: '2026-11-26',
  },
  avoidFew: {
    value: 2,
    evidence:
      'options of a choice that show a bug, above which all show it but those that are known not to. Lengths of lists are such choices; with the known ones alone most tests of a generator of functions slipped through',
    date: '2026-11-26',
  },
  avoidHalvings: {
    value: 8,
    evidence: 'questions about where a range of numbers that show a bug ends, for each end; not measured',
    date: '2026-11-26',
  },
  smallBytes: {
    value: 2_000,
    evidence:
      'bytes up to which a person can read a program: in a campaign larger ones come first, and steps on its text are checked more often, since small programs lose their meaning readily; see docs/decisions/0003-reduction.md',
    date: '2026-11-23',
  },
  warnedBytes: {
    value: 20_000,
    evidence:
      'bytes from which on no candidate is asked for warnings before its check: two compiles of each candidate that fails, of some four. A program of 142 KB came to 39 candidates in 34 CPU s with them',
    date: '2026-11-29',
  },
  checkedAgain: {
    value: 0.6,
    evidence:
      'share of the last checked program at which a large one is checked again; see docs/decisions/0003-reduction.md',
    date: '2026-11-23',
  },
  largeCheckedAgain: {
    value: 0.3,
    evidence:
      'the same share for a program of more than warnedBytes: a check of 142 KB costs as much as twenty candidates. Not measured',
    date: '2026-11-29',
  },
  largeAsked: {
    value: 30,
    evidence:
      'candidates of a large program after which it is checked as often as a smaller one. A program of 104 KB in C++ came to 45 candidates in 120 CPU s without a check, and Ctrl-C kept the original; not measured further',
    date: '2026-11-30',
  },
  mostAsked: {
    value: 100,
    evidence:
      'candidates of a program of at most warnedBytes after which the smallest so far is checked. A program of 162 bytes came to 144 in 380 candidates without a check, and Ctrl-C kept the original. A check costs some ten candidates',
    date: '2026-11-30',
  },
  smallCheckedAgain: {
    value: 0.85,
    evidence: 'the same for a small one; see docs/decisions/0003-reduction.md',
    date: '2026-11-23',
  },
  mostCare: {
    value: 4,
    evidence:
      'times that trust is halved at most: from the fourth on, nearly every step on a small program is checked. Not measured',
    date: '2026-11-23',
  },
  lessCare: {
    value: 0.5,
    evidence:
      'of such a halving that a yes takes back: trust pays where fewer than a third of the answers are no. With 1 a small crash, a third of whose steps are refused, took 37.5 CPU s, with this 31.1, always checked 34.1',
    date: '2026-11-23',
  },
  mostSetbacks: {
    value: 3,
    evidence:
      'times that a reduction on choices begins again where trust was wrong, until nothing is taken on trust; not measured',
    date: '2026-11-24',
  },
  patience: {
    value: 10,
    evidence:
      'a program that is known to end soon gets so many times the usual time before it counts as endless; not measured',
    date: '2026-11-23',
  },
  maxWaiting: {
    value: 32,
    evidence:
      'tests that wait to be compared: programs of a hundred kilobytes each wait in memory. Not measured',
    date: '2026-11-21',
  },
  fixedCostBytes: {
    value: 10_000,
    evidence:
      'cost of any comparison besides compiling, in bytes of a program that cost as much to compile; not measured',
    date: '2026-11-21',
  },
  halfLife: {
    value: 20,
    evidence: 'comparisons after which half of what was learnt of an arm is forgotten; not measured',
    date: '2026-11-21',
  },
  leastSearchShare: {
    value: 0.01,
    evidence: "least share of the time that counts as the search's own, so that nothing is divided by 0",
    date: '2026-11-21',
  },
  maxSuspects: {
    value: 4,
    evidence:
      'tests that were cut off and wait for a second look; more of them would only show the same. Not measured',
    date: '2026-11-21',
  },
  maxObjects: {
    value: 16,
    evidence:
      'tests that wait to be held against their truth, with the object that was made of each; the latest come first. Not measured',
    date: '2026-11-23',
  },
  maxDoubts: {
    value: 3,
    evidence:
      'runs that all other compilers contradicted, before another compiler does the profiling; not measured',
    date: '2026-11-23',
  },
  maxConvicted: {
    value: 8,
    evidence:
      'tests whose code was judged to be wrong and wait for a closer look, one for each signature. Not measured',
    date: '2026-11-23',
  },
  givenCpuMs: {
    value: 10_000,
    evidence: 'CPU time of a program that a person gives; programs of generators end within 0.05 s',
    date: '2026-11-28',
  },
  givenReferences: {
    value: 3,
    evidence: 'right builds that a reduction of a given program asks; not measured',
    date: '2026-11-28',
  },
  givenTimes: {
    value: 10,
    evidence: 'times the CPU time of its longest run that ended, after which a program counts as endless',
    date: '2026-11-28',
  },
  hangCpuMs: {
    value: 60_000,
    evidence:
      'CPU time from which on a compile is called a hang: six times what any test may take. Not measured',
    date: '2026-11-21',
  },
  leastHangMs: {
    value: 2_000,
    evidence:
      'least CPU time from which on a test of a program that is no compiler is called a hang; not measured',
    date: '2026-11-28',
  },
  hangTimes: {
    value: 10,
    evidence:
      'times the learnt limit from which on a test of a program is called a hang. An endless loop cost 53 CPU s beside tests of 2 ms, see docs/targets.md',
    date: '2026-11-28',
  },
  firstSliceMs: {
    value: 10_000,
    evidence:
      'CPU time of a reduction that does not shrink before it makes room for others; each time it gets more. Choices that earn little are given up in 4 s, see docs/decisions/0003-reduction.md',
    date: '2026-11-23',
  },
  sliceGrowth: {
    value: 2,
    evidence: 'times the CPU time that it gets when its turn comes again; not measured',
    date: '2026-11-21',
  },
  shrunk: {
    value: 0.8,
    evidence: 'share of its size above which a finding counts as not shrunk by a slice; not measured',
    date: '2026-11-24',
  },
  firstStepMs: {
    value: 100,
    evidence:
      'CPU time that a side line earns before its first step, since nothing is known of its cost. First steps of the lines took 5 (truth), 45 (relations), 140 (IR) and 280 ms (comparing), with clang-19-starter and loom',
    date: '2026-11-26',
  },
  graceMs: {
    value: 250,
    evidence:
      'time for a job to end in order, before the processes that it waits for are ended; Ctrl-C may take two seconds in all',
    date: '2026-11-23',
  },
  trials: {
    value: 3,
    evidence: 'times that a test must give the same answer before it is believed; not measured',
    date: '2026-11-21',
  },
  shownLines: {
    value: 5,
    evidence: 'last lines of what a test printed that are shown to a person',
    date: '2026-11-21',
  },
  toolTimeoutS: {
    value: 300,
    evidence:
      'time of one question that C-Vise or C-Reduce asks, in seconds; the test has limits of its own. Not measured',
    date: '2026-11-21',
  },
  maxTokenBytes: {
    value: 1_048_576,
    evidence:
      'bytes of a file that is looked at by tokens. Larger ones are left to the tool: a token of megabytes overflows the stack',
    date: '2026-11-23',
  },
  saidCharacters: {
    value: 2_000,
    evidence: 'last characters of what a script printed that are kept',
    date: '2026-11-21',
  },
  recogniseCpuMs: {
    value: 8_000,
    evidence:
      'CPU time in which a finding is held against known bugs, in milliseconds: some ten compiles of small programs. Not measured',
    date: '2026-11-28',
  },
  maxUnlinked: {
    value: 3,
    evidence:
      'tries in a row before a linker is given up: its answer depends on the shape of programs, and hardly on which one it is. Not measured',
    date: '2026-11-23',
  },
} as const;
