/**
 * Every chosen number of the stages, with its reason and date.
 *
 * "Not measured" means that no other value was tried. Invariant: no other module of `stage` has a chosen number; a
 * test checks this.
 */
export const stageTuning = {
  takesPart: {
    value: 0.5,
    evidence:
      'probability that a stage of somebody else takes part in a fresh program, where it does not say so itself. Not measured',
    date: '2026-11-23',
  },
  relaxShare: {
    value: 0.3,
    evidence:
      'probability that `relax` takes part in a fresh program. With 0.5, and 0.25 of those run, a campaign of 42 CPU seconds had 0.98 of the edges of one without; with 0.75, all of them run, 0.91. How many more have stages is learnt: by what the arm `restage` earns',
    date: '2026-11-23',
  },
  looksAtRun: {
    value: 0.2,
    evidence:
      'share of the relaxed programs for which it is found out what runs; others change the form of guards, which costs nothing',
    date: '2026-11-23',
  },
  looksAtOthers: {
    value: 0.9,
    evidence: 'the same for programs without guards, for which `relax` can do nothing else. Not varied',
    date: '2026-11-23',
  },
  emiShare: {
    value: 0.1,
    evidence:
      'probability that `emi` takes part in a fresh program, for which it is always found out what runs',
    date: '2026-11-23',
  },
  liveShare: {
    value: 0.1,
    evidence: 'probability that `live` takes part in a fresh program: as `emi`. Not measured',
    date: '2026-11-24',
  },
  mostLiveChanged: {
    value: 20,
    evidence:
      'percent of the statements that run which get a block, a condition or a change, each is drawn for each function from 0 to this; not measured',
    date: '2026-11-24',
  },
  markedShare: {
    value: 0.9,
    evidence:
      'probability that `markers` takes part in a fresh program: a program without markers answers nothing. Not varied',
    date: '2026-11-28',
  },
  opensFunctions: {
    value: 0.75,
    evidence:
      'share of the marked programs whose functions may be inlined: no compiler knows the arguments of others. Not varied',
    date: '2026-11-28',
  },
  mostDeadMarked: {
    value: 100,
    evidence:
      'percent of the blocks that never run which get a marker, drawn for each function from 0 to this',
    date: '2026-11-28',
  },
  mostLiveMarked: {
    value: 30,
    evidence:
      'the same for blocks that run. A call that stays hinders the optimiser, so there are fewer. Not measured',
    date: '2026-11-28',
  },
  alsoRead: {
    value: 0.25,
    evidence: 'share of the conditions that read another variable, which decides nothing; not measured',
    date: '2026-11-24',
  },
  farthest: {
    value: 65_535,
    evidence:
      'how far from the values that were seen a condition begins to hold; 0 is next to them. Not measured',
    date: '2026-11-24',
  },
  hasElse: {
    value: 0.5,
    evidence: 'share of the conditions that always hold which have another arm; not measured',
    date: '2026-11-24',
  },
  donorGone: {
    value: 20,
    evidence: 'percent of the statements inside of a donor that are left out; not measured',
    date: '2026-11-24',
  },
  deepest: {
    value: 2,
    evidence: 'operations inside each other in arithmetic that is put in; not measured',
    date: '2026-11-24',
  },
  constantOperand: {
    value: 0.3,
    evidence: 'share of the operands of that arithmetic which are constants; not measured',
    date: '2026-11-24',
  },
  mostConstant: {
    value: 31,
    evidence: 'they are from 0 to this, the greatest that any integer can be shifted by; not measured',
    date: '2026-11-24',
  },
  codeBytes: {
    value: 8_388_608,
    evidence:
      'texts whose guards and places for relaxations are remembered, some hundred programs; what is known of one takes ten times its text. Not varied',
    date: '2026-11-23',
  },
  timeMs: {
    value: 5_000,
    evidence:
      'a stage that takes longer for one program is stopped, as a generator is; the shipped ones take milliseconds',
    date: '2026-11-23',
  },
  cacheBytes: {
    value: 67_108_864,
    evidence:
      'bytes of programs and facts that are remembered, some hundred of each; mutants of a stage need the program of their parent only. Not measured',
    date: '2026-11-23',
  },
  maxWeight: {
    value: 4,
    evidence: 'weights of the forms of a guard are drawn from 0 to this. Not measured',
    date: '2026-11-23',
  },
  leastWeight: {
    value: 0.125,
    evidence:
      'weight of leaving a guard as it is where the drawn weight is 0: it stays possible, so that reduction can answer 0',
    date: '2026-11-23',
  },
  mostDead: {
    value: 100,
    evidence:
      'percent of the places in statements that never run which a relaxation may take: any, since none of it runs',
    date: '2026-11-23',
  },
  adventurous: {
    value: 0.1,
    evidence:
      'share of relaxed programs that are relaxed where they run as well; most of them have undefined behaviour. Not measured',
    date: '2026-11-23',
  },
  adventurousForCrashes: {
    value: 0.5,
    evidence:
      'the same in a campaign that looks for crashes alone, where no program need mean anything: as the authors of CsmithEdge have it. Not measured',
    date: '2026-11-25',
  },
  boundless: {
    value: 0.05,
    evidence:
      'share of the adventurous programs that may relax any share of what runs, and have conflicts there; few of them mean anything, so that nothing is found in them but crashes. Above 0, so that such a choice of a campaign for crashes can be made again in any other. Not measured',
    date: '2026-11-25',
  },
  boundlessForCrashes: {
    value: 0.95,
    evidence:
      'the same in a campaign that looks for crashes alone; below 1, so that each choice can be made again',
    date: '2026-11-25',
  },
  mostLive: {
    value: {
      null: 100,
      dangling: 100,
      initialisation: 35,
      goto: 100,
      index: 25,
      'index-expression': 100,
      parameter: 50,
      conflict: 0,
    },
    evidence:
      'percent of the places in statements that run which a relaxation may take in an adventurous program: the bounds that the authors of CsmithEdge published for wrong code; not measured here',
    date: '2026-11-23',
  },
  jumpsToLive: {
    value: 0.3,
    evidence:
      'share of the jumps that go to a statement that runs, if there are statements of both kinds. Not measured',
    date: '2026-11-26',
  },
  mostIndex: {
    value: 32_767,
    evidence: 'an index out of bounds is at most this, as in CsmithEdge; not measured',
    date: '2026-11-23',
  },
  mostChanged: {
    value: 50,
    evidence:
      'percent of the statements that never run which go, or get others beside them, is drawn for each function from 0 to this; not measured',
    date: '2026-11-23',
  },
  maxDonorBytes: {
    value: 4_000,
    evidence: 'a statement that is put elsewhere is at most as long; larger ones fit nowhere. Not measured',
    date: '2026-11-23',
  },
  maxRenaming: {
    value: 63,
    evidence: 'bound of the choice that renames a variable: one of as many, counted round; not measured',
    date: '2026-11-23',
  },
  donorsShare: {
    value: 0.2,
    evidence:
      'probability that `donors` takes part in a fresh program; a person who names a folder wants it used. Not measured',
    date: '2026-11-26',
  },
  mostForeignFiles: {
    value: 400,
    evidence:
      'C files of a folder of donors that are read, in the order of their names: a minute or so. Not varied',
    date: '2026-11-26',
  },
  unitsTried: {
    value: 3,
    evidence: 'units of a folder of donors that a file may join: each costs a run of clang. Not varied',
    date: '2026-11-29',
  },
  renamings: {
    value: 3,
    evidence: 'times that a file of donors gets other names to join a unit. Not varied',
    date: '2026-11-29',
  },
  refusalsRead: {
    value: 4,
    evidence:
      'times that functions of a unit of donors are left out by the lines that clang complains of. Not varied',
    date: '2026-11-29',
  },
  mostUnitBytes: {
    value: 2_000_000,
    evidence:
      'a unit of donors of this size takes no more files: each file costs another look at all. Not varied',
    date: '2026-11-29',
  },
  mostForeignBytes: {
    value: 20_000,
    evidence:
      'a foreign function comes with all that it needs, at most so much; headers count as far as they are needed. Not measured',
    date: '2026-11-26',
  },
  callsTried: {
    value: 10,
    evidence: 'calls with constants that are tried of each foreign function. Not measured',
    date: '2026-11-26',
  },
  mostCallUs: {
    value: 50_000,
    evidence: 'CPU time of a tried call under sanitizers, which slow it down by two to four',
    date: '2026-11-26',
  },
  mostWoven: {
    value: 10,
    evidence:
      'percent of the operands and numbers that run which get the value of a call, drawn for each function from 0 to this; not measured',
    date: '2026-11-29',
  },
  donorsInside: {
    value: 2,
    evidence: 'calls of foreign functions inside the arguments of each other. Not varied',
    date: '2026-11-29',
  },
  mostTurns: {
    value: 4,
    evidence: 'a call that runs is made at most so often, since it may stand in loops. Not measured',
    date: '2026-11-26',
  },
  mostBytes: {
    value: 500_000,
    evidence:
      'programs do not grow beyond this, nor to more than twice their size: the authors of Athena saw compile times suffer there; not measured here',
    date: '2026-11-23',
  },
  shapeBits: {
    value: 6,
    evidence:
      'bits of the shape of a statement in its label. Of the decisions of statements that a mutant of the generator leaves alone, one label for all keeps 83%, kinds 99.1%, kinds with 4 bits 99.9%, with 6 all; over 77 mutants of csmith-scoped',
    date: '2026-11-23',
  },
  maxNesting: {
    value: 200,
    evidence: 'statements inside each other that are told apart; generators nest a handful',
    date: '2026-11-23',
  },
} as const;
