/**
 * Earnings for CPU time that arms are expected to have before a campaign has tried them, as a multiple of the mean of
 * all arms.
 *
 * Measured 2026-11-23 on `clang-19-passes`, `csmith-scoped`, seeds 1 to 5, in the first 15 CPU seconds, where most is
 * decided and least is known: see docs/decisions/0011-seeds-and-the-first-minute.md. An arm that is not in the table is
 * expected to earn what others do.
 */
export const expectedEarnings: Readonly<Record<string, number>> = {
  // Chosen from thousands for what they reach in their time, the best first.
  seed: 4,
  fresh: 1.4,
  like: 1.25,
  storm: 1.25,
  'swarm-like': 1.1,
  swarm: 0.6,
  splice: 0.6,
  tail: 0.6,
  mutate: 0.4,
  stack: 0.4,
  minimise: 0.3,
  graft: 0.1,
};
