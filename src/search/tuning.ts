/**
 * Every number that steers the search, with its reason and date.
 *
 * The evidence is from Csmith and LLVM 19 on two cores, mostly campaigns of ten to twenty CPU minutes.
 * Another generator or another compiler may want other numbers. "Never varied" means that no other value was
 * tried. The expected earnings of untried arms stand in expected.ts. Invariant: no other module of `search`
 * has such a number; a test checks this.
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
    value: 0.02,
    evidence:
      'share of the tests that goes to all arms alike. With 0.05 arms that never earned took a tenth to a fifth of the first minute; see docs/decisions/0035-never-behind.md',
    date: '2026-11-26',
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
} as const;
