/**
 * Every chosen number of the stages, with why it is that number and since when.
 *
 * "Not measured" means that nobody varied it. Invariant: no other module of `stage` has a chosen number; a test looks.
 */
export const stageTuning = {
  takesPart: {
    value: 0.75,
    evidence:
      'probability that a stage takes part in a fresh program; programs as the generator writes them are worth a quarter of the tests. Not measured',
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
  shapeBits: {
    value: 6,
    evidence: 'bits of the shape of a statement in its label; to be measured',
    date: '2026-11-23',
  },
  maxNesting: {
    value: 200,
    evidence: 'statements inside each other that are told apart; generators nest a handful',
    date: '2026-11-23',
  },
} as const;
