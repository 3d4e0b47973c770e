/**
 * Every number that steers the search, with why it is that number and since when.
 *
 * The evidence is from Csmith and LLVM 19 on two cores, mostly campaigns of ten to twenty CPU minutes: another
 * generator or another compiler may want other numbers. "Never varied" means that nobody knows. The expected earnings
 * of untried arms stand in expected.ts. Invariant: no other module of `search` or `fuzz` has such a number; a test
 * looks.
 */
export const tuning = {
  restageAnew: {
    value: 0.3,
    evidence: 'share of the tests of `restage` whose stages draw all of their decisions anew; never varied',
    date: '2026-11-23',
  },
  resettle: {
    value: 0.3,
    evidence:
      "share of the tests of `reoption` that change settings of a chain's stages, where there are both; never varied",
    date: '2026-11-23',
  },
  halfLife: {
    value: 1_000,
    evidence:
      'tests after which half of what an arm earned is forgotten. With 200 the differences between arms drowned in noise; see docs/decisions/0007-search.md',
    date: '2026-11-21',
  },
  floor: {
    value: 0.05,
    evidence: 'share of the tests that goes to all arms alike; never varied',
    date: '2026-11-21',
  },
  belief: {
    value: 3,
    evidence:
      'weight of what an arm is expected to earn, in lumps; with 1, arms that had earned in three tests got all the time. See docs/decisions/0011-seeds-and-the-first-minute.md',
    date: '2026-11-23',
  },
  extraMs: {
    value: 25,
    evidence:
      'added to the cost of each test. Without it the search drifts to small cheap tests and falls behind: 476,800 features without, 491,300 with it. See docs/decisions/0010-measurements.md',
    date: '2026-11-22',
  },
  contenders: {
    value: 24,
    evidence:
      'entries that compete to be a parent: enough to find good ones, few enough to leave chance to the others; never varied',
    date: '2026-11-21',
  },
  usualCounts: {
    value: 5,
    evidence:
      'children that the usual gain counts as, for entries of a cost that has few children; never varied',
    date: '2026-11-21',
  },
  busyChildren: {
    value: 3,
    evidence: 'children below which minimising an entry saves too little; never varied',
    date: '2026-11-21',
  },
  tries: {
    value: 50,
    evidence:
      'random entries that are looked at for one of the wanted source, before all are searched; never varied',
    date: '2026-11-21',
  },
  maxDiscarded: {
    value: 16,
    evidence:
      'fresh tests that reached nothing new and are kept for grafts; few, since a large one takes half a megabyte',
    date: '2026-11-21',
  },
  maxWorth: {
    value: 10,
    evidence:
      'most that one test may count, in usual tests. A rare test that opens much new code says little about the next of its kind',
    date: '2026-11-21',
  },
  usualShare: {
    value: 0.25,
    evidence:
      'share of the tests so far over which the usual gain is taken. Over all, the first test makes the next hundred look worthless; see docs/decisions/0011-seeds-and-the-first-minute.md',
    date: '2026-11-23',
  },
  usualOver: {
    value: 100,
    evidence: 'most tests over which the usual gain is taken; never varied',
    date: '2026-11-21',
  },
  patientMs: {
    value: 30_000,
    evidence:
      'time for a step that ran out of time once. Generators take seconds at most, so only one that hangs needs more',
    date: '2026-11-21',
  },
  patience: {
    value: 10_000,
    evidence: 'walks without a test after which a person is told that it may stay like that; never varied',
    date: '2026-11-21',
  },
  endlessAnswers: {
    value: 16_777_216,
    evidence: 'answers from which on a choice has no end that anybody will see',
    date: '2026-11-21',
  },
  room: {
    value: 2,
    evidence:
      "times its parent's choices that a mutant may have. Without a bound grafts of Csmith took 4.5 CPU seconds each; see docs/decisions/0007-search.md",
    date: '2026-11-21',
  },
  minRoom: {
    value: 1_000,
    evidence: 'choices that a mutant may have besides; never varied',
    date: '2026-11-21',
  },
  swarmShareFrom: {
    value: 0.05,
    evidence:
      'least share of the labels that a swarm biases: which swarm pays changes with time, so each draws its own',
    date: '2026-11-21',
  },
  swarmShareOver: {
    value: 0.9,
    evidence: 'what the share may be higher; squared chance, so that small shares are frequent; never varied',
    date: '2026-11-21',
  },
  swarmStrengthFrom: {
    value: 0.2,
    evidence: "least strength of a swarm's bias; never varied",
    date: '2026-11-21',
  },
  swarmStrengthOver: {
    value: 0.78,
    evidence: 'what the strength may be higher; the sum is the most that choice/engine/swarm.ts allows',
    date: '2026-11-21',
  },
  maxAnswersKept: {
    value: 256,
    evidence:
      'answers above which a question asks for a constant; more options are rare, and bytes are told apart',
    date: '2026-11-21',
  },
  maxNewNodes: {
    value: 64,
    evidence:
      'nodes that one test adds to the tree, so that thousands of long tests fit in; the rest is added when another comes that way',
    date: '2026-11-21',
  },
  maxNodes: {
    value: 250_000,
    evidence: 'nodes of the tree, some 100 MB',
    date: '2026-11-21',
  },
  raritySample: {
    value: 64,
    evidence:
      "features that are looked at for an entry's rarity: the first entries have tens of thousands, and are asked all the time",
    date: '2026-11-21',
  },
  cacheShare: {
    value: 0.0625,
    evidence: 'share of the memory for decoded sequences',
    date: '2026-11-21',
  },
  maxCacheBytes: {
    value: 100_663_296,
    evidence:
      'most memory for decoded sequences. Decoding takes 0.31 ms of CPU for a sequence of Csmith (32 KB), a test 43 ms: an unlimited cache saves 0.7% at most. With 2 GB a campaign grew by 43 MB a minute',
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
} as const;
