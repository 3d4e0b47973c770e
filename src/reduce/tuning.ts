/**
 * Every chosen number of reduction, with its reason and date.
 *
 * "Not measured" means that no other value was tried. Invariant: no other module of `reduce` has such a number; a
 * test checks this.
 */
export const reduceTuning = {
  turnParts: {
    value: [2, 3, 4],
    evidence:
      'parts of one turn of a loop. Turns of one part are the business of passes that delete single scopes and choices. Not measured',
    date: '2026-11-23',
  },
  leastOfPart: {
    value: 4_294_967_295n,
    evidence:
      'span from which a number may be a part of a larger one, which borrows from the part before it. Sources draw wide numbers by 64 bits; a top part may be smaller. Not measured',
    date: '2026-11-26',
  },
  mostForFull: {
    value: 12,
    evidence:
      'items and ends side by side up to which full lists are shortened: candidates grow with the square. Chosen for the challenge of declared names, whose lists have 10',
    date: '2026-11-29',
  },
  mostEquals: {
    value: 8,
    evidence: 'choices of one value that are lowered pair by pair: pairs grow with the square. Not measured',
    date: '2026-11-26',
  },
  mostTraders: {
    value: 6,
    evidence: 'numbers of a test whose pairs are traded in all ratios: some 500 evaluations. Not measured',
    date: '2026-11-26',
  },
  mostTradedFactor: {
    value: 5,
    evidence: 'largest factor of a sum that stays while one number falls and another changes. Not measured',
    date: '2026-11-26',
  },
  mostScannedFactors: {
    value: 4_096,
    evidence:
      'factors that are looked at for a product that stays; only divisors are evaluated. Not measured',
    date: '2026-11-26',
  },
  mostExchanged: {
    value: 24,
    evidence: 'choices of a test whose values change places in pairs: 550 evaluations at most. Not measured',
    date: '2026-11-26',
  },
  deletedRuns: {
    value: [3, 2, 4],
    evidence:
      'lengths of runs of choices that go together: of trees without scopes that keep two leaves, 66% to 90% of 100 were not minimal without runs',
    date: '2026-11-29',
  },
  mostTraded: {
    value: 8n,
    evidence:
      'steps that a choice falls or rises with another one in equal scopes: a name of two letters needs one step each. Not measured',
    date: '2026-11-29',
  },
  exchangedRuns: {
    value: [1, 2, 3],
    evidence:
      'lengths of runs that change places: a leaf has two choices, its node one or three. Of trees that keep two leaves, 22% and 79% of 100 were minimal without it, and 92% and all with it',
    date: '2026-11-29',
  },
  mostForRuns: {
    value: 64,
    evidence: 'choices of a test in which runs are tried: three candidates for each. Not measured',
    date: '2026-11-29',
  },
  mostTableItems: {
    value: 64n,
    evidence: 'items of a table whose number falls with them: each takes an evaluation or two. Not measured',
    date: '2026-11-26',
  },
  maxRearranged: {
    value: 64,
    evidence:
      'scopes of a tree that is rearranged at most: candidates grow with the square of their number, and it is small tests that get stuck in a bad arrangement. Not measured',
    date: '2026-11-21',
  },
  maxDescendants: {
    value: 16,
    evidence:
      'descendants that are tried in the place of one scope; large trees have thousands. Not measured',
    date: '2026-11-21',
  },
  maxLetters: {
    value: 256n,
    evidence:
      'values up to which they may be letters of an alphabet, which make items differ; more are amounts. Not measured',
    date: '2026-11-23',
  },
  maxOptionsTried: {
    value: 16n,
    evidence: 'options of a structural choice that are tried one by one, from the first; not measured',
    date: '2026-11-21',
  },
  maxOptions: {
    value: 64n,
    evidence:
      'options above which they are a scale of probabilities, where neighbours mean the same; see docs/decisions/0003-reduction.md',
    date: '2026-11-21',
  },
  triedOfScale: {
    value: 4n,
    evidence: 'options of such a scale that are tried; see docs/decisions/0003-reduction.md',
    date: '2026-11-21',
  },
  pairReach: {
    value: 8,
    evidence: 'numbers ahead that a partner is looked for among; not measured',
    date: '2026-11-21',
  },
  divisors: {
    value: [2n, 3n, 5n, 7n],
    evidence:
      'factors that a number is divided by when its partner is multiplied; the number itself is tried, too. Not measured',
    date: '2026-11-23',
  },
  gallop: {
    value: 4,
    evidence:
      'times as many that are tried next, as long as it works. The challenges in test/quality take 3% fewer evaluations with 4 to 8 than with 2',
    date: '2026-11-21',
  },
  patience: {
    value: 40,
    evidence:
      'candidates between two looks at whether choices still earn enough, where text comes next; see docs/decisions/0003-reduction.md',
    date: '2026-11-23',
  },
  enough: {
    value: 0.5,
    evidence:
      'share of the choices that may be left after so many candidates: text halves a large program in 10 CPU s, see docs/decisions/0003-reduction.md',
    date: '2026-11-23',
  },
  largeChoices: {
    value: 10_000,
    evidence:
      'choices up to which choices are never given up for text: 20 KB of Csmith, above what the figures for small programs were taken of',
    date: '2026-11-23',
  },
  maxAnswersTold: {
    value: 1_024,
    evidence: 'options that are told apart in learning which answer is the simplest; not measured',
    date: '2026-11-21',
  },
  maxVerdicts: {
    value: 200_000,
    evidence: 'verdicts that are remembered; beyond this many the oldest are forgotten. Not measured',
    date: '2026-11-21',
  },
  hashedFrom: {
    value: 100,
    evidence: 'characters from which on a text is remembered by two hashes and not as it is; not measured',
    date: '2026-11-22',
  },
  mostOfType: {
    value: 24,
    evidence:
      'tokens in which the name of a variable is looked for: longer types hide nothing, and a name then counts as used. Not measured',
    date: '2026-11-30',
  },
  leastPartOfFunctions: {
    value: 0.06,
    evidence:
      'share of the functions of a large text that are tried without at once, at least; other passes try fewer. Not measured',
    date: '2026-11-29',
  },
  largeTokens: {
    value: 2_000,
    evidence: 'tokens of a text from which on large runs go first; see docs/decisions/0003-reduction.md',
    date: '2026-11-23',
  },
  largeShares: {
    value: [0.25, 0.0625, 0.015625, 0.004],
    evidence:
      'shares of a large text that a run must have, round by round; see docs/decisions/0003-reduction.md',
    date: '2026-11-23',
  },
  window: {
    value: 3,
    evidence:
      'atoms that are taken out together at most, where nothing else says what belongs together; not measured',
    date: '2026-11-22',
  },
  operators: {
    value: 8,
    evidence: 'operators that are taken out together at most, unless it is all that are left; not measured',
    date: '2026-11-22',
  },
  timesAsDear: {
    value: 3,
    evidence:
      'times what making the original cost that a candidate may cost: the same sequence may take half as long again on a busy machine, and a program of half the size rarely takes thrice',
    date: '2026-11-23',
  },
  graceMs: {
    value: 5_000,
    evidence:
      'a generator is stopped no sooner: on a busy machine one that needs 100 ms may wait for seconds, and whether it is stopped must not depend on that',
    date: '2026-11-23',
  },
  freeMs: {
    value: 200,
    evidence:
      'CPU time below which no candidate is too dear: there, what differs is how the machine starts processes and compiles hot code',
    date: '2026-11-23',
  },
} as const;
