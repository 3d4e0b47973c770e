/** Lines of statistics for tests. */
import type { StatsLine } from '../../src/campaign/index.ts';

export function statsLine(about: Partial<StatsLine> = {}): StatsLine {
  const cpuMs = about.cpuMs ?? 60_000;
  return {
    atMs: 0,
    wallMs: cpuMs,
    cpuMs,
    cpu: {
      generate: cpuMs * 0.4,
      compile: cpuMs * 0.5,
      minimise: 0,
      compare: 0,
      reduce: 0,
      engine: cpuMs * 0.1,
    },
    tests: 1_700,
    executions: 1_554,
    duplicates: 3,
    overruns: 67,
    failures: 0,
    rejected: 0,
    slow: 5,
    features: 452_753,
    edges: 87_142,
    corpus: 1_286,
    findings: 0,
    unstable: 0,
    lastNewCpuMs: cpuMs,
    arms: {},
    operators: {},
    ...about,
  };
}

/** Of a campaign that reaches less and less that is new. */
export function growingLines(count: number): StatsLine[] {
  return Array.from({ length: count }, (_, index) => {
    const features = Math.round(50_000 * Math.log(index + 2));
    return statsLine({ cpuMs: (index + 1) * 1_000, features, edges: Math.round(features / 5) });
  });
}
