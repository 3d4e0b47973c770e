/**
 * Every chosen number of the laboratory, with its reason and date.
 *
 * "Not measured" means that no other value was tried. Limits that a machine sets stand at their use. Invariant:
 * no other module of `laboratory` has such a number; a test checks this.
 */
export const laboratoryTuning = {
  maxSteps: {
    value: 500,
    evidence: 'instructions of one execution of a thread; not measured',
    date: '2026-11-23',
  },
  maxTurns: {
    value: 8,
    evidence: 'turns of loops before a test is not asked about; woven loops go round twice. Not measured',
    date: '2026-11-23',
  },
  maxTraces: {
    value: 3_000,
    evidence:
      'executions of the threads of a test, all together, before it is not asked about: of 500 woven tests 11 in place of 9 with 10,000, which costs twice as much',
    date: '2026-11-23',
  },
  neighbours: {
    value: 0x5a_5a_5a_5a,
    evidence:
      'bits around a variable of 8 or 16 bits whose whole word is updated: code that clears or sets some of them is seen. Any mixture does',
    date: '2026-11-24',
  },
  stressSeconds: {
    value: 1,
    evidence: 'seconds that threads run against each other; a forgotten fence showed in 5% of 250,000 rounds',
    date: '2026-11-23',
  },
  stressTail: {
    value: 0.025,
    evidence:
      'part of all cases that lie beyond each end of the interval of a rate: 95% lie within, as is usual',
    date: '2026-11-23',
  },
  stressRepeats: {
    value: 10,
    evidence: 'times as long in which an outcome that was seen once must be seen again; not measured',
    date: '2026-11-23',
  },
  maxUnitsKnown: {
    value: 32,
    evidence:
      'objects that are remembered: one program has few variants of its driver, and most programs of a reduction share one. Not measured',
    date: '2026-11-23',
  },
} as const;
