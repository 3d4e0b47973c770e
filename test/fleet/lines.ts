/** Lines of statistics for tests. */
import type { StatsLine } from '../../src/campaign/index.ts';

export const emptyLine: StatsLine = {
  atMs: 0,
  wallMs: 0,
  cpuMs: 0,
  cpu: { generate: 0, compile: 0, minimise: 0, compare: 0, reduce: 0, engine: 0 },
  tests: 0,
  executions: 0,
  duplicates: 0,
  overruns: 0,
  failures: 0,
  rejected: 0,
  slow: 0,
  features: 0,
  edges: 0,
  corpus: 0,
  findings: 0,
  unstable: 0,
  lastNewCpuMs: 0,
  arms: {},
  operators: {},
};
