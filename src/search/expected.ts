/**
 * Expected earnings for CPU time of arms that a campaign has not yet tried, as a multiple of the mean of all
 * arms.
 *
 * Measured 2026-11-26 on `clang-19-starter` without seed tests, in the first CPU minute of campaigns. Their
 * sources were `csmith-scoped`, `loom`, `litmus` and a generator that nobody had tuned for:
 * docs/decisions/0035-never-behind.md. An arm outside the table is expected to earn the mean.
 */
export const expectedEarnings: Readonly<Record<string, number>> = {
  // Seed tests: out of thousands, those with the most features in a CPU second. The best come first.
  seed: 4,
  fresh: 1.4,
  like: 1.25,
  storm: 1.25,
  'swarm-like': 1.1,
  swarm: 0.6,
  reoption: 0.6,
  small: 0.5,
  splice: 0.2,
  mutate: 0.2,
  minimise: 0.1,
};
