/**
 * Every chosen number of mutation, with its reason and date.
 *
 * "Not measured" means that no other value was tried, so that another number may well be better. Limits of the
 * language and bits of symbols stand at their use. Invariant: no other module of `mutate` has such a number;
 * a test checks this.
 */
export const mutateTuning = {
  operatorWeights: {
    value: {
      replace: 0.1,
      scatter: 4,
      delete: 1,
      swap: 1,
      clone: 1,
      redraw: 2,
      lift: 1,
      splice: 3,
      truncate: 1,
      havoc: 3,
      storm: 0,
    },
    evidence:
      'how often each operator is chosen. Stacked mutations and splices do best among mutants that stay close to their parents; two in five single replacements have no effect on a program of Csmith; a storm has to be asked for. See docs/decisions/0010-measurements.md',
    date: '2026-11-21',
  },
  structurePreference: {
    value: 0.75,
    evidence:
      'share of the replaced choices that are structural. Of six shares it found most with the toy compiler, and the curve is flat from there on; see docs/decisions/0010-measurements.md',
    date: '2026-11-21',
  },
  smallShare: {
    value: 0.0625,
    evidence:
      'most of its parent that a scope may hold to be changed by a careful mutant: a larger one leaves little of its parent. See docs/decisions/0006-mutators.md',
    date: '2026-11-21',
  },
  anySizeOneIn: {
    value: 4,
    evidence: 'one mutant in so many may change scopes of any size; not measured',
    date: '2026-11-21',
  },
  largeWords: {
    value: 512,
    evidence:
      'words from which on a test is large, and small changes of it get company: what takes few choices there often makes no difference. See docs/decisions/0006-mutators.md',
    date: '2026-11-21',
  },
  leastOps: {
    value: 16,
    evidence:
      'ops of a large test that a change takes at least, with its company. Without company 8.1% of the mutants had the text of their parents; see docs/decisions/0010-measurements.md',
    date: '2026-11-21',
  },
  maxCompany: {
    value: 8,
    evidence: 'further proposals for company, at most; not measured',
    date: '2026-11-21',
  },
  operatorAttempts: {
    value: 8,
    evidence: 'operators that are tried before nothing is changed; not measured',
    date: '2026-11-21',
  },
  siblingSteps: {
    value: 1_000,
    evidence: 'scopes that are passed in looking for a sibling, which in most scopes is near; not measured',
    date: '2026-11-21',
  },
  liftAttempts: {
    value: 12,
    evidence:
      'scopes that are tried for a descendant that can be lifted, since only some have one; not measured',
    date: '2026-11-21',
  },
  replaceAttempts: {
    value: 8,
    evidence: 'choices that are tried for one with more than one possible value; not measured',
    date: '2026-11-21',
  },
  probes: {
    value: 24,
    evidence: 'places that are tried at random before the neighbourhood of one is searched; not measured',
    date: '2026-11-21',
  },
  searchSteps: {
    value: 4_096,
    evidence:
      'ops of that neighbourhood at most, so that a rare op costs no more than a mutant; not measured',
    date: '2026-11-21',
  },
  minWords: {
    value: 16,
    evidence:
      'words of a scope that counts as small whatever the share says: in a small test a small scope is much; not measured',
    date: '2026-11-21',
  },
  leastAnswers: {
    value: 4_096,
    evidence:
      'answers of all choices together, below which they would most likely be drawn as they were. Of 6,000 mutants of loom 3.4% had the text of their parent without it, 2.1% with this, 1.9% with 65,536; in small tests more costs more: on 24 seeds of the demo the crash is found by 17 without it, and 11, 13, 18, 17 with 64, 256, 4,096, 65,536',
    date: '2026-11-25',
  },
  maxSpliced: {
    value: 8,
    evidence: 'scopes of one splice at most: 1 in half of the cases, 2 in a quarter, and so on; not measured',
    date: '2026-11-21',
  },
  stackShare: {
    value: 0.0625,
    evidence:
      'share of the parent that a stack may change, roughly. With scopes of any size two stacks in three made another program; see docs/decisions/0006-mutators.md',
    date: '2026-11-21',
  },
  valueAttempts: {
    value: 4,
    evidence:
      'ways of another value that are tried, since they may miss: what they give may be out of bounds, or what was there before; not measured',
    date: '2026-11-21',
  },
  scatterSizes: {
    value: [4, 5, 6],
    evidence: 'choices that a scatter replaces: three or fewer too often have no effect',
    date: '2026-11-21',
  },
  havocSizes: {
    value: [2, 4, 8],
    evidence:
      'changes of a stack; with 2 to 16 of any size two stacks in three made another program, see docs/decisions/0006-mutators.md',
    date: '2026-11-21',
  },
  stormSizes: {
    value: [16, 32, 64, 128],
    evidence: 'changes of a storm; see docs/decisions/0007-search.md',
    date: '2026-11-22',
  },
  stormShare: {
    value: 4,
    evidence:
      'share of the parent that a storm may change, roughly: since most scopes are smaller than they may be and many do not fit beside others, a fifth of it changes. See docs/decisions/0007-search.md',
    date: '2026-11-22',
  },
  nearBits: {
    value: 6,
    evidence:
      'bits of the distance between a number and a near one, which is at most 32 and mostly less; not measured',
    date: '2026-11-21',
  },
} as const;
